/**
 * A chat history becomes a memory that answers: import a file, see the tables that were found in it, compute over them,
 * find what was said, and forget a part.
 *
 * Run it: npx tsx examples/import-history.ts [FILE [WORDS]]
 * In a project of your own the import comes from "mnema".
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../config.js";
import { openMemory } from "../index.js";

const file = process.argv[2] ?? join(packageRoot(), "samples", "health-journal.json");
const words = process.argv[3] ?? "pain or illness";
const dataFolder = await mkdtemp(join(tmpdir(), "mnema-example-"));
const memory = await openMemory("imported", { config: { dataFolder, model: null } });
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { rounds, tables, topics } = await memory.ingest(file);
  say(`${rounds} rounds, ${tables} tables, ${topics} topics`);

  for (const { name, columns, rows } of await memory.tables()) {
    say(`table ${name}: ${rows.length} rows of ${columns.map((column) => column.name).join(", ")}`);
    const numeric = columns.find(({ type }) => type === "number");
    if (numeric === undefined) continue;
    const { computed_result } = await memory.query({
      table: name,
      operation: "compute",
      operator: "avg",
      target: numeric.name,
      group_by: "month",
    });
    say(`  ${numeric.name} by month: ${JSON.stringify(computed_result)}`);
  }

  const [nearest] = await memory.search(words, { limit: 1 });
  say(`nearest to "${words}": ${nearest?.text ?? "nothing"}`);

  if (nearest?.rounds[0] !== undefined) {
    const { rounds: gone } = await memory.forget({ round: nearest.rounds[0] });
    say(`${gone} round forgotten`);
  }
} finally {
  await memory.close();
  await rm(dataFolder, { recursive: true, force: true });
}
