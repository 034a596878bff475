import { afterEach, describe, expect, it } from "vitest";
import type { ModelRequest } from "../../environments/programs/capabilities.js";
import { createMemoProgram, type MemoProgram, type MemoProgramSettings } from "../../environments/programs/memo-program.js";
import { emptyPayload, EpisodeRecorder, type InitRecord } from "../../environments/programs/recorder.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";

const open: MemoProgram[] = [];
afterEach(() => Promise.all(open.splice(0).map((program) => program.close())));

function programOf(source: string, settings: Partial<MemoProgramSettings> = {}): MemoProgram {
  const program = createMemoProgram({ source, encoder: openHashingEncoder(), model: null, ...settings });
  open.push(program);
  return program;
}

const init = (goal: string): InitRecord => ({ goal, observation: `a page that says ${goal}`, images: [], metadata: { domain: "shop" } });
const episode = (goal: string, reward = 1): EpisodeRecorder =>
  EpisodeRecorder.parse({
    init: init(goal),
    steps: [{ action: `click ${goal}`, observation: "done", images: [{ kind: "hash", value: "a".repeat(64) }], metadata: { legal: true } }],
    memory_retrieved: emptyPayload(),
    reward,
    messages: [{ role: "assistant", content: "I click" }],
  });

/** Keeps what was done for each goal, and gives what was done for the most similar ones. */
const NEAREST = `
  async function update({ init, steps, reward }) {
    const seen = state.get("seen") ?? [];
    seen.push({ goal: init.goal, actions: steps.map((step) => step.action), images: steps.flatMap((step) => step.images), reward });
    state.set("seen", seen);
  }
  async function retrieve({ init }) {
    const seen = state.get("seen") ?? [];
    const alike = await similarity(init.goal, seen.map((one) => one.goal));
    const ranked = seen.map((one, at) => ({ ...one, alike: alike[at] })).sort((a, b) => b.alike - a.alike);
    return { items: ranked.map(({ goal, actions, images }) => ({ text: goal + ": " + actions.join("; "), images })), metadata: { seen: seen.length } };
  }`;

describe("a memo program", () => {
  it("keeps episodes and gives what is near, with the pictures that it was shown", async () => {
    const program = programOf(NEAREST);
    expect(await program.retrieve({ init: init("buy red shoes") })).toMatchObject({
      ok: true,
      value: { payload: { items: [], metadata: { seen: 0 } } },
    });
    for (const goal of ["sort the mail", "buy blue shoes", "close the window"])
      expect(await program.update(episode(goal))).toMatchObject({ ok: true, value: null });
    const found = await program.retrieve({ init: init("buy red shoes") });
    expect(found).toMatchObject({
      ok: true,
      value: { payload: { items: [{ text: "buy blue shoes: click buy blue shoes" }, {}, {}], metadata: { seen: 3 } }, cut: { images: 1 } },
    });
  });

  it("sees of a task that is to be done what is known before it, and nothing else", async () => {
    const program = programOf(`
      const update = () => {};
      const retrieve = (recorder) => ({ items: [{ text: JSON.stringify(recorder) }], metadata: {} });`);
    const found = await program.retrieve(episode("buy red shoes"));
    expect(found.ok && JSON.parse(found.value.payload.items[0]?.text ?? "")).toEqual({ init: init("buy red shoes") });
  });

  it("writes nothing while it retrieves, also when it catches the refusal", async () => {
    const program = programOf(`
      function update() { state.set("n", 1) }
      function retrieve({ init }) {
        if (init.goal === "throw") state.set("n", 2);
        const refusals = [() => state.set("n", 2), () => state.set("m", 2), () => state.delete("n")].map((write) => {
          try { write(); return "wrote" } catch (error) { return error.message }
        });
        return { items: [{ text: refusals.join("|") }], metadata: { n: state.get("n") } };
      }`);
    await program.update(episode("a"));
    expect(await program.retrieve({ init: init("throw") })).toMatchObject({
      ok: false,
      reason: "threw",
      message: expect.stringContaining("frozen"),
    });
    const caught = await program.retrieve({ init: init("catch") });
    expect(caught.ok && caught.value.payload.items[0]?.text?.split("|")).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining("frozen")),
    );
    expect(program.state()).toEqual({ n: 1 });
    expect(await program.update(episode("b"))).toMatchObject({ ok: true });
  });

  it("takes nothing from one call to the next but its state", async () => {
    const program = programOf(`
      let calls = 0;
      function update() { retrieve() }
      function retrieve() {
        calls += 1;
        globalThis.kept = (globalThis.kept ?? 0) + 1;
        Array.prototype.kept = (Array.prototype.kept ?? 0) + 1;
        state.get.kept = (state.get.kept ?? 0) + 1;
        return { items: [], metadata: { calls, kept, on: [].kept, there: state.get.kept, luck: Math.random() } };
      }`);
    const first = await program.retrieve({ init: init("a") });
    await program.update(episode("b"));
    const second = await program.retrieve({ init: init("c") });
    expect(first).toMatchObject({ ok: true, value: { payload: { metadata: { calls: 1, kept: 1, on: 1, there: 1 } } } });
    expect(second).toEqual(first);
  });

  it("cannot reach another program's state or globals", async () => {
    const owner = programOf(
      `globalThis.secret = "s"; function update() { state.set("secret", "hunter2") } function retrieve() { return { items: [], metadata: {} } }`,
    );
    await owner.update(episode("a"));
    const thief = programOf(`
      function update() { state.set("secret", "overwritten") }
      function retrieve() {
        return { items: [], metadata: { state: state.get("secret"), keys: state.keys(), global: typeof secret, prototype: state.get("__proto__"), all: Object.keys(globalThis).includes("secret") } };
      }`);
    expect(await thief.retrieve({ init: init("a") })).toMatchObject({
      ok: true,
      value: { payload: { metadata: { state: null, keys: [], global: "undefined", prototype: null, all: false } } },
    });
    await thief.update(episode("a"));
    expect(owner.state()).toEqual({ secret: "hunter2" });
  });

  it("is moved with its state, and begins anew without", async () => {
    const program = programOf(NEAREST);
    await program.update(episode("buy blue shoes"));
    const again = programOf(NEAREST);
    again.restore(JSON.parse(JSON.stringify(program.state())));
    expect(await again.retrieve({ init: init("buy") })).toEqual(await program.retrieve({ init: init("buy") }));
    again.restore({});
    expect(await again.retrieve({ init: init("buy") })).toMatchObject({ value: { payload: { metadata: { seen: 0 } } } });
  });

  it("has a model with so many answers a call, or none", async () => {
    const asked: ModelRequest[] = [];
    const model = { ask: async (request: ModelRequest) => (asked.push(request), `lesson ${asked.length}`) };
    const source = `
      async function update() {
        const told = [];
        while (model.left() > 0) told.push(await model.ask({ system: "short", user: "what was learnt?" }));
        state.set("told", told);
      }
      async function retrieve() { return { items: [{ text: await model.ask("now?").catch((error) => error.message) }], metadata: {} } }`;
    const program = programOf(source, { model, budget: { modelCalls: 2 } });
    expect(await program.update(episode("a"))).toMatchObject({ ok: true, used: { modelCalls: 2 } });
    expect(program.state()).toEqual({ told: ["lesson 1", "lesson 2"] });
    expect(await program.retrieve({ init: init("a") })).toMatchObject({
      value: { payload: { items: [{ text: "lesson 3" }] } },
      used: { modelCalls: 1 },
    });
    expect(asked[0]).toEqual({ system: "short", user: "what was learnt?", images: [] });
    const greedy = programOf("async function update() { for (;;) await model.ask('more') } function retrieve() {}", {
      model,
      budget: { modelCalls: 3 },
    });
    expect(await greedy.update(episode("a"))).toMatchObject({
      ok: false,
      reason: "threw",
      message: expect.stringContaining("3 times"),
      used: { modelCalls: 3 },
    });
    expect(await programOf(source).retrieve({ init: init("a") })).toMatchObject({
      value: { payload: { items: [{ text: expect.stringContaining("no model") }] } },
    });
  });

  it("throws the host's own failures, so that the run can be had again", async () => {
    const model = { ask: () => Promise.reject(new Error("the server is gone")) };
    const program = programOf(
      "async function update() { try { await model.ask('?') } catch { state.set('a', 1) } } function retrieve() {}",
      { model },
    );
    await expect(program.update(episode("a"))).rejects.toThrow("the server is gone");
    expect(program.state()).toEqual({});
  });

  it("compares texts and vectors, and encodes no more than it may", async () => {
    const program = programOf(
      `function update() {}
       async function retrieve({ init }) {
         const [one, other] = await embed(["red shoes", "red shoes"]);
         return { items: [], metadata: {
           length: one.length,
           same: await similarity(one, other),
           mixed: await similarity("red shoes", [one, "red shoes", "the weather", ""]),
           single: await similarity("a red shoe", "red shoes"),
           none: await embed(""),
           wrong: await similarity({}, 1).catch((error) => error.message),
           many: await embed(Array.from({ length: 60 }, (_, n) => "text " + n)).catch((error) => error.message),
         } };
       }`,
      { budget: { texts: 50 } },
    );
    const found = await program.retrieve({ init: init("a") });
    const near = (value: number) => expect.closeTo(value, 3);
    expect(found.ok && found.value.payload.metadata).toEqual({
      length: 384,
      same: near(1),
      mixed: [near(1), near(1), expect.any(Number), 0],
      single: expect.any(Number),
      none: null,
      wrong: expect.stringContaining("similarity takes"),
      many: expect.stringContaining("50 texts"),
    });
  });

  it.each([
    ["nothing", "undefined", /items|object/],
    ["no metadata", "({ items: [] })", /metadata/],
    ["an unknown member", "({ items: [{ texts: 'a' }], metadata: {} })", /texts/],
    ["a file as a picture", "({ items: [{ images: [{ kind: 'path', value: '../secret.png' }] }], metadata: {} })", /images/],
    ["an address as a picture", "({ items: [{ images: [{ kind: 'hash', value: 'http://localhost/' }] }], metadata: {} })", /images/],
  ])("fails when it gives %s", async (_, given, where) => {
    const program = programOf(`function update() {} function retrieve() { return ${given} }`);
    expect(await program.retrieve({ init: init("a") })).toMatchObject({
      ok: false,
      reason: "payload",
      message: expect.stringMatching(where),
    });
  });

  it("tells which functions it lacks, and that it does not run", async () => {
    expect(await programOf("const update = async () => {}; class Memory {}").missing()).toMatchObject({ ok: true, value: ["retrieve"] });
    expect(await programOf(NEAREST).missing()).toMatchObject({ ok: true, value: [] });
    expect(await programOf("function update( {").missing()).toMatchObject({
      ok: false,
      reason: "threw",
      message: expect.stringContaining("SyntaxError"),
    });
    expect(await programOf("const update = 1").update(episode("a"))).toMatchObject({ ok: false, reason: "threw" });
  });

  it.each(["for (;;);", "[].indexOf.call({ length: 2 ** 53 - 1 }, 1);"])(
    "goes on after a call that never ended, with its state: %s",
    async (spin) => {
      const program = programOf(
        `function update({ init }) { state.set('n', init.goal); if (init.goal === 'spin') ${spin} } function retrieve() { return { items: [], metadata: { n: state.get('n') } } }`,
        {
          limits: { deadlineMs: 200 },
        },
      );
      expect(await program.update(episode("spin"))).toMatchObject({ ok: false, reason: "time" });
      expect(await program.retrieve({ init: init("a") })).toMatchObject({ value: { payload: { metadata: { n: "spin" } } } });
    },
  );

  it("answers calls in the order in which they were made", async () => {
    const program = programOf(NEAREST);
    const [empty, , full] = await Promise.all([
      program.retrieve({ init: init("a") }),
      program.update(episode("a")),
      program.retrieve({ init: init("a") }),
    ]);
    expect([empty, full]).toMatchObject([
      { value: { payload: { metadata: { seen: 0 } } } },
      { value: { payload: { metadata: { seen: 1 } } } },
    ]);
  });
});
