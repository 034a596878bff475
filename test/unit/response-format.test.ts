import { describe, expect, it } from "vitest";
import { z } from "zod";
import { responseFormat } from "../../models/response-format.js";

const format = (shape: z.ZodType, name = "plan") => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: "input" });
  return { ...responseFormat(name, schema).json_schema, given: schema };
};

const Tree = z.object({
  name: z.string(),
  get below() {
    return z.array(Tree);
  },
});

describe("the request for structured output", () => {
  it("is strict: every object closed, every member required, an optional one possibly null", () => {
    const Step = z.object({
      tool: z.enum(["Rank"]),
      by: z.string().min(1).nullable(),
      k: z.int().positive().optional(),
      sure: z.boolean().default(false),
    });
    expect(format(z.object({ steps: z.array(Step).max(3) }))).toMatchObject({
      name: "plan",
      strict: true,
      schema: {
        type: "object",
        required: ["steps"],
        additionalProperties: false,
        properties: {
          steps: {
            type: "array",
            items: {
              type: "object",
              required: ["tool", "by", "k", "sure"],
              additionalProperties: false,
              properties: {
                tool: { type: "string", enum: ["Rank"] },
                by: { anyOf: [{ type: "string" }, { type: "null" }] },
                k: { anyOf: [{ type: "integer" }, { type: "null" }] },
                sure: { anyOf: [{ type: "boolean" }, { type: "null" }] },
              },
            },
          },
        },
      },
    });
  });

  it("leaves out what strict services refuse, and puts alternatives as they take them", () => {
    const either = z.object({
      a: z.discriminatedUnion("kind", [z.object({ kind: z.literal("x"), n: z.number().min(2) }), z.object({ kind: z.literal("y") })]),
    });
    const { strict, schema } = format(either);
    expect(strict).toBe(true);
    expect(JSON.stringify(schema)).toContain("anyOf");
    expect(JSON.stringify(schema)).not.toMatch(/oneOf|minimum/);
  });

  it.each([
    ["free keys", z.object({ a: z.record(z.string(), z.number()) })],
    ["anything", z.object({ a: z.unknown() })],
    ["a list of anything", z.object({ a: z.array(z.unknown()) })],
    ["itself inside", Tree],
  ])("only guides, with the schema as it is, where it has %s", (_, shape) => {
    const { strict, schema, given } = format(shape);
    expect(strict).toBe(false);
    expect(schema).toEqual(given);
  });

  it("has a name that services accept", () => {
    expect(format(z.object({}), "name table/ü".repeat(20)).name).toMatch(/^[\w-]{1,64}$/);
  });
});
