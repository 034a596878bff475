/**
 * What retrieval finds, and what each step of the method gives: `npx tsx evals/retrieval/main.ts FOLDER…`. Each folder is a
 * column: the mean share of clues within ten evidence units of at most 8,000 characters together, over all questions with
 * clues; in brackets over every other file, and over the rest, so that what was fitted to one half can be checked on the other.
 */
import { historyFiles } from "../../importers/history-files.js";
import { readConfig } from "../../config.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import { openMeasured } from "./measured.js";
import { BASELINES, METHODS, STEPS, WITHOUT, type Method } from "./methods.js";
import { pooledRecall, recallOf, type FileRecall } from "./recall.js";

const METHODS_IN_ORDER: readonly Method[] = [...BASELINES, ...METHODS, ...STEPS, ...WITHOUT];

const write = (line: string) => void process.stdout.write(`${line}\n`);

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write("Usage: npx tsx evals/retrieval/main.ts FOLDER…\n");
  process.exit(2);
}
const encoder = await openTextEncoder(readConfig());
const columns: Map<string, FileRecall[]>[] = [];
for (const folder of folders) columns.push(await measure(folder));
await encoder.close();
write(`| method | ${folders.join(" | ")} |\n|---|${folders.map(() => "---|").join("")}`);
for (const { name } of METHODS_IN_ORDER) write(`| ${name} | ${columns.map((column) => cell(column.get(name) ?? [])).join(" | ")} |`);

async function measure(folder: string): Promise<Map<string, FileRecall[]>> {
  const found = new Map<string, FileRecall[]>(METHODS_IN_ORDER.map(({ name }) => [name, []]));
  for (const file of (await historyFiles(folder)).files) {
    const measured = await openMeasured(file, encoder);
    if (measured.malformed.length > 0) process.stderr.write(`${measured.file}: no such round or turn: ${measured.malformed.join(", ")}\n`);
    for (const method of METHODS_IN_ORDER) found.get(method.name)?.push(await recallOf(method, measured));
    await measured.close();
  }
  return found;
}

/** `90.1 (91.3/88.7), 8.3 units of 7,954 characters`. */
function cell(files: readonly FileRecall[]): string {
  const half = (remainder: number) => percent(pooledRecall(files.filter((_, index) => index % 2 === remainder)).recall);
  const halves = files.length > 1 ? ` (${half(0)}/${half(1)})` : "";
  const { recall, units, characters } = pooledRecall(files);
  return `${percent(recall)}${halves}, ${units.toFixed(1)} units of ${Math.round(characters)} characters`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
