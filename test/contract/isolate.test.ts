import { afterEach, describe, expect, it } from "vitest";
import { Refusal, type Isolate, type IsolateSettings } from "../../environments/isolate/contract.js";
import { createIsolate } from "../../environments/isolate/isolate.js";
import { createState } from "../../environments/isolate/state.js";

const open: Isolate[] = [];
function isolateOf(settings: IsolateSettings): Isolate {
  const isolate = createIsolate(settings);
  open.push(isolate);
  return isolate;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((isolate) => isolate.close()));
});

describe("an isolate", () => {
  it("calls a program's functions with JSON and keeps its globals from call to call", async () => {
    const isolate = isolateOf({
      source:
        "let n = 0; const api = { base: 10, add(x) { n += x.by; return { sum: this.base + n } } }; async function later() { return n }",
    });
    expect(await isolate.call("api.add", [{ by: 2 }])).toEqual({ ok: true, value: { sum: 12 } });
    expect(await isolate.call("api.add", [{ by: 3 }])).toEqual({ ok: true, value: { sum: 15 } });
    expect(await isolate.call("later")).toEqual({ ok: true, value: 5 });
    await isolate.reset();
    expect(await isolate.call("later")).toEqual({ ok: true, value: 0 });
  });

  it("begins every call anew where calls are fresh, in the same memory", async () => {
    const isolate = isolateOf({
      freshCalls: true,
      memoryBytes: 8 * 1024 * 1024,
      capabilities: { later: { gives: "promise", run: async (value = null) => value } },
      source: `let n = 0;
        const next = (x) => { n += 1; globalThis.g = (globalThis.g ?? 0) + 1; return [n, g, Math.random(), x.length] };
        const wait = async (x) => (await later(x)).length + (await later(x)).length;
        const leave = (x) => { later(x); return n };
        const fail = () => { throw new Error("no " + (n += 1)) };`,
    });
    const large = "x".repeat(50_000);
    const first = await isolate.call("next", [large]);
    expect(first).toEqual({ ok: true, value: [1, 1, expect.any(Number), 50_000] });
    for (let index = 0; index < 100; index += 1) {
      expect(await isolate.call("wait", [large])).toEqual({ ok: true, value: 100_000 });
      expect(await isolate.call("leave", [large])).toEqual({ ok: true, value: 0 });
      expect(await isolate.call("fail")).toMatchObject({ ok: false, reason: "threw", message: "Error: no 1" });
      expect(await isolate.call("next", [large])).toEqual(first);
    }
  });

  it("tells what a program threw and where, and goes on", async () => {
    const isolate = isolateOf({ source: "let n = 1;\nfunction fail() { n += 1; throw new TypeError('no ' + n) }" });
    const failed = await isolate.call("fail");
    expect(failed).toMatchObject({ ok: false, reason: "threw", message: "TypeError: no 2" });
    expect(failed.ok ? "" : failed.trace).toContain("program.js:2");
    expect(await isolate.evaluate("n")).toEqual({ ok: true, value: 2 });
    expect(await isolate.call("missing")).toMatchObject({ ok: false, reason: "threw" });
  });

  it("tells that the source itself fails, at every call", async () => {
    const isolate = isolateOf({ source: "const a = 1; a = 2" });
    expect(await isolate.call("f")).toMatchObject({ ok: false, reason: "threw", message: expect.stringContaining("read-only") });
    expect(await isolate.evaluate("1")).toMatchObject({ ok: false, reason: "threw" });
  });

  it("starts anew after its deadline", async () => {
    const isolate = isolateOf({ deadlineMs: 200, source: "let n = 0; const spin = () => { n = 1; for (;;); }" });
    expect(await isolate.call("spin")).toMatchObject({ ok: false, reason: "time" });
    expect(await isolate.evaluate("n")).toEqual({ ok: true, value: 0 });
  });

  it("gives values and promises of capabilities, many at once", async () => {
    const asked: unknown[] = [];
    const isolate = isolateOf({
      capabilities: {
        "model.ask": { gives: "promise", run: async (text) => (asked.push(text), `answer to ${String(text)}`) },
        twice: { gives: "value", run: async (n) => Number(n) * 2 },
      },
      source: "const all = async (...texts) => [twice(texts.length), ...await Promise.all(texts.map((text) => model.ask(text)))]",
    });
    expect(await isolate.call("all", ["a", "b", "c"])).toEqual({ ok: true, value: [6, "answer to a", "answer to b", "answer to c"] });
    expect(asked).toEqual(["a", "b", "c"]);
  });

  it("does not count the time that a program waits for a capability", async () => {
    const wait = (): Promise<number> => new Promise((resolve) => setTimeout(() => resolve(1), 900));
    const isolate = isolateOf({
      deadlineMs: 300,
      capabilities: { value: { gives: "value", run: wait }, promise: { gives: "promise", run: wait } },
    });
    expect(await isolate.evaluate("value()")).toEqual({ ok: true, value: 1 });
    expect(await isolate.evaluate("promise()")).toEqual({ ok: true, value: 1 });
    expect(await isolate.evaluate("promise().then(() => { for (;;); })")).toMatchObject({ ok: false, reason: "time" });
  });

  it("throws a refusal inside the program, and the host's own failure at the caller", async () => {
    const isolate = isolateOf({
      capabilities: {
        refuse: {
          gives: "promise",
          run: () => {
            throw new Refusal("budget is used up");
          },
        },
        broken: {
          gives: "value",
          run: () => {
            throw new RangeError("the model's server is gone");
          },
        },
      },
    });
    expect(await isolate.evaluate("refuse().catch((error) => error.message)")).toEqual({ ok: true, value: "budget is used up" });
    await expect(isolate.evaluate("try { broken() } catch { 1 }")).rejects.toThrow("the model's server is gone");
    expect(await isolate.evaluate("1")).toEqual({ ok: true, value: 1 });
  });

  it("drops an answer that comes after its call is over", async () => {
    let answer = (_: number): void => {};
    const late = new Promise<number>((resolve) => {
      answer = resolve;
    });
    const isolate = isolateOf({ capabilities: { late: { gives: "promise", run: () => late } } });
    expect(await isolate.evaluate("late().then((n) => { globalThis.came = n }); 1")).toEqual({ ok: true, value: 1 });
    answer(7);
    await late;
    expect(await isolate.evaluate("typeof came")).toEqual({ ok: true, value: "undefined" });
  });

  it("does the same with the same seed and clock", async () => {
    const source =
      "[Math.random(), Math.random(), Date.now(), new Date().toISOString(), Date().length > 0, new Date(5).getTime(), new Date() instanceof Date]";
    const one = await isolateOf({ seed: 7, now: 86_400_000 }).evaluate(source);
    const same = await isolateOf({ seed: 7, now: 86_400_000 }).evaluate(source);
    const other = await isolateOf({ seed: 8, now: 86_400_000 }).evaluate(source);
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(one).toMatchObject({
      ok: true,
      value: [expect.any(Number), expect.any(Number), 86_400_000, "1970-01-02T00:00:00.000Z", true, 5, true],
    });
  });

  it("runs calls one after the other, and throws CANCELLED once it is closed", async () => {
    const isolate = isolateOf({ deadlineMs: 10_000, source: "let n = 0; const next = () => (n += 1)" });
    const values = await Promise.all(Array.from({ length: 20 }, () => isolate.call("next")));
    expect(values).toEqual(values.map((_, index) => ({ ok: true, value: index + 1 })));
    const spinning = expect(isolate.evaluate("for (;;);")).rejects.toMatchObject({ code: "CANCELLED" });
    await isolate.close();
    await spinning;
    await expect(isolate.call("next")).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("goes on through many calls without filling its memory", async () => {
    const isolate = isolateOf({
      memoryBytes: 8 * 1024 * 1024,
      capabilities: { echo: { gives: "value", run: (value = null) => value } },
      source: "const f = (x) => echo(x).length",
    });
    const large = "x".repeat(100_000);
    for (let index = 0; index < 200; index += 1) expect(await isolate.call("f", [large])).toEqual({ ok: true, value: 100_000 });
  });

  it.each([
    ["buffers", "new ArrayBuffer(8_000_000)"],
    ["arrays", "new Array(1_000_000).fill(n)"],
    ["strings", "('x' + n).repeat(4_000_000)"],
  ])("keeps %s within its memory, also when the program catches the error", async (_, made) => {
    const isolate = isolateOf({ memoryBytes: 32 * 1024 * 1024, deadlineMs: 20_000 });
    const filled = await isolate.evaluate(
      `var n = 0; const all = []; try { for (; n < 100; n += 1) all.push(${made}) } catch (error) {} n`,
    );
    expect(filled).toEqual({ ok: true, value: expect.toSatisfy((count: number) => count >= 1 && count <= 6) });
  });

  it("refuses names that no program could have", () => {
    expect(() => isolateOf({ capabilities: { "a b": { gives: "value", run: () => 1 } } })).toThrow(
      expect.objectContaining({ code: "USAGE" }),
    );
    expect(() => isolateOf({}).call("f();g")).toThrow(expect.objectContaining({ code: "USAGE" }));
  });
});

describe("a program's state", () => {
  it("outlives the program, within its limit, and is frozen and thawed", async () => {
    const state = createState({ maxChars: 30 });
    const isolate = isolateOf({ state });
    await isolate.evaluate("state.set('a', [1, { b: null }]); state.set('gone', 1); state.delete('gone')");
    await isolate.reset();
    expect(await isolate.evaluate("[state.get('a'), state.get('b'), state.keys()]")).toEqual({
      ok: true,
      value: [[1, { b: null }], null, ["a"]],
    });
    expect(await isolate.evaluate("state.set('c', 'x'.repeat(30))")).toMatchObject({
      ok: false,
      message: expect.stringContaining("30 characters"),
    });
    state.freeze();
    expect(await isolate.evaluate("state.set('a', 2)")).toMatchObject({ ok: false, message: expect.stringContaining("frozen") });
    state.thaw();
    expect(await isolate.evaluate("state.set('a', 2); state.get('a')")).toEqual({ ok: true, value: 2 });
    expect(state.dump()).toEqual({ a: 2 });
    expect(() => state.restore({ a: "x".repeat(40) })).toThrow(expect.objectContaining({ code: "TOO_LARGE" }));
    state.restore({ z: 1 });
    expect(await isolate.evaluate("state.keys()")).toEqual({ ok: true, value: ["z"] });
  });
});
