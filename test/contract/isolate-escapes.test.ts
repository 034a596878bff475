import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Refusal, type FailureReason, type IsolateSettings, type Json } from "../../environments/isolate/contract.js";
import { createIsolate } from "../../environments/isolate/isolate.js";
import { createState } from "../../environments/isolate/state.js";

interface Attempt {
  readonly attempt: string;
  readonly source: string;
  /** What the program may come to: one of these failures, or this value, which shows that it reached nothing. */
  readonly contained: { readonly reasons: readonly FailureReason[] } | { readonly value: Json };
}

const threw: Attempt["contained"] = { reasons: ["threw"] };
/** Which limit is met first depends on the machine. */
const limited: Attempt["contained"] = { reasons: ["time", "memory", "stack", "result", "crashed", "threw"] };
const reachesNothing: Attempt["contained"] = { value: "undefined" };

const ATTEMPTS: readonly Attempt[] = [
  { attempt: "require a file module", source: `require("fs").readFileSync("/etc/passwd")`, contained: threw },
  { attempt: "import a file module", source: `import("node:fs").then((fs) => fs.readFileSync("/etc/passwd", "utf8"))`, contained: threw },
  { attempt: "import by address", source: `import("data:text/javascript,export default 1")`, contained: threw },
  { attempt: "read import.meta", source: `import.meta.url`, contained: threw },
  { attempt: "fetch", source: `fetch("http://127.0.0.1/")`, contained: threw },
  { attempt: "open a socket", source: `new WebSocket("ws://127.0.0.1")`, contained: threw },
  { attempt: "name process", source: `typeof process`, contained: reachesNothing },
  { attempt: "end the process", source: `process.exit(3)`, contained: threw },
  {
    attempt: "name the thread's globals",
    source: `[typeof self, typeof window, typeof global, typeof parentPort, typeof workerData].join()`,
    contained: { value: "undefined,undefined,undefined,undefined,undefined" },
  },
  {
    attempt: "name the engine's own library",
    source: `[typeof std, typeof os, typeof scriptArgs, typeof bjson].join()`,
    contained: { value: "undefined,undefined,undefined,undefined" },
  },
  { attempt: "constructor of a constructor", source: `[].constructor.constructor("return typeof process")()`, contained: reachesNothing },
  { attempt: "constructor of a capability", source: `echo.constructor("return typeof process")()`, contained: reachesNothing },
  {
    attempt: "constructor of a capability's promise",
    source: `Object.getPrototypeOf(later(1)).constructor.constructor("return typeof process")()`,
    contained: reachesNothing,
  },
  {
    attempt: "constructor of a generator and of async functions",
    source: `[(function* () {}).constructor("return typeof process")().next().value, Object.getPrototypeOf(async () => {}).constructor("return typeof process") instanceof Function].join()`,
    contained: { value: "undefined,true" },
  },
  {
    attempt: "constructor of a capability's error",
    source: `try { refuse() } catch (error) { error.constructor.constructor("return typeof process")() }`,
    contained: reachesNothing,
  },
  {
    attempt: "caller and arguments of the host's frames",
    source: `(function look() { return typeof look.caller?.caller })()`,
    contained: reachesNothing,
  },
  {
    attempt: "prepare stack traces",
    source: `Error.prepareStackTrace = (_, frames) => frames[0].getThis(); typeof new Error("x").stack.constructor.constructor("return typeof process")()`,
    contained: { value: "string" },
  },
  {
    attempt: "pollute prototypes",
    source: `Object.prototype.polluted = 1; Array.prototype.map = () => 1; Promise.prototype.then = () => 1; 1`,
    contained: { value: 1 },
  },
  {
    attempt: "pollute the host through a result",
    source: `JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}')`,
    contained: { value: { a: 1 } },
  },
  {
    attempt: "pollute the host through an escaped key",
    source: `JSON.parse('{"\\\\u005f_proto__": {"polluted": 1}, "constructor": 2}')`,
    contained: { value: { constructor: 2 } as unknown as Json },
  },
  {
    attempt: "pollute the host through a capability",
    source: `echo(JSON.parse('{"__proto__": {"polluted": 1}}'))`,
    contained: { value: {} },
  },
  {
    attempt: "replace what results are written with",
    source: `JSON.stringify = () => "forged"; JSON.parse = () => "forged"; String = null; echo("real")`,
    contained: { value: "real" },
  },
  {
    attempt: "replace Reflect and Function",
    source: `Reflect.apply = null; Function.prototype.call = null; globalThis.eval = null; echo(2)`,
    contained: { value: 2 },
  },
  { attempt: "a getter in the result", source: `({ get a() { for (;;); } })`, contained: limited },
  { attempt: "a proxy as the result", source: `new Proxy({}, { ownKeys() { throw new Error("trap") } })`, contained: threw },
  {
    attempt: "toJSON that never ends",
    source: `({ toJSON() { return { toJSON: this.toJSON, a: { toJSON: this.toJSON } } } })`,
    contained: limited,
  },
  { attempt: "a thenable as the result", source: `({ then(done) { for (;;); } })`, contained: limited },
  { attempt: "a cyclic result", source: `const a = {}; a.a = a; a`, contained: threw },
  { attempt: "a huge result", source: `"x".repeat(20_000_000)`, contained: limited },
  { attempt: "a deep result", source: `let deep = []; for (let i = 0; i < 5000; i += 1) deep = [deep]; deep`, contained: limited },
  { attempt: "deep JSON", source: `JSON.parse("[".repeat(400_000) + "]".repeat(400_000))`, contained: limited },
  { attempt: "huge arguments for a capability", source: `echo("x".repeat(2_000_000))`, contained: threw },
  {
    attempt: "deep arguments for a capability",
    source: `let deep = []; for (let i = 0; i < 1000; i += 1) deep = [deep]; echo(deep)`,
    contained: threw,
  },
  { attempt: "too many capability calls", source: `for (;;) echo(1)`, contained: threw },
  { attempt: "too many capability calls at once", source: `for (;;) later(1)`, contained: limited },
  { attempt: "an error whose message is a trap", source: `throw { get message() { for (;;); } }`, contained: limited },
  { attempt: "throw a proxy", source: `throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })`, contained: threw },
  { attempt: "an endless loop", source: `for (;;);`, contained: { reasons: ["time"] } },
  { attempt: "an endless loop that catches", source: `for (;;) try { for (;;); } catch {}`, contained: { reasons: ["time"] } },
  { attempt: "an endless loop in finally", source: `try { for (;;); } finally { for (;;); }`, contained: { reasons: ["time"] } },
  {
    attempt: "an endless iterator",
    source: `Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) })`,
    contained: limited,
  },
  { attempt: "a promise bomb", source: `const again = () => Promise.resolve().then(again); again()`, contained: limited },
  {
    attempt: "a doubling promise bomb",
    source: `const again = () => { Promise.resolve().then(again); Promise.resolve().then(again) }; again(); new Promise(() => {})`,
    contained: limited,
  },
  { attempt: "an endless await", source: `(async () => { for (;;) await null })()`, contained: limited },
  { attempt: "a promise that never settles", source: `new Promise(() => {})`, contained: { reasons: ["stalled"] } },
  {
    attempt: "a memory bomb of arrays",
    source: `const all = []; for (;;) all.push(new Array(1_000_000).fill(all.length))`,
    contained: limited,
  },
  { attempt: "a memory bomb of buffers", source: `const all = []; for (;;) all.push(new ArrayBuffer(8_000_000))`, contained: limited },
  { attempt: "one enormous buffer", source: `new ArrayBuffer(2 ** 32)`, contained: limited },
  { attempt: "shared memory", source: `new SharedArrayBuffer(2 ** 31)`, contained: limited },
  {
    attempt: "memory that is caught and asked again",
    source: `for (;;) try { const all = []; for (;;) all.push("x".repeat(1_000_000) + all.length) } catch {}`,
    contained: limited,
  },
  { attempt: "a doubling string", source: `let s = "x"; for (;;) s += s`, contained: limited },
  { attempt: "an enormous string", source: `"x".repeat(2 ** 30).length`, contained: limited },
  { attempt: "joining an enormous sparse array", source: `new Array(2 ** 32 - 1).join("x").length`, contained: limited },
  {
    attempt: "sorting an enormous sparse array",
    source: `const a = []; a[2 ** 32 - 2] = 1; a.reverse().sort(); a.length`,
    contained: limited,
  },
  { attempt: "deep recursion", source: `const down = () => 1 + down(); down()`, contained: limited },
  {
    attempt: "deep recursion that catches",
    source: `const down = () => { try { down() } catch { down() } }; down(); "back"`,
    contained: limited,
  },
  { attempt: "recursion through native code", source: `const down = () => [1].map(down); down()`, contained: limited },
  {
    attempt: "recursion through getters and proxies",
    source: `const p = new Proxy({}, { get: (_, key, self) => self[key] }); p.a`,
    contained: limited,
  },
  {
    attempt: "recursion through toString",
    source: `let a = []; for (let i = 0; i < 200_000; i += 1) a = [a]; String(a).length`,
    contained: limited,
  },
  { attempt: "a regular expression that explodes", source: `/^(a+)+$/.test("a".repeat(50) + "b")`, contained: { reasons: ["time"] } },
  { attempt: "a regular expression that nests", source: `new RegExp("(".repeat(100_000) + ")".repeat(100_000))`, contained: limited },
  { attempt: "an enormous number", source: `2n ** 100_000_000n > 0n`, contained: limited },
  { attempt: "source that nests", source: `eval("[".repeat(200_000) + "]".repeat(200_000))`, contained: limited },
  { attempt: "source that is no program", source: `}{`, contained: threw },
  { attempt: "Atomics and WebAssembly", source: `[typeof Atomics?.wait, typeof WebAssembly]`, contained: threw },
  { attempt: "WebAssembly", source: `typeof WebAssembly`, contained: reachesNothing },
  {
    attempt: "timers",
    source: `[typeof setTimeout, typeof setInterval, typeof queueMicrotask, typeof setImmediate].join()`,
    contained: { value: "undefined,undefined,undefined,undefined" },
  },
  {
    attempt: "measure time",
    source: `const a = Date.now(); for (let i = 0; i < 100_000; i += 1); [Date.now() - a, new Date().getTime(), typeof performance].join()`,
    contained: { value: "0,0,undefined" },
  },
  { attempt: "write while frozen", source: `state.set("kept", 2)`, contained: threw },
  {
    attempt: "write while frozen through a replaced capability",
    source: `const set = state.set; state.set = (...args) => set.apply(state, args); try { state.set("kept", 2) } catch {} state.get("kept")`,
    contained: { value: 1 },
  },
  { attempt: "delete while frozen", source: `try { state.delete("kept") } catch {} state.get("kept")`, contained: { value: 1 } },
  { attempt: "change what was read from frozen state", source: `state.get("list").push(3); state.get("list")`, contained: { value: [1] } },
  {
    attempt: "a prototype's name as a key of state",
    source: `[state.get("__proto__"), state.get("constructor"), state.get("toString")]`,
    contained: { value: [null, null, null] },
  },
  { attempt: "another program's globals", source: `typeof secretOfAnotherProgram`, contained: reachesNothing },
];

describe("what a program tries in an isolate", () => {
  const state = createState();
  state.restore({ kept: 1, list: [1] });
  state.freeze();
  const settings: IsolateSettings = {
    capabilityCalls: 50,
    memoryBytes: 32 * 1024 * 1024,
    state,
    capabilities: {
      echo: { gives: "value", run: (value = null) => value },
      later: { gives: "promise", run: (value = null) => value },
      refuse: {
        gives: "value",
        run: () => {
          throw new Refusal("no");
        },
      },
    },
  };
  // What should run into a limit runs into it soon; what should not has time, however busy the machine is.
  const patient = createIsolate({ ...settings, deadlineMs: 20_000 });
  const strict = createIsolate({ ...settings, deadlineMs: 250 });
  const another = createIsolate();
  beforeAll(async () => {
    await another.evaluate("globalThis.secretOfAnotherProgram = 42");
  });
  afterEach(async () => {
    await Promise.all([patient.reset(), strict.reset()]);
  });
  afterAll(async () => {
    await Promise.all([patient, strict, another].map((isolate) => isolate.close()));
  });

  it.each(ATTEMPTS)("is contained: $attempt", async ({ source, contained }) => {
    const isLimited = "reasons" in contained && contained.reasons.includes("time");
    const isolate = isLimited ? strict : patient;
    const outcome = await isolate.evaluate(source);
    if ("value" in contained) expect(outcome).toEqual({ ok: true, value: contained.value });
    else expect(outcome).toMatchObject({ ok: false, reason: expect.toBeOneOf([...contained.reasons]) });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await isolate.evaluate("6 * 7")).toEqual({ ok: true, value: 42 });
    expect(state.dump()).toEqual({ kept: 1, list: [1] });
  });
});
