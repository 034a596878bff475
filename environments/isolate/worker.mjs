/**
 * The thread that a program runs in: one QuickJS engine, one job at a time. Plain JavaScript, so that it starts from
 * source and from the build alike. It holds no secret and no capability itself but the program's own state; all else is asked
 * of the host.
 */
import { receiveMessageOnPort, parentPort, workerData } from "node:worker_threads";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import { bootstrap } from "./bootstrap.mjs";
import { createKept } from "./kept.mjs";

/** Jobs of promises between two looks at the clock. */
const JOBS = 500;
/** Deeper values break whoever walks them. */
const MAX_DEPTH = 200;
/** How many times the limit of one result all arguments of one job may have together. */
const MAX_RESULTS = 10;
const PAGE = 64 * 1024;
/** Pages that the engine starts with; its own stack and tables take some of them. */
const FIRST_PAGES = 256;

const { wasm, syncPort, signal } = workerData;
const host = parentPort;

/** Of the program in hand: a thread that a program was done with is given to another. */
let settings = null;
let memoryBytes, stackBytes, deadlineMs, resultChars, capabilityCalls;
/** What the program keeps; null where it keeps nothing. Each write is told to the host, which has them when this thread is ended. */
let kept = null;

/** @type {{ context: import("quickjs-emscripten-core").QuickJSContext, api: Record<string, any>, held: { dispose(): void }[] } | null} */
let program = null;
/** Promises that the program waits for, by the number of the question. */
const waiting = new Map();
let questions = 0;
/** Questions of the job in hand, and engine values that end with it. */
let asked = 0;
let askedChars = 0;
let owned = [];
/** Milliseconds that the job in hand ran before the program was last entered, and when that was. */
let ran = 0;
let enteredAt = 0;
let isOver = false;
/** The promise of the job's value; null between jobs. */
let result = null;

host.on("message", async (message) => {
  if (message.kind === "answer") return proceed(message);
  ran = 0;
  asked = 0;
  askedChars = 0;
  isOver = false;
  if (message.kind === "start") renew(message.settings);
  if (message.kept !== undefined) kept.restore(message.kept);
  kept?.freeze(message.isFrozen);
  if (message.kind !== "start") return enter(() => begin(message));
  const engine = await startEngine();
  return enter(() => {
    program = openProgram(engine);
    begin({ kind: "evaluate", source: settings.source, file: "program.js" });
  });
});

/** Makes the thread another program's; of the one before nothing is left but its engine, which nobody can reach. */
function renew(given) {
  settings = given;
  ({ memoryBytes, stackBytes, deadlineMs, resultChars, capabilityCalls } = settings.limits);
  kept = settings.stateChars === null ? null : createKept(settings.stateChars, (key, json) => syncPort.postMessage({ key, json }));
  program = null;
}

/** A new engine with a memory of its own. */
async function startEngine() {
  // The engine's own count of its heap leaves out most of what large buffers take, so its whole memory is bounded.
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: FIRST_PAGES + Math.ceil(memoryBytes / PAGE) });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm, wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  runtime.setInterruptHandler(() => (isOver = isOver || ran + performance.now() - enteredAt > deadlineMs));
  return runtime;
}

/** A program's globals, with nothing in them but the language and the capabilities. Making them takes none of its time. */
function openProgram(runtime) {
  const context = runtime.newContext();
  const setUp = context.unwrapResult(context.evalCode(`(${bootstrap.toString()})`, "isolate.js"));
  const forValue = context.newFunction("askForValue", (name, args) => context.newString(askForValue(...asking(context, name, args))));
  const forPromise = context.newFunction("askForPromise", (name, args) => askForPromise(context, ...asking(context, name, args)));
  const given = context.unwrapResult(
    context.evalCode(`(${JSON.stringify({ capabilities: capabilitiesHere(), seed: settings.seed, now: settings.now })})`),
  );
  const made = context.unwrapResult(context.callFunction(setUp, context.undefined, forValue, forPromise, given));
  const api = Object.fromEntries(["settle", "call", "describe"].map((name) => [name, context.getProp(made, name)]));
  enteredAt = performance.now();
  return { context, api, held: [setUp, forValue, forPromise, given, made, ...Object.values(api)] };
}

/** Names with what they give. */
function capabilitiesHere() {
  return [...(kept?.names ?? []).map((name) => [name, "value"]), ...settings.capabilities];
}

/** Puts new globals in place of the program's in the same engine. */
function renewProgram() {
  const { context, held } = program;
  for (const one of held) one.dispose();
  context.dispose();
  program = openProgram(context.runtime);
}

function begin(job) {
  if (job.kind === "call" && settings.freshCalls) {
    renewProgram();
    const evaluated = program.context.evalCode(settings.source, "program.js", { type: "global" });
    if (evaluated.error) return fail(evaluated.error);
    own(evaluated.value);
  }
  const { context, api } = program;
  if (job.kind === "call") {
    const called = context.callFunction(api.call, context.undefined, own(context.newString(job.name)), own(context.newString(job.args)));
    return called.error ? fail(called.error) : follow(own(called.value));
  }
  const evaluated = context.evalCode(job.source, job.file, { type: "global" });
  if (evaluated.error) return fail(evaluated.error);
  const settled = context.callFunction(api.settle, context.undefined, own(evaluated.value));
  return settled.error ? fail(settled.error) : follow(own(settled.value));
}

/** Keeps what the engine gave until the job is over. */
function own(handle) {
  owned.push(handle);
  return handle;
}

/** Runs the program's promises as far as they go; then it has a result, or waits for the host, or for nothing. */
function follow(promise) {
  result = promise;
  const { context } = program;
  while (context.runtime.hasPendingJob()) {
    const done = context.runtime.executePendingJobs(JOBS);
    if (done.error) return fail(done.error);
    if (ran + performance.now() - enteredAt > deadlineMs) return timeOut();
  }
  const state = context.getPromiseState(promise);
  if (state.type === "fulfilled") return deliver(own(state.value));
  if (state.type === "rejected") return fail(state.error);
  if (waiting.size > 0) return host.postMessage({ kind: "waiting" });
  return finish({ ok: false, reason: "stalled", message: "It waits for a promise that nothing will settle.", trace: "" });
}

function deliver(handle) {
  const { context } = program;
  const length = lengthOf(context, handle);
  if (length > resultChars)
    return finish({
      ok: false,
      reason: "result",
      message: `Its value has ${length} characters of JSON; ${resultChars} are allowed.`,
      trace: "",
    });
  const json = context.getString(handle);
  if (depthOf(json) > MAX_DEPTH)
    return finish({ ok: false, reason: "result", message: `Its value is nested deeper than ${MAX_DEPTH}.`, trace: "" });
  return finish({ ok: true, json });
}

function lengthOf(context, text) {
  return context.getProp(text, "length").consume((length) => context.getNumber(length));
}

function fail(error) {
  if (isOver) return timeOut();
  const { context, api } = program;
  const described = context.callFunction(api.describe, context.undefined, own(error));
  if (isOver) return timeOut();
  const told = described.error
    ? { name: "", message: "something that cannot be told", trace: "" }
    : JSON.parse(context.getString(own(described.value)));
  const message = [told.name, told.message].filter((part) => part !== "").join(": ");
  return finish({ ok: false, reason: reasonOf(message), message, trace: told.trace });
}

function timeOut() {
  return finish({ ok: false, reason: "time", message: `It ran longer than ${deadlineMs} ms.`, trace: "" });
}

function finish(outcome) {
  for (const handle of owned) if (handle.alive) handle.dispose();
  owned = [];
  waiting.clear();
  result = null;
  host.postMessage({ kind: "done", outcome });
}

/** What the engine says when it runs out of something. */
function reasonOf(message) {
  if (/out of memory|memory access|table index/i.test(String(message))) return "memory";
  if (/stack overflow|call stack/i.test(String(message))) return "stack";
  return message instanceof Error ? "crashed" : "threw";
}

/** The arguments of a question to the host. Throws, inside the program, when it may ask no more. */
function asking(context, name, args) {
  asked += 1;
  if (asked > capabilityCalls) throw new Error(`no more than ${capabilityCalls} capability calls are allowed`);
  const length = lengthOf(context, args);
  if (length > resultChars) throw new Error(`arguments have ${length} characters of JSON; ${resultChars} are allowed`);
  askedChars += length;
  if (askedChars > MAX_RESULTS * resultChars)
    throw new Error(`capabilities were passed more than ${MAX_RESULTS * resultChars} characters of JSON`);
  const json = context.getString(args);
  if (depthOf(json) > MAX_DEPTH) throw new Error(`arguments are nested deeper than ${MAX_DEPTH}`);
  return [context.getString(name), json];
}

/** An answer from what is kept here; else stands still until the host has answered. */
function askForValue(name, args) {
  if (kept !== null && kept.names.includes(name)) {
    const text = kept.answer(name, args);
    if (text.length > resultChars) throw new Error(`the answer has more than ${resultChars} characters of JSON`);
    return text;
  }
  leave();
  Atomics.store(signal, 0, 0);
  host.postMessage({ kind: "ask", id: (questions += 1), name, args, gives: "value" });
  Atomics.wait(signal, 0, 0);
  const { message } = receiveMessageOnPort(syncPort);
  enteredAt = performance.now();
  if (!message.ok) throw new Error(message.text);
  return message.text;
}

function askForPromise(context, name, args) {
  const deferred = own(context.newPromise());
  waiting.set((questions += 1), deferred);
  host.postMessage({ kind: "ask", id: questions, name, args, gives: "promise" });
  return deferred.handle;
}

/** An answer to a question that the program did not wait standing for. */
function proceed({ id, ok, text }) {
  const deferred = waiting.get(id);
  if (deferred === undefined) return;
  waiting.delete(id);
  enter(() => {
    const { context } = program;
    const answer = ok ? context.newString(text) : context.newError(text);
    answer.consume((value) => (ok ? deferred.resolve(value) : deferred.reject(value)));
    if (result !== null) follow(result);
  });
}

/** Runs the program with the clock on. A trap in the engine's own code ends up here. */
function enter(run) {
  enteredAt = performance.now();
  try {
    run();
  } catch (error) {
    owned = []; // Of a broken engine nothing can be given back.
    finish({ ok: false, reason: isOver ? "time" : reasonOf(error), message: `The engine broke: ${error}`, trace: "" });
  }
  leave();
}

function leave() {
  ran += performance.now() - enteredAt;
  enteredAt = performance.now();
}

/** How deeply JSON is nested. */
function depthOf(json) {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, (depth += 1));
    else if (token === "]" || token === "}") depth -= 1;
  }
  return deepest;
}
