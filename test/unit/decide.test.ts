import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decide, recordHuman } from "../../decisions/decide.js";
import type { Decision } from "../../decisions/decision.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import type { ChatModel, Message, Reply } from "../../models/contract.js";
import { memoryLog } from "../memory-log.js";

const Colour = z.object({ colour: z.string(), sure: z.boolean().default(false) });
const asked: string[] = [];

const nameColour: Decision<{ thing: string }, typeof Colour> = {
  name: "name-colour",
  version: 1,
  answer: Colour,
  ask: ({ thing }) => [
    { role: "system", content: "Name its colour." },
    { role: "user", content: thing },
  ],
  offline: ({ thing }) => {
    asked.push(thing);
    if (thing === "ghost") throw new Error("a ghost has none");
    return { colour: thing === "sky" ? "blue" : "grey", sure: true };
  },
  check: ({ colour }, { thing }) => (thing === "sky" && colour === "green" ? "The sky is never green." : null),
};

function runtime(more: Partial<Pick<DecisionRuntime, "model" | "signal">> = {}) {
  return {
    model: null,
    log: memoryLog(),
    clock: () => new Date("2026-01-02T03:04:05Z"),
    run: "r1",
    label: "",
    pictures: async () => null,
    ...more,
  } satisfies DecisionRuntime;
}

/** A model that gives these replies in turn, and remembers what it was asked. */
function scripted(replies: readonly (Partial<Reply> & { text: string })[]) {
  const calls: { messages: readonly Message[]; maxTokens: number | undefined }[] = [];
  const model: ChatModel = {
    model: "scripted",
    parameters: { temperature: 0 },
    async complete(messages, { maxTokens }) {
      const reply = replies[Math.min(calls.length, replies.length - 1)];
      calls.push({ messages, maxTokens });
      return { finish: "stop", tokens: { input: 10, output: 2, images: 1 }, ...reply } as Reply;
    },
  };
  return { model, calls };
}

describe("a decision without a model", () => {
  it("is made by its stand-in once, and read from the log afterwards", async () => {
    asked.length = 0;
    const outside = runtime();
    expect(await decide(nameColour, { thing: "sky" }, outside, [3, 4])).toEqual({ colour: "blue", sure: true });
    expect(await decide(nameColour, { thing: "sky" }, { ...outside, run: "r2" }, [3, 4])).toEqual({ colour: "blue", sure: true });
    expect(asked).toEqual(["sky"]);
    expect(outside.log.records).toEqual([
      expect.objectContaining({
        name: "name-colour",
        version: 1,
        model: "offline",
        output: { colour: "blue", sure: true },
        rounds: [3, 4],
        run: "r1",
        at: "2026-01-02T03:04:05.000Z",
        attempts: 1,
        error: null,
        tokens: { input: 0, output: 0, images: 0 },
      }),
    ]);
  });

  it("is another one for another input, version or label, and the same for the same members in another order", async () => {
    const outside = runtime();
    const keys = async (decision: typeof nameColour, input: { thing: string }, label: string) => {
      await decide(decision, input, { ...outside, label }, []);
      return outside.log.records.length;
    };
    expect(await keys(nameColour, { thing: "sky" }, "")).toBe(1);
    expect(await keys(nameColour, { thing: "sea" }, "")).toBe(2);
    expect(await keys({ ...nameColour, version: 2 }, { thing: "sky" }, "")).toBe(3);
    expect(await keys(nameColour, { thing: "sky" }, "repeat 2")).toBe(4);
    const two = { a: 1, thing: "sky" };
    expect(await keys(nameColour, two, "")).toBe(5);
    expect(await keys(nameColour, { thing: "sky", a: 1 } as { thing: string }, "")).toBe(5);
  });

  it("fails with the reason, which is recorded, and is made anew the next time", async () => {
    const outside = runtime();
    await expect(decide(nameColour, { thing: "ghost" }, outside, [9])).rejects.toMatchObject({
      code: "DECISION_FAILED",
      cause: { message: "a ghost has none" },
    });
    expect(outside.log.records).toMatchObject([{ output: null, error: "a ghost has none", rounds: [9] }]);
    asked.length = 0;
    await expect(decide(nameColour, { thing: "ghost" }, outside, [9])).rejects.toMatchObject({ code: "DECISION_FAILED" });
    expect(asked).toEqual(["ghost"]);
  });

  it("is written together with others that end at the same time, each before it is returned", async () => {
    const outside = runtime();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await decide(nameColour, { thing: `thing ${index}` }, outside, [index]);
        expect(outside.log.records.some((record) => record.rounds[0] === index)).toBe(true);
      }),
    );
    expect(outside.log.records).toHaveLength(20);
    expect(outside.log.writes).toBeLessThan(5);
  });

  it("tells everyone whose record could not be written", async () => {
    const outside = runtime();
    outside.log.record = async () => {
      throw new Error("disk full");
    };
    const outcomes = await Promise.allSettled([
      decide(nameColour, { thing: "a" }, outside, []),
      decide(nameColour, { thing: "b" }, outside, []),
    ]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && String(outcome.reason))).toEqual([
      "Error: disk full",
      "Error: disk full",
    ]);
  });
});

describe("a decision with a model", () => {
  it("is asked for the shape that its answer has before it is validated", async () => {
    const Tidied = z.preprocess(
      (value) => value,
      z.object({ colours: z.array(z.preprocess(String, z.string())), sure: z.boolean().default(false) }),
    );
    let schema: unknown;
    const model: ChatModel = {
      model: "m",
      parameters: {},
      async complete(_, options) {
        schema = options.schema;
        return { text: '{"colours":[7]}', finish: "stop", tokens: { input: 0, output: 0, images: 0 } };
      },
    };
    const decision: Decision<string, typeof Tidied> = {
      name: "tidy",
      version: 1,
      answer: Tidied,
      ask: () => [],
      offline: () => ({ colours: [], sure: true }),
    };
    expect(await decide(decision, "x", runtime({ model }), [])).toEqual({ colours: ["7"], sure: false });
    expect(schema).toEqual({
      type: "object",
      properties: { colours: { type: "array", items: { type: "string" } }, sure: { type: "boolean", default: false } },
      required: ["colours"],
    });
  });

  it("keeps the model's answer apart from the stand-in's", async () => {
    const { model, calls } = scripted([{ text: '{"colour":"red"}' }]);
    const outside = runtime();
    await decide(nameColour, { thing: "sky" }, outside, []);
    expect(await decide(nameColour, { thing: "sky" }, { ...outside, model }, [])).toEqual({ colour: "red", sure: false });
    expect(await decide(nameColour, { thing: "sky" }, { ...outside, model }, [])).toEqual({ colour: "red", sure: false });
    expect(calls).toHaveLength(1);
  });

  it("shows a wrong answer again with what is wrong with it, and sums what all attempts cost", async () => {
    const { model, calls } = scripted([{ text: "Blue, I think." }, { text: '{"colour":"green"}' }, { text: '{"colour":"blue"}' }]);
    const outside = runtime({ model });
    expect(await decide(nameColour, { thing: "sky" }, outside, [])).toEqual({ colour: "blue", sure: false });
    expect(calls[1]?.messages.slice(2)).toEqual([
      { role: "assistant", content: "Blue, I think." },
      { role: "user", content: expect.stringContaining("no complete JSON") as string },
    ]);
    expect(calls[2]?.messages.at(-1)?.content).toContain("never green");
    expect(outside.log.records).toMatchObject([
      { attempts: 3, tokens: { input: 30, output: 6, images: 3 }, error: null, model: "scripted" },
    ]);
  });

  it("gives up after three attempts, with the last complaint", async () => {
    const { model, calls } = scripted([{ text: '{"colour":7}' }]);
    const outside = runtime({ model });
    await expect(decide(nameColour, { thing: "sky" }, outside, [])).rejects.toMatchObject({
      code: "DECISION_FAILED",
      message: expect.stringMatching(/3 attempts.*colour/) as string,
    });
    expect(calls).toHaveLength(3);
    expect(outside.log.records).toMatchObject([{ attempts: 3, output: null, tokens: { input: 30, output: 6, images: 3 } }]);
  });

  it("asks again with a higher limit when the reply was cut, even if it looks whole", async () => {
    const { model, calls } = scripted([{ text: '{"colour":"bl"}', finish: "length" }, { text: '{"colour":"blue"}' }]);
    expect(await decide(nameColour, { thing: "sky" }, runtime({ model }), [])).toEqual({ colour: "blue", sure: false });
    expect(calls[1]?.maxTokens).toBe(4 * (calls[0]?.maxTokens ?? 0));
    expect(calls[1]?.messages).toHaveLength(2);
  });

  it.each(["content_filter", "refusal"])("asks once more after %s, then says so", async (finish) => {
    const { model, calls } = scripted([{ text: "", finish }]);
    const outside = runtime({ model });
    await expect(decide(nameColour, { thing: "sky" }, outside, [])).rejects.toMatchObject({
      code: "DECISION_FAILED",
      message: expect.stringContaining(finish) as string,
      cause: { code: "MODEL_REFUSED" },
    });
    expect(calls).toHaveLength(2);
    expect(outside.log.records).toMatchObject([{ attempts: 2 }]);
  });

  it("ends as cancelled, with nothing recorded, when it was cancelled", async () => {
    const controller = new AbortController();
    const model: ChatModel = {
      model: "slow",
      parameters: {},
      complete: async () => {
        controller.abort();
        throw new Error("aborted");
      },
    };
    const outside = runtime({ model, signal: controller.signal });
    await expect(decide(nameColour, { thing: "sky" }, outside, [])).rejects.toMatchObject({ code: "CANCELLED" });
    expect(outside.log.records).toEqual([]);
  });
});

describe("a person's answer", () => {
  it("is preferred to the model's and the stand-in's", async () => {
    const { model } = scripted([{ text: '{"colour":"red"}' }]);
    const outside = runtime();
    await decide(nameColour, { thing: "sky" }, outside, [1]);
    await recordHuman(nameColour, { thing: "sky" }, { colour: "pink" }, outside, [1]);
    expect(await decide(nameColour, { thing: "sky" }, outside, [1])).toEqual({ colour: "pink", sure: false });
    expect(await decide(nameColour, { thing: "sky" }, { ...outside, model }, [1])).toEqual({ colour: "pink", sure: false });
    expect(outside.log.records.map((record) => record.model).sort()).toEqual(["human", "offline"]);
  });

  it.each([{ colour: 5 }, { colour: "green" }])("must be one that could be used: not %j", async (answer) => {
    await expect(recordHuman(nameColour, { thing: "sky" }, answer, runtime(), [])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
