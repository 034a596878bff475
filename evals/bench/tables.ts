/**
 * Compute, Filter and Rank as the product carries them out, evidence included, on one table of 100 k and of 1 M rows, beside
 * plain loops over typed columns and DuckDB, which give the value or the rows alone. Every result is checked against the
 * plain loop's. Prints JSON lines.
 *   npm run rivals    once, for DuckDB
 *   NODE_OPTIONS=--max-old-space-size=8192 npx tsx evals/bench/tables.ts [ROWS …]
 */
import { toolNamed } from "../../tools/registry.js";
import type { ToolRuntime } from "../../tools/contract.js";
import { createTableEngine } from "../../stores/tables.js";
import { openDuck } from "./duck.js";
import { payments, paymentsStore, PAYMENTS_TABLE, roundOf, type Payments } from "./payments.js";
import { TABLE_CALLS, type TableCall } from "./table-calls.js";
import { timed } from "./timed.js";

const sizes = process.argv.slice(2).map(Number);

for (const rows of sizes.length > 0 ? sizes : [100_000, 1_000_000]) await measure(rows);

async function measure(rows: number): Promise<void> {
  const all = payments(rows);
  const engine = createTableEngine(paymentsStore(all));
  const started = performance.now();
  await engine.shape(PAYMENTS_TABLE.id);
  console.log(JSON.stringify({ rows, read: Math.round(performance.now() - started), mb: Math.round(process.memoryUsage().rss / 2 ** 20) }));
  const runtime = runtimeOver(all, engine);
  const duck = await openDuck(all);
  for (const call of TABLE_CALLS) await measureCall(call, all, runtime, duck);
  duck.close();
}

function runtimeOver(all: Payments, engine: ToolRuntime["engine"]): ToolRuntime {
  return {
    tables: [PAYMENTS_TABLE],
    engine,
    index: null as never,
    rounds: async (seqs) => seqs.map((seq) => roundOf(all, seq)),
    outputIds: ({ ids }) => ids,
    remaining: 50,
    characters: 12_000,
  };
}

async function measureCall(
  call: TableCall,
  all: Payments,
  runtime: ToolRuntime,
  duck: Awaited<ReturnType<typeof openDuck>>,
): Promise<void> {
  const runs = all.rows > 200_000 ? 7 : 15;
  const tool = toolNamed(call.tool);
  const ours = await timed(runs, async () => tool.run(tool.arguments.parse(call.args), runtime));
  const plain = await timed(runs, () => call.plain(all));
  const theirs = await timed(runs, () => duck.ask(call.sql));
  const [found, wanted, duckFound] = [call.read(ours.result.result), plain.result, call.readDuck(theirs.result)];
  console.log(
    JSON.stringify({
      rows: all.rows,
      call: call.name,
      ms: ours.p50,
      p95: ours.p95,
      cpu: ours.cpu,
      typedColumns: plain.p50,
      duckdb: theirs.p50,
      duckdbCpu: theirs.cpu,
      right: agree(found, wanted),
      duckdbRight: agree(duckFound, wanted),
    }),
  );
}

/** Equal, numbers to nine digits: a plain loop adds up its rounding errors. */
function agree(found: unknown, wanted: unknown): boolean {
  const digits = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);
  return JSON.stringify(found, digits) === JSON.stringify(wanted, digits);
}
