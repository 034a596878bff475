import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../../core/evaluate.js";
import { evaluateColumns } from "../../../core/evaluate-columns.js";
import type { Expression } from "../../../core/expression.js";
import { clean, decimalPlaces } from "../../../core/numbers.js";
import type { Value } from "../../../core/observation.js";
import { bestPlacesOf, rankItems } from "../../../core/ranking.js";
import type { Items } from "../../../core/aggregate-items.js";
import { aggregate } from "../../../core/aggregates.js";
import { foldText, groupingKey, kindRank, orderValues } from "../../../core/compare.js";
import { arithmeticNumbers, cellColumn, groupsOf, testCells } from "../../../stores/cell-columns.js";
import { cellTest } from "../../../core/filter.js";

fc.configureGlobal({ seed: 20240615 });

const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 9 })).map(([digits, places]) => digits / 10 ** places),
  fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -999, max: 999 })).map(([a, b]) => a / 10 + b / 100),
  fc.constantFrom(0, -0, 0.1 + 0.2, 1e-7, 123456789.12345, 1e21, 5e-324, 0.5, 999999999999999.5, 0.1234567890123455),
);

describe("numbers", () => {
  it("are cleaned and have the decimal places that writing them out gives", () => {
    fc.assert(
      fc.property(number, (own) => {
        expect(clean(own)).toBe(Number(own.toPrecision(15)) + 0);
        const [mantissa = "", exponent = "0"] = String(own).split("e");
        expect(decimalPlaces(own)).toBe(Math.max(0, (mantissa.split(".")[1]?.length ?? 0) - Number(exponent)));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("text", () => {
  it("folds alike, plain or not", () => {
    const folded = (text: string) =>
      text
        .normalize("NFKC")
        .toLowerCase()
        .replace(/i\u0307|ı/g, "i")
        .replace(/\s+/g, " ")
        .trim();
    for (const text of ["Plain Words", " edge ", "two  spaces", "İstanbul", "tab\tbed", "ﬁne", "", "x", "A-1 (b)!"])
      expect(foldText(text)).toBe(folded(text));
  });
});

const UNITS = [null, "kg", "EUR", "%", "m", "km"];

describe("expressions", () => {
  const leaf: fc.Arbitrary<Expression> = fc.oneof(
    fc.integer({ min: -3, max: 9 }).map((value): Expression => ({ kind: "number", number: value })),
    fc.nat({ max: 2 }).map((column): Expression => ({ kind: "column", column })),
  );
  const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.record({
        kind: fc.constant("arithmetic" as const),
        operator: fc.constantFrom("+" as const, "-" as const, "*" as const, "/" as const, "%" as const, "^" as const),
        left: tie("tree"),
        right: tie("tree"),
      }),
      fc.record({ kind: fc.constant("negate" as const), operand: tie("tree") }),
      fc.record({
        kind: fc.constant("call" as const),
        name: fc.constantFrom("abs" as const, "round" as const),
        operands: fc.tuple(tie("tree")),
      }),
    ),
  }));

  it("give by columns what they give row by row", () => {
    let computed = 0;
    const column = fc.record({
      unit: fc.constantFrom(...UNITS),
      numbers: fc.array(
        fc.option(
          fc.integer({ min: -20, max: 20 }).map((own) => own / 4),
          { nil: Number.NaN },
        ),
        { minLength: 4, maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(tree, fc.tuple(column, column, column), (expression, columns) => {
        const found = evaluateColumns(expression, 4, (index) => ({
          numbers: Float64Array.from(columns[index]?.numbers ?? []),
          unit: columns[index]?.unit ?? null,
        }));
        if (found === null) return;
        computed++;
        for (let row = 0; row < 4; row++) {
          const cells = columns.map(({ numbers, unit }): Value | null =>
            Number.isNaN(numbers[row]) ? null : { kind: "number", number: numbers[row] ?? 0, unit },
          );
          const own = found.numbers[row] ?? Number.NaN;
          const value = Number.isNaN(own) ? null : { kind: "number", number: own, unit: found.unit };
          const wanted = evaluate(expression, cells);
          expect({ value, problem: value === null ? (found.problemAt?.(row) ?? null) : null }).toEqual(wanted);
        }
      }),
      { numRuns: 1_500 },
    );
    expect(computed).toBeGreaterThan(700);
  });

  it("give the same for more rows than are computed at once", () => {
    const numbers = Float64Array.from({ length: 5_000 }, (_, row) => (row % 7 === 0 ? Number.NaN : (row % 11) - 3));
    const own: Expression = { kind: "column", column: 0 };
    const expression: Expression = {
      kind: "arithmetic",
      operator: "/",
      left: { kind: "arithmetic", operator: "*", left: own, right: { kind: "number", number: 0.1 } },
      right: own,
    };
    const found = evaluateColumns(expression, numbers.length, () => ({ numbers, unit: "kg" }));
    for (const [row, number] of numbers.entries()) {
      const { value, problem } = evaluate(expression, [Number.isNaN(number) ? null : { kind: "number", number, unit: "kg" }]);
      expect(found?.numbers[row]).toBe(value === null ? Number.NaN : value.kind === "number" ? value.number : null);
      expect(found?.problemAt?.(row)).toBe(problem);
    }
  });
});

/** Values as what a call computes over. */
function itemsOf(values: readonly (Value | null)[]): Items {
  const column = cellColumn(values);
  return {
    unit: null,
    valueAt: column.at,
    problemAt: null,
    isNumeric: column.numbers() !== null,
    numbers: () => arithmeticNumbers(column),
    classes: column.repeats,
    days: () => new Float64Array(values.length),
  };
}

const value = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 6 }).map((own): Value => ({ kind: "number", number: own, unit: null })),
    fc.constantFrom("a", "A", "b").map((text): Value => ({ kind: "text", text })),
    fc.constantFrom("2024", "2024-02", "2024-02-03").map((date): Value => ({ kind: "date", date, precision: "day" })),
    fc.boolean().map((own): Value => ({ kind: "boolean", boolean: own })),
  ),
  { nil: null },
);

/** An operator that takes any values, row by row. */
function plainly(operator: "count" | "count-distinct" | "min" | "max" | "first" | "last", values: readonly (Value | null)[]) {
  const sign = operator === "min" ? -1 : 1;
  const filled = values.flatMap((own, row) => (own === null ? [] : [{ own, row }]));
  const lacking = values.length - filled.length;
  const all = filled.map(({ row }) => row);
  const number = (own: number): Value => ({ kind: "number", number: own, unit: null });
  if (operator === "count") return { value: number(filled.length), rows: all, lacking, leftOut: [] };
  if (operator === "count-distinct")
    return { value: number(new Set(filled.map(({ own }) => groupingKey(own))).size), rows: all, lacking, leftOut: [] };
  if (operator === "first" || operator === "last") {
    const ends = operator === "first" ? filled.slice(0, 1) : filled.slice(-1);
    return { value: ends[0]?.own ?? null, rows: ends.map(({ row }) => row), lacking, leftOut: [] };
  }
  const leftOut: object[] = [];
  let best: Value | null = null;
  for (const { own, row } of filled) {
    if (best === null || kindRank(own) < kindRank(best)) best = own;
    else if (kindRank(own) > kindRank(best)) leftOut.push({ row, problem: "not a number" });
    else if (sign * orderValues(own, best) > 0) best = own;
  }
  const rows = filled.flatMap(({ own, row }) =>
    best !== null && kindRank(own) === kindRank(best) && orderValues(own, best) === 0 ? [row] : [],
  );
  return { value: best, rows, lacking, leftOut };
}

describe("aggregates", () => {
  it("are what a plain loop makes of any values, whether cells repeat or not", () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 40 }),
        fc.constantFrom("count" as const, "count-distinct" as const, "min" as const, "max" as const, "first" as const, "last" as const),
        (values, operator) => {
          const { rows, scope, ...found } = aggregate(operator, itemsOf(values), Uint32Array.from(values.keys()));
          expect({ ...found, rows: [...rows] }).toEqual(plainly(operator, values));
          expect(scope).toBe(values.length);
        },
      ),
      { numRuns: 600 },
    );
  });
});

describe("columns", () => {
  it("are tested and grouped cell by cell, whether cells repeat or not", () => {
    const test = cellTest("in", [
      { value: { kind: "number", number: 3, unit: null }, text: "3" },
      { value: { kind: "text", text: "a" }, text: "a" },
    ]);
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), (cells) => {
        const column = cellColumn(cells);
        expect([...testCells(column, test)]).toEqual(cells.map((cell) => Number(test(cell))));
        expect(cells.map((_, place) => column.at(place))).toEqual(cells);
        const keys = cells.map((cell) => (cell === null ? null : groupingKey(cell)));
        const first = keys.filter((key, place) => key !== null && keys.indexOf(key) === place);
        const { codes, members } = groupsOf(column);
        expect([...codes]).toEqual(keys.map((key) => first.indexOf(key)));
        expect(members).toEqual(first.map((key) => cells[keys.indexOf(key)]));
      }),
    );
  });

  it("have as their best places the first of the whole ranking, with what ties with the last", () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 30 }),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.nat({ max: 12 }),
        (values, order, limit) => {
          const items = values.map((own, row) => ({ value: own, problem: null, row, time: null }));
          const whole = rankItems(items, order);
          const last = whole[limit - 1];
          const wanted = whole.filter(
            ({ position }, index) => index < limit || (last !== undefined && position !== null && position === last.position),
          );
          const best = bestPlacesOf(itemsOf(values), Uint32Array.from(values.keys()), order, limit);
          expect(
            rankItems(
              best.flatMap((place) => items[place] ?? []),
              order,
            ),
          ).toEqual(wanted);
        },
      ),
      { numRuns: 500 },
    );
  });
});
