import { describe, expect, it } from "vitest";
import { areAlike, type NamedMeasure } from "../../core/alike-names.js";
import { certainty, ownNote, toldOtherwise, withRivals } from "../../core/certainty.js";
import type { Observation, Provenance } from "../../core/observation.js";
import { parseValue } from "../../core/values/parse.js";
import { measured } from "../../evals/names/measure.js";
import { SEEN, UNSEEN } from "../../evals/names/pairs.js";

const named = (name: string, unit: string | null = null, kind: NamedMeasure["kind"] = "number") => ({ name, unit, kind });

describe("names that mean the same", () => {
  it("are joined with hardly a wrong pair, over the labelled ones", () => {
    const { precision, recall } = measured([...SEEN, ...UNSEEN]);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.75);
  });

  it("need values of one kind, in units that convert", () => {
    expect(areAlike(named("weight", "kg"), named("body weight", "lb"))).toBe(true);
    expect(areAlike(named("length", "mm"), named("length", "min"))).toBe(false);
    expect(areAlike(named("rating"), named("rating", null, "text"))).toBe(false);
    expect(areAlike(named("high temperature"), named("low temperature"))).toBe(false);
  });
});

describe("how sure a value is", () => {
  const observed = (value: string, kind: Provenance["kind"] = "user", turn = 0): Observation => ({
    attribute: "weight",
    value,
    ...parseValue(value),
    source: { kind, turn, picture: null, start: 0, end: 0 },
  });

  it("follows who told it and what is noted", () => {
    const sure = certainty(observed("82 kg"));
    expect(sure).toBeGreaterThan(certainty(observed("82 kg", "picture")));
    expect(sure).toBeGreaterThan(certainty(observed("about 82 kg")));
    expect(certainty(observed("about 82 kg"))).toBeGreaterThan(certainty(observed("1,234")));
  });

  it("falls where the same round says otherwise, which its note tells beside its own", () => {
    const marked = withRivals(observed("about 82 kg"), [observed("84 kg", "caption"), observed("82.2 kg", "picture"), observed("90 kg")]);
    expect(marked.note).toBe('approximate; otherwise told as "84 kg"');
    expect([toldOtherwise(marked.note), ownNote(marked.note)]).toEqual(['"84 kg"', "approximate"]);
    expect(certainty(marked)).toBeLessThan(certainty(observed("about 82 kg")));
    expect(withRivals(observed("82 kg"), [observed("180.8 lb", "caption")]).note).toBeNull();
    expect(ownNote(withRivals(observed("82 kg"), [observed("84 kg", "user", 1)]).note)).toBeNull();
  });
});
