import { describe, expect, it } from "vitest";
import { jsonFromReply } from "../../core/reply-json.js";

const FENCE = "```";
const value = (reply: string) => {
  const read = jsonFromReply(reply);
  return "value" in read ? read.value : read.problem;
};

describe("JSON in a reply", () => {
  it.each([
    ['{"pet":"cat"}'],
    [`Here it is:\n${FENCE}json\n{"pet":"cat"}\n${FENCE}\nHope this helps {really}`],
    [`${FENCE}\n{"pet":"cat"}\n${FENCE}`],
    ['As in [1], for {x}: {"pet":"cat"} - done.'],
    ['<think>{"pet":"dog"}</think>{"pet":"cat"}'],
    ['{"pet":"cat"} {"pet":"cat"}'],
    ['It is 5" wide, she said "hi: {"pet":"cat"}'],
  ])("is found in %j", (reply) => {
    expect(value(reply)).toEqual({ pet: "cat" });
  });

  it.each([
    ["{'pet':'cat',}", { pet: "cat" }],
    ["{pet: 'cat'}", { pet: "cat" }],
    ['{"pets":["cat","dog",],}', { pets: ["cat", "dog"] }],
    ['{"pet":"cat" // a cat\n}', { pet: "cat" }],
    ['{"pet":"a black\ncat"}', { pet: "a black\ncat" }],
  ])("is repaired in %j", (reply, expected) => {
    expect(value(reply)).toEqual(expected);
  });

  it("keeps brackets, fences and quotes that stand inside strings", () => {
    const held = { text: `a } b { c ${FENCE}x${FENCE} "quoted" \\` };
    expect(value(JSON.stringify(held))).toEqual(held);
    expect(value(`${FENCE}json\n${JSON.stringify(held)}\n${FENCE}`)).toEqual(held);
  });

  it("is taken as it is when it parses, whatever could be repaired beside it", () => {
    expect(value(`{'pet': 'dog'} is wrong, {"pet":"cat"} is right`)).toEqual({ pet: "cat" });
  });

  it.each([
    ["", "empty"],
    ["  \n", "empty"],
    ["Sure! The user likes tea.", "no complete JSON"],
    [`${FENCE}json\n{"items":[{"attribute":"pet","value":"ca`, "no complete JSON"],
    ['{"items":[{"attribute":"pet","value":"cat"}', "no complete JSON"],
    ['{"text":"a } b', "no complete JSON"],
    ['{"width":"5" wide"}', "no complete JSON"],
    ['{"attribute":"role": "baker"}', "no complete JSON"],
    ['{"pet":"cat"}{"pet":"dog"}', "several different"],
    ['{"pet":"cat","pet":"dog"}', 'The key "pet" was given twice'],
    ["{'a':{'pet':'cat','pet':'dog'}}", 'The key "pet" was given twice'],
  ])("is refused in %j, with the reason", (reply, reason) => {
    expect(value(reply)).toContain(reason);
  });

  it("may give one key in two objects, and a key's text as a value", () => {
    expect(value('{"a":{"k":1},"b":{"k":2},"c":"k","d":["k","k"]}')).toEqual({ a: { k: 1 }, b: { k: 2 }, c: "k", d: ["k", "k"] });
  });
});
