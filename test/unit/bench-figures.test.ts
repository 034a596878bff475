import { describe, expect, it } from "vitest";
import { instanceOf } from "../../evals/bench/side-by-side/instance.js";
import { stubReply } from "../../evals/bench/side-by-side/stub-answers.js";
import { byPart, growthOf, logLogSlope } from "../../evals/bench/whole-path/growth.js";
import { msByPhase } from "../../evals/bench/whole-path/phases.js";

describe("figures of the benches", () => {
  it("share out a stretch that lies across two parts", () => {
    const stretches = [
      { rounds: 30, ms: 30 },
      { rounds: 10, ms: 30 },
    ];
    expect(byPart(stretches, 2)).toEqual([1, 2]);
    expect(byPart([{ rounds: 64, ms: 128 }], 10)).toEqual(Array.from({ length: 10 }, () => expect.closeTo(2, 9)));
    expect(byPart([], 10)).toEqual([]);
  });

  it("tell how the cost of a round grows", () => {
    const flat = growthOf(Array.from({ length: 20 }, () => ({ rounds: 5, ms: 10 })));
    expect(flat.lastToFirst).toBeCloseTo(1);
    expect(flat.slope).toBeCloseTo(0);
    expect(growthOf([]).lastToFirst).toBeNull();
    expect(logLogSlope([1, 10, 100].map((x) => [x, 3 * x ** 1.5]))).toBeCloseTo(1.5);
    expect(logLogSlope([[10, 4]])).toBeNull();
  });

  it("give a sample to the phase of its innermost function that has one", () => {
    const frame = (functionName: string, url: string) => ({ functionName, url });
    const nodes = [
      { id: 1, callFrame: frame("(root)", ""), children: [2, 5, 6] },
      { id: 2, callFrame: frame("weave", "file:///x/nodes/ingest/weave.ts"), children: [3] },
      { id: 3, callFrame: frame("decideIn", "file:///x/decisions/decide.ts"), children: [4] },
      { id: 4, callFrame: frame("sha256", "file:///x/core/canonical.ts") },
      { id: 5, callFrame: frame("(idle)", "") },
      { id: 6, callFrame: frame("start", "node:internal") },
    ];
    const profile = { nodes, samples: [2, 4, 5, 6], timeDeltas: [1_000, 2_000, 3_000, 4_000] };
    expect(msByPhase(profile)).toEqual({ hierarchy: 1, "decision log": 2, waiting: 3, other: 4 });
  });
});

describe("the model of the side by side", () => {
  it("fills a schema with what was said, references and choices included", () => {
    const schema = {
      type: "object",
      properties: {
        facts: { type: "array", items: { $ref: "#/$defs/Fact" } },
        kind: { enum: ["a", "b"] },
        note: { anyOf: [{ type: "null" }, { type: "string" }] },
      },
      $defs: { Fact: { type: "object", properties: { text: { type: "string" }, place: { type: "integer" } } } },
    };
    expect(instanceOf(schema, "said")).toEqual({ facts: [{ text: "said", place: 0 }], kind: "a", note: "said" });
  });

  it("points at nothing that was stored before: a fact is new each time", () => {
    const numbers = { type: "array", items: { type: "integer" } };
    expect(instanceOf({ properties: { duplicate_candidate_id: { type: "integer" }, contradicted_facts: numbers } }, "said")).toEqual({
      duplicate_candidate_id: -1,
      contradicted_facts: [],
    });
  });

  it("says all lines of what the user said, not the reply", () => {
    const content = "<message>\nuser: Run logged:\n- distance: 5 km\nassistant: Well done.\n</message>";
    expect(stubReply({ messages: [{ role: "user", content }] })).toMatchObject({
      content: expect.stringContaining('"facts":["Run logged: - distance: 5 km"]'),
    });
  });

  it("says what the user said last, as words or as a tool's arguments", () => {
    const messages = [{ role: "user", content: "Input:\nuser: one\nassistant: yes\nuser: two\n" }];
    expect(stubReply({ messages })).toMatchObject({ content: expect.stringContaining('"facts":["two"]') });
    const tools = [{ function: { name: "Memory", parameters: { properties: { content: { type: "string" } } } } }];
    expect(stubReply({ messages, tools })).toEqual({ tool: "Memory", arguments: '{"content":"two"}' });
  });

  it("answers an extraction of ours with values that stand in the round", () => {
    const content = '<recalled from="user, turn 0">\nRun:\n- distance: 5 km\n</recalled>';
    const reply = stubReply({ messages: [{ role: "user", content }], response_format: { json_schema: { name: "extract", schema: {} } } });
    const items = [{ attribute: "distance", value: "5 km", kind: "user", turn: 0, picture: null }];
    expect(reply).toEqual({ content: JSON.stringify({ items }) });
  });
});
