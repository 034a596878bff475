import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AnalyticLog } from "./perfect-tables.js";
import { scorePlanning } from "./score.js";

/** `npx tsx evals/analytic/run.ts FOLDER`: exact answers over perfect tables, file by file. */
const [folder = "."] = process.argv.slice(2);
for (const name of (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted()) {
  const document = JSON.parse(await readFile(join(folder, name), "utf8")) as Omit<AnalyticLog, "questions"> & {
    "human-annotated QAs": AnalyticLog["questions"];
  };
  const { exact, questions, wrong } = await scorePlanning({
    ...document,
    questions: document["human-annotated QAs"].map((own) => ({ ...own, value: own.value ?? null })),
  });
  process.stdout.write(
    `${name}: ${exact} of ${questions}\n${wrong.map(({ point, question, gold, answer }) => `  ${point}: ${question} → ${answer} (gold ${gold})\n`).join("")}`,
  );
}
