import { parseArgs } from "node:util";
import { createWebEnvironment } from "../../environments/web/environment.js";
import { attempt } from "./attempt.js";

/** Does every kind of a folder that has a solver, with each seed, and prints a line for each kind. */
const { values, positionals } = parseArgs({ options: { seeds: { type: "string", default: "0,1" } }, allowPositionals: true });
const [folder, ...kinds] = positionals;
if (folder === undefined) throw new Error("Usage: npx tsx test/miniwob/main.ts FOLDER [KIND…] [--seeds 0,1]");
const web = createWebEnvironment({ seeds: values.seeds.split(",").map(Number), pictures: false });
try {
  const results = await attempt(web, folder, kinds);
  for (const { kind, scores, why, written } of results) {
    const state = scores.every((score) => score === 1) ? (written.length === 0 ? "solved" : "solved, by writing") : "not solved";
    process.stdout.write(`${[state, kind, scores.join(" "), why, ...written.slice(0, 2)].join("  ")}\n`);
  }
  const solved = results.filter(({ scores }) => scores.every((score) => score === 1));
  const once = results.filter(({ scores }) => scores.includes(1));
  const offered = solved.filter(({ written }) => written.length === 0);
  process.stdout.write(
    `${solved.length} kinds solved with every seed, ${offered.length} of them by what is offered alone; ${once.length} with one at least, of ${results.length}.\n`,
  );
} finally {
  await web.close();
}
