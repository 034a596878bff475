import { describe, expect, it } from "vitest";
import type { Observation, Provenance } from "../../../core/observation.js";
import { attributesOf, rowCells, rowRule } from "../../../core/rows.js";

const observed = (attribute: string, value: string, source: Partial<Provenance> = {}): Observation => ({
  attribute,
  value,
  typed: { kind: "text", text: value },
  source: { kind: "user", turn: 0, picture: null, start: 0, end: value.length, ...source },
  note: null,
});

describe("the rule for rows", () => {
  const rule = rowRule([
    { id: "meals", attributes: ["dish", "calories", "place"] },
    { id: "trips", attributes: ["place", "distance"] },
  ]);

  it("takes a round with two of a table's attributes", () => {
    expect(rule.tablesOf(["dish", "calories"])).toEqual(["meals"]);
    expect(rule.tablesOf(["place", "calories", "distance"])).toEqual(["meals", "trips"]);
  });

  it("takes a round with one attribute that only this table has, and none with a shared one alone", () => {
    expect(rule.tablesOf(["dish"])).toEqual(["meals"]);
    expect(rule.tablesOf(["place"])).toEqual([]);
    expect(rule.tablesOf(["place", "weather", "place"])).toEqual([]);
  });

  it("knows a table's own attributes", () => {
    expect(rule.ownAttributes("meals")).toEqual(["calories", "dish"]);
    expect(rule.ownAttributes("trips")).toEqual(["distance"]);
  });
});

describe("a row", () => {
  it("holds the attributes of the table that the round has, in the table's order, whatever their spelling", () => {
    const cells = rowCells(
      [observed("Calories", "610"), observed("mood", "good"), observed("DISH", "stew")],
      ["dish", "calories", "place"],
    );
    expect([...cells].map(([key, { value }]) => [key, value])).toEqual([
      ["dish", "stew"],
      ["calories", "610"],
    ]);
  });

  it("prefers the user's words, then the caption, the picture's text and the assistant, and the first of each", () => {
    const sources: [string, Partial<Provenance>][] = [
      ["echo", { kind: "assistant", turn: 1 }],
      ["read", { kind: "picture", picture: 0 }],
      ["captioned", { kind: "caption", picture: 0 }],
      ["second", { start: 20 }],
      ["first", { start: 3 }],
    ];
    for (let count = 1; count <= sources.length; count++) {
      const cells = rowCells(
        sources.slice(0, count).map(([value, source]) => observed("dish", value, source)),
        ["dish"],
      );
      expect(cells.get("dish")?.value).toBe(["echo", "read", "captioned", "second", "first"][count - 1]);
    }
  });

  it("counts attributes once, without their spelling, and leaves nameless ones out", () => {
    expect([...attributesOf([observed("Dish", "a"), observed("dish ", "b"), observed("\u200b", "c")])]).toEqual(["dish"]);
  });
});
