import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATORS, type Operator } from "../../core/aggregate-items.js";
import { parseExpression } from "../../core/expression.js";
import { valueText } from "../../core/filter.js";
import { readFilters, type FilterInput } from "../../core/read-filters.js";
import { createTableEngine } from "../../stores/tables.js";
import type { TableEngine } from "../../stores/table-engine.js";
import { fixtureMemory, type FixtureRow, type FixtureTable } from "../fixture-tables.js";

fc.configureGlobal({ seed: 20240615 });

const engineOver = (...tables: FixtureTable[]): TableEngine => createTableEngine(fixtureMemory(tables).store);
const rows = (...values: Readonly<Record<string, string>>[]): FixtureRow[] => values.map((own) => ({ values: own }));
/** A column of cells; null is not observed. */
const cells = (name: string, ...values: (string | null)[]): FixtureRow[] =>
  values.map((value) => ({ values: value === null ? {} : { [name]: value } }));

async function compute(engine: TableEngine, operator: Operator, target: string | null, filters: readonly FilterInput[] = [], by?: string) {
  const { columns } = await engine.shape("t0");
  const groups = await engine.compute({
    table: "t0",
    operator,
    target: target === null ? null : parseExpression(target, columns),
    filter: readFilters(filters, columns),
    group: by === undefined ? null : { kind: "expression", expression: parseExpression(by, columns) },
  });
  return groups.map((group) => ({ ...group, rows: [...group.rows] }));
}

async function valueOf(engine: TableEngine, operator: Operator, target: string | null, filters: readonly FilterInput[] = []) {
  const [group] = await compute(engine, operator, target, filters);
  return group?.value?.kind === "number" ? group.value.number : group?.value?.kind === "date" ? group.value.date : null;
}

async function passing(engine: TableEngine, ...filters: FilterInput[]): Promise<number[]> {
  const { columns } = await engine.shape("t0");
  return (await engine.select({ table: "t0", filter: readFilters(filters, columns), limit: 100 })).rows.map(({ place }) => place);
}

async function ranking(engine: TableEngine, target: string, order: "asc" | "desc") {
  const { columns } = await engine.shape("t0");
  return (await engine.rank({ table: "t0", target: parseExpression(target, columns), order, filter: null, limit: 1_000 })).rows;
}

describe("aggregates", () => {
  it("give no value for nothing, and zero for zero", async () => {
    const over = (...values: (string | null)[]) =>
      valueOf(engineOver({ name: "t", rows: [...cells("v", ...values), ...cells("w", "1")] }), "sum", "v");
    expect(await over(null, "0")).toBe(0);
    expect(
      await valueOf(engineOver({ name: "t", rows: cells("v", "3") }), "sum", "v", [{ column: "v", operator: ">", value: 5 }]),
    ).toBeNull();
  });

  it("leave empty cells out and count them", async () => {
    const engine = engineOver({ name: "t", rows: cells("v", "4", null, "6") });
    const [sum] = await compute(engine, "sum", "v");
    expect(sum).toMatchObject({ value: { number: 10 }, rows: [0, 2], lacking: 1, scope: 3 });
    expect([await valueOf(engine, "avg", "v"), await valueOf(engine, "min", "v")]).toEqual([5, 4]);
  });

  it("read numbers in text as numbers, and leave other text out with its reason", async () => {
    expect(await valueOf(engineOver({ name: "t", rows: cells("v", "10", "9", "100") }), "median", "v")).toBe(10);
    const [mixed] = await compute(engineOver({ name: "t", rows: cells("v", "5", "abc", "7") }), "avg", "v");
    expect(mixed).toMatchObject({ value: { number: 6 }, leftOut: [{ row: 1, problem: "not a number" }] });
  });

  it("cancel cents to nothing", async () => {
    expect(await valueOf(engineOver({ name: "t", rows: cells("v", "50.3", "-20.1", "-30.2") }), "sum", "v")).toBe(0);
  });

  it("leave a division by zero out of an average", async () => {
    const engine = engineOver({ name: "t", rows: rows({ spent: "10", days: "0" }, { spent: "20", days: "4" }) });
    const [average] = await compute(engine, "avg", "spent / days");
    expect(average).toMatchObject({ value: { number: 5 }, leftOut: [{ row: 0, problem: "division by zero" }] });
  });

  it("take the latest of dates, and name every row that has the extreme", async () => {
    expect(await valueOf(engineOver({ name: "t", rows: cells("day", "2024-01-02", "2023-01-02") }), "max", "day")).toBe("2024-01-02");
    const [most] = await compute(engineOver({ name: "t", rows: cells("v", "3", "9", "9") }), "max", "v");
    expect(most?.rows).toEqual([1, 2]);
  });

  it("count different values, numbers and their texts as one and nothing for empty cells", async () => {
    expect(await valueOf(engineOver({ name: "t", rows: cells("city", null, "Paris", "paris") }), "count-distinct", "city")).toBe(1);
    expect(await valueOf(engineOver({ name: "t", rows: cells("n", "1", "1.0", "2") }), "count-distinct", "n")).toBe(2);
  });

  it("keep yes and no in all their spellings apart from unknown", async () => {
    const engine = engineOver({
      name: "t",
      types: { paid: "boolean" },
      rows: [...cells("paid", "true", "yes", "1", "No", "false", "0"), { values: { other: "x" } }],
    });
    expect(await valueOf(engine, "count", null, [{ column: "paid", operator: "=", value: "yes" }])).toBe(3);
    expect(await valueOf(engine, "count", null, [{ column: "paid", operator: "=", value: false }])).toBe(3);
    expect(await valueOf(engine, "count", null, [{ column: "paid", operator: "is empty" }])).toBe(1);
  });

  it("convert units, and refuse those that do not fit with the rows named", async () => {
    expect(await valueOf(engineOver({ name: "t", rows: cells("d", "2 km", "500 m", "1") }), "sum", "d")).toBe(3.5);
    const mixed = engineOver({
      name: "t",
      rows: [
        { id: "D1:1", values: { d: "2 km" } },
        { id: "D1:2", values: { d: "3 kg" } },
      ],
    });
    await expect(compute(mixed, "sum", "d")).rejects.toMatchObject({ code: "UNIT_MISMATCH", message: expect.stringContaining("D1:2") });
    expect(await valueOf(mixed, "count", "d")).toBe(2);
  });

  it("leave out a few values in a unit of their own, and name their rows", async () => {
    const engine = engineOver({ name: "t", rows: cells("d", "2 km", "3 miles", "4 km", "7 laps", "6 km") });
    const [sum] = await compute(engine, "sum", "d");
    expect(sum?.value?.kind === "number" ? sum.value.number : null).toBeCloseTo(12 + 3 * 1.609344, 6);
    expect(sum).toMatchObject({ rows: [0, 1, 2, 4], leftOut: [{ row: 3, problem: "units do not fit" }] });
    expect((await ranking(engine, "d", "desc")).map(({ row, position }) => [row.place, position])).toEqual([
      [4, 1],
      [1, 2],
      [2, 3],
      [0, 4],
      [3, null],
    ]);
  });

  it("compute with times of day, also around midnight, and with durations in all spellings", async () => {
    const clock = async (operator: Operator, ...values: string[]) => {
      const [group] = await compute(engineOver({ name: "t", rows: cells("wake time", ...values) }), operator, "wake time");
      return group === undefined || group.value === null ? null : valueText(group.value);
    };
    expect(await clock("avg", "07:30", "7:40 am", "08:20")).toBe("07:50");
    expect(await clock("min", "07:30", "7:05 am", "08:20")).toBe("07:05");
    expect(await clock("change", "07:30", "07:15")).toBe("-15 min");
    expect(await clock("avg", "23:30", "00:30")).toBe("00:00");
    expect(await clock("max", "23:30", "00:30", "22:15")).toBe("00:30");
    const bed = engineOver({ name: "t", rows: cells("bed time", "23:30", "00:30", "22:15") });
    expect(await passing(bed, { column: "bed time", operator: ">", value: "23:00" })).toEqual([0, 1]);
    expect(await passing(bed, { column: "bed time", operator: "<", value: "12:15 am" })).toEqual([0, 2]);
    const runs = engineOver({ name: "t", rows: cells("time", "25:30", "22:30", "1h 5m", "0:48:00") });
    expect(await valueOf(runs, "sum", "time")).toBe(25.5 + 22.5 + 65 + 48);
  });

  it("give change, first, last and the slope per day by time", async () => {
    const engine = engineOver({
      name: "t",
      rows: [
        { time: "2024-01-01", values: { v: "1" } },
        { time: "2024-01-03", values: { v: "5" } },
        { time: "2024-01-05", values: { v: "9" } },
      ],
    });
    expect(await Promise.all((["change", "first", "last", "trend"] as const).map((operator) => valueOf(engine, operator, "v")))).toEqual([
      8, 1, 9, 2,
    ]);
  });

  it("keep missing apart from text that says so when grouping", async () => {
    const groups = await compute(
      engineOver({ name: "t", rows: [...cells("v", "nil", null, "undefined text"), { values: { w: "1" } }] }),
      "count",
      null,
      [],
      "v",
    );
    expect(
      groups.map(({ key, value }) => [key?.kind === "text" ? key.text : null, value?.kind === "number" ? value.number : null]),
    ).toEqual([
      ["nil", 1],
      ["undefined text", 1],
      [null, 2],
    ]);
  });

  it("agree with a plain computation", async () => {
    const number = fc.integer({ min: -500, max: 500 }).map((cents) => cents / 10);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ v: fc.option(number, { nil: null }), g: fc.constantFrom("a", "b", "c") }), { minLength: 1, maxLength: 30 }),
        number,
        async (records, bound) => {
          const engine = engineOver({
            name: "t",
            types: { v: "number" },
            rows: records.map(({ v, g }) => ({ values: { g, ...(v === null ? {} : { v: String(v) }) } })),
          });
          if (!records.some(({ v }) => v !== null)) return;
          const kept = records.filter(({ v }) => v !== null && v > bound);
          for (const operator of OPERATORS.filter((own) => own !== "trend")) {
            const groups = await compute(engine, operator, "v", [{ column: "v", operator: ">", value: bound }], "g");
            const plain = ["a", "b", "c"].flatMap((g) => {
              const own = kept.flatMap((record) => (record.g === g && record.v !== null ? [record.v] : []));
              return own.length === 0 ? [] : [plainly(operator, own)];
            });
            const found = groups.map(({ value }) => (value?.kind === "number" ? value.number : null));
            expect(found.length).toBe(plain.length);
            for (const [index, value] of plain.entries()) {
              if (value === null) expect(found[index]).toBeNull();
              else expect(found[index]).toBeCloseTo(value, 9);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** The operator over numbers in order, written the plain way. */
function plainly(operator: Operator, values: readonly number[]): number | null {
  const total = values.reduce((sum, value) => sum + value, 0);
  const mean = total / values.length;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  switch (operator) {
    case "count":
      return values.length;
    case "count-distinct":
      return new Set(values).size;
    case "sum":
      return total;
    case "avg":
      return mean;
    case "min":
      return at(0);
    case "max":
      return at(values.length - 1);
    case "median":
      return (at(Math.floor((values.length - 1) / 2)) + at(Math.ceil((values.length - 1) / 2))) / 2;
    case "stddev":
      return values.length < 2 ? null : Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
    case "first":
      return values[0] ?? null;
    case "last":
      return values.at(-1) ?? null;
    case "change":
      return values.length < 2 ? null : (values.at(-1) ?? 0) - (values[0] ?? 0);
    case "trend":
      return null;
  }
}

describe("filters", () => {
  it("compare numbers by value with units converted, and pass no empty cell", async () => {
    const engine = engineOver({ name: "t", rows: cells("d", "2 km", "500 m", null, "3 km") });
    expect(await passing(engine, { column: "d", operator: ">", value: 1 })).toEqual([0, 3]);
    expect(await passing(engine, { column: "d", operator: "<=", value: "2000 m" })).toEqual([0, 1]);
    expect(await passing(engine, { column: "d", operator: "!=", value: 3 })).toEqual([0, 1]);
    expect(await passing(engine, { column: "d", operator: "is empty" })).toEqual([2]);
  });

  it("take a month or year as every day in it, and dates in any form", async () => {
    const engine = engineOver({ name: "t", types: { d: "date" }, rows: cells("d", "2024-06-01", "2024-03-01", "2024-10-01") });
    expect(await passing(engine, { column: "d", operator: ">", value: "2024-2-1" })).toEqual([0, 1, 2]);
    expect(await passing(engine, { column: "d", operator: "=", value: "2024-06" })).toEqual([0]);
    expect(await passing(engine, { column: "d", operator: "between", value: ["2024-03", "2024-06"] })).toEqual([0, 1]);
    expect(await passing(engine, { column: "month(d)", operator: "in", value: [6, 10] })).toEqual([0, 2]);
  });

  it("take signs in a searched text as they are", async () => {
    const engine = engineOver({ name: "t", rows: cells("s", "100% cotton", "100 pct", "a_b", "axb", "x[1]", "why? because") });
    expect(await passing(engine, { column: "s", operator: "contains", value: "100%" })).toEqual([0]);
    expect(await passing(engine, { column: "s", operator: "contains", value: "a_b" })).toEqual([2]);
    expect(await passing(engine, { column: "s", operator: "contains", value: "[1]" })).toEqual([4]);
    expect(await passing(engine, { column: "s", operator: "=", value: "WHY? because" })).toEqual([5]);
  });

  it("join conditions by and and or", async () => {
    const engine = engineOver({ name: "t", rows: rows({ a: "1", b: "x" }, { a: "5", b: "y" }, { a: "9", b: "x" }) });
    expect(
      await passing(engine, {
        or: [
          { column: "a", operator: ">", value: 8 },
          {
            and: [
              { column: "a", operator: "<", value: 3 },
              { column: "b", operator: "=", value: "x" },
            ],
          },
        ],
      }),
    ).toEqual([0, 2]);
  });

  it("refuse a comparison that the column's values do not allow", async () => {
    const engine = engineOver({ name: "t", rows: rows({ genre: "Action", n: "1" }) });
    await expect(passing(engine, { column: "genre", operator: ">", value: 5 })).rejects.toMatchObject({ code: "TYPE_MISMATCH" });
    await expect(passing(engine, { column: "n", operator: ">", value: "many" })).rejects.toMatchObject({ code: "TYPE_MISMATCH" });
    await expect(passing(engine, { column: "n", operator: "near", value: 1 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(passing(engine, { column: "rating", operator: "=", value: 1 })).rejects.toMatchObject({ code: "UNKNOWN_COLUMN" });
  });
});

describe("filters and rankings over any numbers", () => {
  const records = fc.array(fc.record({ v: fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }), g: fc.constantFrom("a", "b") }), {
    minLength: 1,
    maxLength: 25,
  });
  const engineOf = (given: readonly { v: number | null; g: string }[]) =>
    engineOver({
      name: "t",
      types: { v: "number" },
      rows: [...given.map(({ v, g }) => ({ values: { g, ...(v === null ? {} : { v: String(v) }) } })), { values: { g: "c", v: "100" } }],
    });
  const holds: Readonly<Record<string, (v: number, bound: number, high: number) => boolean>> = {
    "=": (v, bound) => v === bound,
    "!=": (v, bound) => v !== bound,
    "<": (v, bound) => v < bound,
    "<=": (v, bound) => v <= bound,
    ">": (v, bound) => v > bound,
    ">=": (v, bound) => v >= bound,
    between: (v, bound, high) => v >= bound && v <= high,
    in: (v, bound, high) => v === bound || v === high,
    "not in": (v, bound, high) => v !== bound && v !== high,
  };

  it("agree with plain ones", async () => {
    const bound = fc.integer({ min: -9, max: 9 });
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom(...Object.keys(holds)),
        bound,
        bound,
        fc.constantFrom("a", "b"),
        async (given, operator, low, high, g) => {
          const value = /between|in/.test(operator) ? [low, high] : low;
          const found = await passing(engineOf(given), { column: "v", operator, value }, { column: "g", operator: "=", value: g });
          expect(found).toEqual(
            given.flatMap((record, place) =>
              record.g === g && record.v !== null && holds[operator]?.(record.v, low, high) === true ? [place] : [],
            ),
          );
        },
      ),
      { numRuns: 150 },
    );
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom("asc" as const, "desc" as const), async (given, order) => {
        const all = [...given, { v: 100, g: "c" }];
        const sign = order === "asc" ? 1 : -1;
        const plain = all
          .map(({ v }, place) => ({ v, place }))
          .toSorted((a, b) => Number(a.v === null) - Number(b.v === null) || sign * ((a.v ?? 0) - (b.v ?? 0)) || a.place - b.place);
        const ranked = await ranking(engineOf(given), "v", order);
        expect(ranked.map(({ row }) => row.place)).toEqual(plain.map(({ place }) => place));
        expect(ranked.map(({ position }) => position)).toEqual(
          plain.map(({ v }) => (v === null ? null : 1 + plain.filter((other) => other.v !== null && sign * (other.v - v) < 0).length)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe("rankings", () => {
  it("put numbers by value first, text after them and empty cells last, both ways and in any order of rows", async () => {
    const values = ["10", "9", null, "abc", "2"];
    const shown = async (order: "asc" | "desc", texts: readonly (string | null)[]) =>
      (
        await ranking(
          engineOver({ name: "t", rows: texts.map((text) => ({ values: text === null ? { w: "1" } : { v: text } })) }),
          "v",
          order,
        )
      ).map(({ value }) => (value?.kind === "number" ? value.number : value?.kind === "text" ? value.text : null));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(values, { minLength: 5 }), async (texts) => {
        expect(await shown("asc", texts)).toEqual([2, 9, 10, "abc", null]);
        expect(await shown("desc", texts)).toEqual([10, 9, 2, "abc", null]);
      }),
      { numRuns: 10 },
    );
  });

  it("rank percentages by value, and share a place between equals", async () => {
    const percent = await ranking(engineOver({ name: "t", rows: cells("v", "9%", "12%", "100%") }), "v", "desc");
    expect(percent[0]?.row.place).toBe(2);
    const tied = await ranking(engineOver({ name: "t", rows: cells("v", "5", "1", "5") }), "v", "desc");
    expect(tied.map(({ position, row }) => [row.place, position])).toEqual([
      [0, 1],
      [2, 1],
      [1, 3],
    ]);
  });
});

describe("columns", () => {
  const WORDS =
    "order group total count first last top end to from table set all any desc left percent temp target store query select time source captions key value".split(
      " ",
    );

  it("may be called by any word of the query language", async () => {
    const engine = engineOver({ name: "t", rows: WORDS.map((word, index) => ({ values: { [word]: String(index), common: "1" } })) });
    for (const [index, word] of WORDS.entries()) {
      expect(await valueOf(engine, "sum", word), word).toBe(index);
      expect(await passing(engine, { column: word, operator: "=", value: index }), word).toEqual([index]);
      expect((await ranking(engine, word, "desc"))[0]?.row.place, word).toBe(index);
    }
  });

  it("keep dotted, bracketed and code-like names apart, and touch no prototype", async () => {
    const names = [
      "address.city",
      "address",
      "arr[0]",
      "a.__proto__.polluted",
      "constructor",
      "__proto__",
      "x'+(globalThis.PWN=1)+'",
      "path\\name",
      "?",
    ];
    const engine = engineOver({ name: "t", rows: [{ values: Object.fromEntries(names.map((name, index) => [name, String(index + 1)])) }] });
    for (const [index, name] of names.entries()) expect(await valueOf(engine, "sum", name), name).toBe(index + 1);
    expect((globalThis as { PWN?: unknown }).PWN).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("are one column in any case", async () => {
    const engine = engineOver({ name: "t", rows: rows({ Price: "10" }, { price: "20" }, { "PRICE ": "30" }) });
    expect(await valueOf(engine, "avg", "price")).toBe(20);
    expect((await engine.shape("t0")).columns.filter(({ auxiliary }) => !auxiliary).map(({ name }) => name)).toEqual(["Price"]);
  });
});

describe("hydration", () => {
  it("reads a table anew when the memory has changed", async () => {
    const memory = fixtureMemory([{ name: "t", rows: rows({ a: "1" }) }]);
    const engine = createTableEngine(memory.store);
    expect((await engine.shape("t0")).columns[0]?.name).toBe("a");
    memory.replace([{ name: "t", rows: rows({ b: "2" }, { b: "3" }) }]);
    expect((await engine.shape("t0")).columns[0]?.name).toBe("b");
    expect(await valueOf(engine, "sum", "b")).toBe(5);
  });

  it("gives rows back as they were told, with every id of their rounds", async () => {
    const told = [
      { n: "1 kg", s: "Paris", d: "2024-01-02" },
      { n: "abc" },
      { n: "2-4 kg", s: "paris" },
      { n: "1kg", s: "Oslo", d: "2024-02" },
    ];
    const given = [...told, ...told, ...told].map((values, place) => ({ id: `D${place}`, time: `2024-05-${10 + (place % 3)}`, values }));
    const { store } = fixtureMemory([{ name: "t", rows: given }]);
    const { rounds } = store.log;
    store.log.rounds = async (seqs) =>
      (await rounds(seqs)).flatMap((round) => (round.seq === 2 ? [] : [{ ...round, ids: round.seq === 3 ? ["D2", "D2b"] : round.ids }]));
    const engine = createTableEngine(store);
    const places = Uint32Array.from(given.keys());
    const found = await engine.rows("t0", places);
    const names = ["n", "s", "d"] as const;
    expect(found.map(({ texts }) => texts.slice(0, 3))).toEqual(
      given.map(({ values }) => names.map((name) => (values as Partial<typeof values & Record<string, string>>)[name] ?? null)),
    );
    expect(found.map(({ time }) => time)).toEqual(given.map(({ time }, place) => (place === 1 ? null : time)));
    expect(found[2]).toMatchObject({
      ids: ["D2", "D2b"],
      values: [{ kind: "range", low: 2, high: 4, unit: "kg" }, { text: "paris" }, null, {}, {}, {}, null],
    });
    const all = await engine.sources("t0", places);
    expect(all).toEqual({ ids: found.flatMap(({ ids }) => ids), seqs: found.map(({ seq }) => seq) });
    expect(all.ids.slice(0, 4)).toEqual(["D0", "D2", "D2b", "D3"]);
    expect(await engine.sources("t0", Uint32Array.of(1, 3))).toEqual({ ids: ["D3"], seqs: [2, 4] });
  });

  it("keeps answering right when only one table fits its limit", async () => {
    const memory = fixtureMemory([
      { name: "a", rows: rows({ v: "1" }) },
      { name: "b", rows: rows({ v: "2" }) },
    ]);
    const engine = createTableEngine(memory.store, { cellsKept: 1 });
    for (const [table, size] of [
      ["t0", 1],
      ["t1", 1],
      ["t0", 1],
    ] as const)
      expect((await engine.shape(table)).rows).toBe(size);
    await expect(engine.shape("t9")).rejects.toMatchObject({ code: "UNKNOWN_TABLE" });
  });
});
