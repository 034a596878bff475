import { describe, expect, it } from "vitest";
import { useCases } from "../care/case-memories.js";

const { cases } = useCases();

const WORDS =
  "order, group, total, count, first, last, top, end, to, from, table, set, all, any, desc, left, percent, temp, target, store, query, select, index, key, values, value, where, limit, user, date, time, source".split(
    ", ",
  );

describe("columns may have any name", () => {
  it("NAME-01: words of query languages are ordinary columns to every tool", async () => {
    const memory = await cases().rows([1, 2, 3].map((tens) => Object.fromEntries(WORDS.map((word, at) => [word, 100 * tens + at]))));
    for (const [at, word] of WORDS.entries()) {
      const own = { word };
      const found = await Promise.all([
        memory.call("Lookup", { key_values: { [word]: 100 + at } }),
        memory.call("Filter", { column_filters: [{ column: word, operator: ">", value: 100 + at }] }),
      ]);
      const { ranked_rows: ranked } = await memory.call("Rank", { target_column_expression: word, order: "desc", result_budget: 1 });
      expect({ ...own, totals: found.map(({ total }) => total), best: (ranked as unknown as { value: number }[])[0]?.value }).toEqual({
        ...own,
        totals: [1, 2],
        best: 300 + at,
      });
      expect({ ...own, ...((await memory.compute("sum", word)) as object) }).toMatchObject({ ...own, value: 600 + 3 * at });
      expect({ ...own, ...((await memory.compute("sum", `\`${word}\` + 1`)) as object) }).toMatchObject({ ...own, value: 603 + 3 * at });
      expect(await memory.compute("count", undefined, { group_by: `\`${word}\`` })).toMatchObject({ groups: { length: 3 } });
    }
  });

  it("NAME-02: a result stands under a key of ours, whatever is computed", async () => {
    const memory = await cases().rows([{ total: 2, "Total Cost": 3, max: 4 }]);
    for (const [name, value] of [
      ["total", 2],
      ["Total Cost", 3],
      ["max", 4],
    ] as const) {
      const result = await memory.call("Compute", { operator: "sum", target_column_expression: name });
      expect(result).toMatchObject({ computed_result: { operator: "sum", value } });
      expect((await memory.call("Filter", { column_filters: [] }))["matching_rows"]).toMatchObject([{ values: { [name]: value } }]);
    }
  });

  it("NAME-04: a dot in a name is no path", async () => {
    const memory = await cases().rows([{ "address.city": "Oslo", address: "Storgata 1", "a.b.c": 1, "a.b": 2, a: 3 }]);
    const rows = (await memory.call("Lookup", { key_values: { "address.city": "Oslo" } }))["matching_rows"];
    expect(rows).toMatchObject([{ values: { "address.city": "Oslo", address: "Storgata 1" } }]);
    expect((await memory.call("Lookup", { key_values: { address: "Oslo" } }))["total"]).toBe(0);
    expect((await memory.ask("What is the address.city?")).items).toEqual(["Oslo"]);
    expect((await memory.ask("What is the address?")).items).toEqual(["Storgata 1"]);
    expect(await Promise.all(["a.b.c", "a.b", "a", "a.b.c + a.b"].map((name) => memory.compute("sum", name)))).toMatchObject([
      { value: 1 },
      { value: 2 },
      { value: 3 },
      { value: 3 },
    ]);
  });

  /** Names by case id; each must read back as it is and be computed over. */
  const ODD: readonly (readonly [id: string, name: string])[] = [
    ["NAME-05", "size [cm]"],
    ["NAME-05", "arr[0]"],
    ["NAME-05", "od]d`n"],
    ["NAME-05", "[[x]]"],
    ["NAME-05", "``"],
    ["NAME-07", "path\\name"],
    ["NAME-07", "\\"],
    ["NAME-07", "a\\'b"],
    ["NAME-10", "a.__proto__.polluted"],
    ["NAME-10", "constructor.prototype.x"],
    ["NAME-10", "__proto__"],
    ["NAME-10", "constructor"],
    ["NAME-10", "toString"],
    ["NAME-13", "?"],
    ["NAME-13", "what?"],
    ["NAME-13", ":p"],
    ["NAME-13", "$1"],
    ["NAME-13", "%s"],
  ];

  it("whatever signs they hold (NAME-05, NAME-07, NAME-10, NAME-13)", async () => {
    const items = ODD.map(([, name], at) => [name, String(at + 1)] as const);
    const memory = await cases().of([{ text: items.map(([name, value]) => `${name} = ${value}`).join("\n"), items }]);
    const [row] = (await memory.call("Filter", { column_filters: [] }))["matching_rows"] as unknown as { values: object }[];
    expect(Object.entries(row?.values ?? {})).toEqual(items.map(([name, value]) => [name, Number(value)]));
    for (const [name, value] of items) {
      const quoted = `\`${name.replaceAll("`", "``")}\``;
      const column_filters = [{ column: quoted, operator: "=", value: Number(value) }];
      expect({ name, total: (await memory.call("Filter", { column_filters }))["total"] }).toEqual({ name, total: 1 });
      expect({ name, ...((await memory.compute("sum", quoted)) as object) }).toMatchObject({ name, value: Number(value) });
      expect({ name, ...((await memory.compute("sum", `${quoted} + 1`)) as object) }).toMatchObject({ name, value: Number(value) + 1 });
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("NAME-07: a backslash is no escape in a value either", async () => {
    const values = ["C:\\temp\\", "\\n", "a\\\\b", "\\"];
    const memory = await cases().rows(values.map((value, at) => ({ n: at, path: value })));
    for (const value of values) {
      const { matching_rows: rows } = await memory.call("Lookup", { key_values: { path: value } });
      expect(rows).toMatchObject([{ values: { path: value } }]);
    }
  });

  it("NAME-08: line breaks and tabs in a name are spaces", async () => {
    const memory = await cases().of([
      {
        text: "line one\nline two: 7, a\tb: 7",
        items: [
          ["line one\nline two", "7"],
          ["a\tb", "7"],
        ],
      },
    ]);
    const names = (await memory.shape()).columns.filter(({ auxiliary }) => !auxiliary).map(({ name }) => name);
    expect(names).toEqual(["line one line two", "a b"]);
    for (const name of ["line one\nline two", "a\tb", "a b"])
      expect(await memory.compute("count", undefined, { group_by: name })).toMatchObject({ groups: [{ group: 7, value: 1 }] });
  });

  it("NAME-11: a name in another case is the same column, shown as it was first spelt", async () => {
    const memory = await cases().of([
      {
        items: [
          ["Price", "10"],
          ["n", "a"],
        ],
      },
      {
        items: [
          ["price", "20"],
          ["n", "b"],
        ],
      },
      {
        items: [
          ["PRICE ", "30"],
          ["n", "c"],
        ],
      },
    ]);
    expect((await memory.shape()).columns[0]?.name).toBe("Price");
    for (const name of ["price", "PRICE", "Price "]) expect(await memory.compute("avg", name)).toMatchObject({ value: 20, rows: 3 });
  });

  it("NAME-13: a question mark in a value is text", async () => {
    const memory = await cases().rows([
      { n: 1, reason: "why? because" },
      { n: 2, reason: "why not" },
    ]);
    for (const [operator, value] of [
      ["contains", "why? b"],
      ["=", "why? because"],
      ["contains", "?"],
    ] as const)
      expect((await memory.call("Filter", { column_filters: [{ column: "reason", operator, value }] }))["total"]).toBe(1);
  });
});

describe("names that mean the same", () => {
  const DIARY = [
    [
      ["fuel price", "1.80 EUR"],
      ["odometer", "1000 km"],
    ],
    [
      ["fuel price", "1.90 EUR"],
      ["odometer", "1500 km"],
    ],
    [
      ["fuelPrice", "2.00 EUR"],
      ["odometer", "2000 km"],
    ],
    [
      ["fuel cost", "2.10 EUR"],
      ["odometer", "2500 km"],
    ],
    [
      ["start price", "3 EUR"],
      ["end price", "4 EUR"],
    ],
  ] as const;

  it("are joined, computed over as one, and parted again", async () => {
    const memory = await cases().of(DIARY.map((items) => ({ items })));
    const { memoryId } = memory.open.store;
    const { mnema } = cases();
    expect(await mnema.joinAlike(memoryId, { dryRun: true })).toEqual([{ to: "fuel price", from: ["fuel cost", "fuelPrice"] }]);
    expect(await memory.compute("avg", "fuel price")).toMatchObject({ rows: 2 });
    await mnema.joinAlike(memoryId);
    expect(await memory.compute("avg", "fuel price")).toMatchObject({ value: 1.95, rows: 4 });
    expect(await mnema.joinAlike(memoryId)).toEqual([]);
    expect((await memory.observations()).map(({ attribute }) => attribute)).toContain("fuelPrice");
    await mnema.merge(memoryId, { kind: "attribute", from: "fuel price" });
    expect(await memory.compute("avg", "fuel price")).toMatchObject({ rows: 2 });
  });

  it("are two where a round tells both", async () => {
    const memory = await cases().of([
      {
        items: [
          ["price", "3 EUR"],
          ["cost", "2 EUR"],
        ],
      },
      {
        items: [
          ["price", "4 EUR"],
          ["n", "1"],
        ],
      },
    ]);
    expect(await cases().mnema.joinAlike(memory.open.store.memoryId)).toEqual([]);
  });
});

describe("values that contradict each other in one round", () => {
  it("are marked, less sure, and told in answers", async () => {
    const memory = await cases().of([
      { text: "scale: home\nweight: 82 kg", caption: "weight: 84 kg" },
      { text: "scale: gym\nweight: 81 kg", caption: "weight: 178.6 lb" },
    ]);
    expect(await memory.compute("max", "weight")).toMatchObject({
      value: 82,
      note: expect.stringContaining("told otherwise in the same round: r1"),
    });
    expect(await memory.compute("min", "weight")).toMatchObject({ value: 81, note: null });
    expect((await memory.ask("What is the weight where scale is home?")).answer).toContain('also told as "84 kg"');
    expect((await memory.call("Lookup", { key_values: { scale: "home" } }))["matching_rows"]).toMatchObject([
      { values: { weight: 82 }, contradicted: { weight: '"84 kg"' } },
    ]);
  });
});
