import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import { decodeText, fileError } from "../../importers/source-document.js";
import type { Task } from "../contract.js";
import { INSTRUCTIONS } from "./tasks.js";

/** Where a task on the live web begins. */
export interface LiveData {
  readonly address: string;
}

interface LiveTask {
  readonly id: string;
  /** Of the task's family. */
  readonly site: string;
  readonly goal: string;
  readonly address: string;
}

const Text = z.string().trim().min(1);

/** WebVoyager: a line for each task, with the address of its site. */
const WebVoyager = z
  .looseObject({ web_name: Text, id: Text, ques: Text, web: z.url({ protocol: /^https?$/ }) })
  .transform(({ web_name, id, ques, web }): LiveTask => ({ id, site: web_name, goal: ques, address: web }));

/** Mind2Web: a site's name and what people did there, of which only what was asked counts; also with the address itself. */
const Mind2Web = z
  .looseObject({
    annotation_id: Text.optional(),
    task_id: Text.optional(),
    confirmed_task: Text,
    website: Text,
    subdomain: Text.optional(),
  })
  .transform(({ annotation_id, task_id, confirmed_task, website }, context): LiveTask => {
    const id = annotation_id ?? task_id;
    if (id === undefined) context.addIssue("annotation_id or task_id is missing");
    const address = addressOf(website);
    if (!URL.canParse(address)) {
      context.addIssue(`website is no address: ${website}`);
      return z.NEVER;
    }
    return { id: id ?? "", site: new URL(address).hostname.replace(/^www\./, ""), goal: confirmed_task, address };
  });

/**
 * The tasks of a file of WebVoyager's or Mind2Web's (JSON or JSON lines), told apart by their fields, in the file's order.
 * UNKNOWN_FORMAT or INVALID_INPUT with the place.
 */
export async function liveTasks(source: string, environment: string, maxSteps: number): Promise<Task<LiveData>[]> {
  const isFile = await stat(source).then(
    (found) => found.isFile(),
    (error: unknown) => {
      throw fileError(error, source);
    },
  );
  if (!isFile) throw new MnemaError("INVALID_INPUT", `${source} is a folder: name a file of tasks.`, { place: source });
  const tasks = recordsOf(decodeText(await readFile(source), source), source).map((record, index) =>
    readTask(record, `${source}[${index}]`),
  );
  return tasks.map(({ id, site, goal, address }) => ({
    id,
    environment,
    domain: site,
    input: { goal, observation: `The page ${address} is open.`, instructions: INSTRUCTIONS },
    maxSteps,
    data: { address },
  }));
}

function recordsOf(text: string, source: string): unknown[] {
  try {
    if (text.trimStart().startsWith("[")) return z.array(z.unknown()).parse(JSON.parse(text));
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as unknown);
  } catch (cause) {
    throw new MnemaError("INVALID_INPUT", `${source} is neither JSON nor JSON lines.`, { place: source, cause });
  }
}

function readTask(record: unknown, place: string): LiveTask {
  const fields = z.record(z.string(), z.unknown()).safeParse(record).data ?? {};
  const format = "ques" in fields ? WebVoyager : "confirmed_task" in fields ? Mind2Web : null;
  if (format === null)
    throw new MnemaError("UNKNOWN_FORMAT", "A task of the live web has `ques` (WebVoyager) or `confirmed_task` (Mind2Web).", { place });
  const read = format.safeParse(record);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new MnemaError("INVALID_INPUT", `${issue?.path.join(".") || "task"}: ${issue?.message}.`, { place });
}

/** `"united"` is https://www.united.com/. */
function addressOf(website: string): string {
  if (/^https?:\/\//.test(website)) return website;
  return `https://www.${website.includes(".") ? website : `${website}.com`}/`;
}
