import { describe, expect, it } from "vitest";
import { z } from "zod";
import { validate } from "../../decisions/validate.js";

const Step = z.object({
  tool: z.enum(["Rank", "Lookup"]),
  by: z.string(),
  k: z.number().optional(),
  filter: z.object({ column: z.string() }).optional(),
  unit: z.string().nullable(),
});

describe("validation of an answer", () => {
  it("takes null for an optional member as left out, and keeps it where it is a value", () => {
    expect(validate(Step, { tool: "Rank", by: "price", k: null, filter: null, unit: null })).toEqual({
      value: { tool: "Rank", by: "price", unit: null },
    });
  });

  it("does so inside lists and unions", () => {
    const shape = z.object({ steps: z.array(z.union([Step, z.object({ note: z.string() })])) });
    expect(validate(shape, { steps: [{ note: "x" }, { tool: "Lookup", by: "a", k: null, unit: "km" }] })).toEqual({
      value: { steps: [{ note: "x" }, { tool: "Lookup", by: "a", unit: "km" }] },
    });
  });

  it("does not take null for a required member, nor change what it was given", () => {
    const given = { tool: "Rank", by: null, k: null, unit: null };
    expect(validate(Step, given)).toEqual({ problem: expect.stringContaining("by") as string });
    expect(given.k).toBeNull();
  });

  it("drops members that nobody asked for, and names where a wrong one stands", () => {
    expect(validate(Step, { tool: "Rank", by: "a", unit: null, thoughts: "hm" })).toEqual({ value: { tool: "Rank", by: "a", unit: null } });
    expect(validate(z.object({ steps: z.array(Step) }), { steps: [{ tool: "WebSearch", by: "a", unit: null }] })).toEqual({
      problem: expect.stringMatching(/steps\.0\.tool.*Rank/) as string,
    });
  });
});
