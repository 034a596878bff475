import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNITS } from "../../core/unit-names.js";
import { canonicalUnit, convertUnit, libraryUnit, sameDimension, unitLibrary } from "../../core/units.js";

describe("units", () => {
  it.each([
    ["lbs", "lb"],
    ["Kg", "kg"],
    ["degrees C", "°C"],
    ["km per hour", "km/h"],
    ["m2", "m²"],
    ["kg/m^2", "kg/m²"],
    ["€", "EUR"],
    ["USD per kg", "USD/kg"],
    ["out of 10", "/10"],
    ["percent", "%"],
    ["mm Hg", "mmHg"],
    ["miles per gallon", "mpg"],
    ["MB", "MB"],
    ["MW", "MW"],
    ["mW", "mW"],
    ["Mw", null],
    ["parsnips", null],
  ])("spells %s as %s", (text, unit) => expect(canonicalUnit(text)).toBe(unit));

  it("keeps a canonical spelling as it is", () => {
    for (const [symbol] of UNITS) expect(canonicalUnit(symbol)).toBe(symbol);
  });

  it("knows every unit of the table in the library", () => {
    for (const [symbol] of UNITS)
      if (symbol !== "l/100km")
        expect(
          unitLibrary()
            .unit(1, libraryUnit(symbol) ?? symbol)
            .toNumber(),
        ).toBe(1);
  });

  it.each([
    [100, "°C", "°F", 212],
    [154, "lb", "kg", 69.85322498],
    [1, "kcal", "kJ", 4.184],
    [20, "mpg", "l/100km", 11.7607291667],
    [60, "bpm", "Hz", 1],
    [2, "Gbps", "Mbps", 2000],
    [3, "%", null, 0.03],
    [8, "/10", "/5", 4],
    [5, "USD/kg", "USD/g", 0.005],
    [3, "visit", "visits", 3],
    [120, "mmHg", "kPa", 15.99864],
  ])("converts %d %s to %s", (number, from, to, result) => expect(convertUnit(number, from, to)).toBeCloseTo(result, 9));

  it.each([
    [1, "USD", "EUR"],
    [1, "kg", "m"],
    [1, "kg", null],
    [1, "visits", "steps"],
    [0, "mpg", "l/100km"],
  ])("does not convert %d %s to %s", (number, from, to) => expect(convertUnit(number, from, to)).toBeNull());

  it("converts there and back to the same number", () => {
    const symbols = UNITS.map(([symbol]) => symbol);
    fc.assert(
      fc.property(
        fc.constantFrom(...symbols),
        fc.constantFrom(...symbols),
        fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        (from, to, number) => {
          const there = convertUnit(number, from, to);
          expect(there !== null).toBe(sameDimension(from, to));
          if (there !== null) expect(convertUnit(there, to, from) ?? NaN).toBeCloseTo(number, number > 1000 ? 3 : 6);
        },
      ),
    );
  });
});
