/**
 * What an isolate costs: a call with a warm thread, a capability's answer, a new start. `npx tsx evals/bench/isolate.ts`
 */
import { createIsolate } from "../../environments/isolate/isolate.js";

const CALLS = 1_000;
const STARTS = 20;
const isolate = createIsolate({
  source: "const add = (a, b) => a + b; const ask = (x) => echo(x); const later = (x) => promised(x);",
  capabilities: { echo: { gives: "value", run: (value = null) => value }, promised: { gives: "promise", run: (value = null) => value } },
});

const payload = { text: "x".repeat(10_000) };
await measure("call", CALLS, () => isolate.call("add", [1, 2]));
await measure("call with 10,000 characters through a capability that gives a value", CALLS, () => isolate.call("ask", [payload]));
await measure("call with 10,000 characters through a capability that gives a promise", CALLS, () => isolate.call("later", [payload]));
await measure("start and call", STARTS, async () => {
  await isolate.reset();
  await isolate.call("add", [1, 2]);
});
await isolate.close();

async function measure(what: string, times: number, run: () => Promise<unknown>): Promise<void> {
  await run();
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const before = performance.now();
    await run();
    taken.push(performance.now() - before);
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  console.log(`${what}: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms (${times} times)`);
}
