import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AUXILIARY_COLUMNS, type ColumnShape } from "../../core/columns.js";
import { MnemaError } from "../../core/errors.js";
import { evaluate } from "../../core/evaluate.js";
import { parseExpression } from "../../core/expression.js";
import type { Value } from "../../core/observation.js";
import { parseValue } from "../../core/values/parse.js";

fc.configureGlobal({ seed: 20240615 });

const shape = (...names: string[]): ColumnShape[] => [
  ...names.map((name): ColumnShape => ({ name, type: "number", unit: null, auxiliary: false, kinds: ["number"] })),
  ...AUXILIARY_COLUMNS,
];

/** Evaluates over one row of source texts, by column. */
function over(row: Readonly<Record<string, string | null>>, expression: string) {
  const cells = Object.values(row).map((text): Value | null => (text === null ? null : parseValue(text).typed));
  return evaluate(parseExpression(expression, shape(...Object.keys(row))), cells);
}

const number = (row: Readonly<Record<string, string | null>>, expression: string) => {
  const { value } = over(row, expression);
  return value?.kind === "number" ? value.number : value;
};

/** The code of the error that an expression over columns is refused with. */
function refusal(expression: string, ...names: string[]): string {
  try {
    parseExpression(expression, shape(...names));
  } catch (error) {
    if (MnemaError.isInstance(error)) return error.code;
  }
  return "accepted";
}

describe("expressions", () => {
  it("compute arithmetic over columns whose names hold spaces, signs, brackets and words of the language", () => {
    const row = {
      "day high": "30.05",
      "day low": "28.45",
      "size [cm]": "12",
      "address.city": "3",
      "a+b": "7",
      count: "5",
      round: "9",
      "back`tick": "4",
    };
    expect(number(row, "day high - day low")).toBe(1.6);
    expect(number(row, "day_high - DAY LOW")).toBe(1.6);
    expect(number(row, "size [cm] * 2")).toBe(24);
    expect(number(row, "address.city + 1")).toBe(4);
    expect(number(row, "a+b")).toBe(7);
    expect(number(row, "`a+b` + count")).toBe(12);
    expect(number(row, "round(count / 2)")).toBe(3);
    expect(number(row, "round + 1")).toBe(10);
    expect(number(row, "`back``tick` * 2")).toBe(8);
    expect(number(row, '"day high" - "day low"')).toBe(1.6);
  });

  it("show no noise of binary fractions", () => {
    expect(number({ a: "0.1", b: "0.2" }, "a + b")).toBe(0.3);
    expect(number({ v: "50.3", w: "20.1", x: "30.2" }, "v - w - x")).toBe(0);
  });

  it("carry units through sums, products and percentages", () => {
    expect(over({ a: "2 km", b: "500 m" }, "a + b").value).toEqual({ kind: "number", number: 2.5, unit: "km" });
    expect(over({ weight: "154 lb", height: "175 cm" }, "weight / (height*height) in kg/m2").value).toMatchObject({
      number: expect.closeTo(22.809, 3),
    });
    expect(number({ rate: "3%", base: "200" }, "rate * base")).toBe(6);
    expect(over({ a: "2 km", b: "3 kg" }, "a + b")).toEqual({ value: null, problem: "units do not fit" });
    expect(over({ t: "20 °C" }, "t + 1").value).toMatchObject({ number: 21, unit: "°C" });
  });

  it("tell a division by zero and a text apart from an empty cell", () => {
    expect(over({ spent: "10", days: "0" }, "spent / days")).toEqual({ value: null, problem: "division by zero" });
    expect(over({ v: "abc" }, "v + 1")).toEqual({ value: null, problem: "not a number" });
    expect(over({ v: null }, "v + 1")).toEqual({ value: null, problem: null });
  });

  it("take parts of dates and the days between them, whatever the machine's zone", () => {
    const row = { start: "2024-03-30", end: "2024-04-01" };
    expect(number(row, "days(start, end)")).toBe(2);
    expect(number(row, "end - start")).toBe(2);
    expect([number(row, "year(end)"), number(row, "month(end)"), number(row, "day(end)")]).toEqual([2024, 4, 1]);
    expect(over({ d: "1854-04-01" }, "weekday(d)").value).toEqual({ kind: "text", text: "Saturday" });
    expect(over({ v: "5" }, "year(v)").problem).toBe("not a date");
  });

  it("refuse everything that is no arithmetic, and run none of it", () => {
    const attacks = [
      "process.exit(1)",
      'require("fs")',
      "SELECT v FROM t; DROP TABLE t",
      "``globalThis.PWN=1``",
      "CREATE FUNCTION f AS ...",
      "v = 2",
      "v; v",
      "[v, v]",
      "{a: v}",
      "v.constructor",
      'import("fs")',
      "eval(v)",
      'v["x"]',
      "f(x) = x",
      "TXT('/etc/host.conf')",
      "_c0",
      "v + _c7",
      "v ? 1 : 2",
      "a -> b",
      "1:3",
      "v'",
      "v!",
    ];
    for (const attack of attacks) expect(["INVALID_EXPRESSION", "UNKNOWN_COLUMN"], attack).toContain(refusal(attack, "v"));
    expect((globalThis as { PWN?: unknown }).PWN).toBeUndefined();
  });

  it("read a column whose name is code as the column", () => {
    const name = "x'+(globalThis.PWN=1)+'";
    expect(number({ [name]: "4" }, name)).toBe(4);
    expect((globalThis as { PWN?: unknown }).PWN).toBeUndefined();
  });

  it("name what exists when a column is unknown, also one of several words, and never take another", () => {
    expect(() => parseExpression("hexometer", shape("cost", "city"))).toThrow(/no column "hexometer".*cost, city/);
    expect(refusal("running hexometer", "cost")).toBe("UNKNOWN_COLUMN");
    expect(refusal("cost + hexometer", "cost")).toBe("UNKNOWN_COLUMN");
    expect(refusal("avg(cost)", "cost")).toBe("INVALID_EXPRESSION");
  });

  it("agree with plain arithmetic", () => {
    const small = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(small, small, small, fc.constantFrom("+", "-", "*"), fc.constantFrom("+", "-", "*"), (a, b, c, first, second) => {
        const plain = { "+": (x: number, y: number) => x + y, "-": (x: number, y: number) => x - y, "*": (x: number, y: number) => x * y };
        const row = { "col a": String(a), "col b": String(b), "col c": String(c) };
        expect(number(row, `(col a ${first} col b) ${second} col c`)).toBe(plain[second](plain[first](a, b), c) + 0);
      }),
    );
  });

  it("find every name again, whatever signs it holds", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((name) => name.trim() !== "" && !name.startsWith("@")),
        (name) => {
          const parsed = parseExpression(name.trim(), [...shape(name)]);
          expect(parsed).toEqual({ kind: "column", column: 0 });
        },
      ),
    );
  });
});
