import { stat, readdir } from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { MnemaError } from "../../core/errors.js";
import { naturalKey } from "../../core/names.js";
import { fileError, readText } from "../../importers/source-document.js";
import type { Task } from "../contract.js";
import { goalInWords, staticsInWords, stateInWords } from "./episode.js";
import { readDefinition, readDomain } from "./read-domain.js";
import { domainOf, readProblem } from "./read-problem.js";
import { instructionsInWords } from "./words.js";
import { createWorld, type World } from "./world.js";

/** The PDDL that a task was read from, with the files' names for the places of errors. */
export interface PlanningData {
  readonly domain: { readonly file: string; readonly text: string };
  readonly problem: { readonly file: string; readonly text: string };
}

interface PddlFile {
  readonly file: string;
  readonly text: string;
  readonly kind: "domain" | "problem";
  /** Of a domain its name, of a problem the name of its domain. */
  readonly domain: string;
}

/**
 * Problems of a folder and the folders in it, in natural order of their paths, or the one of a file. A problem's
 * domain is the file that defines the name it gives; of several, the one that lies nearest. NOT_FOUND, INVALID_INPUT
 * or UNSUPPORTED_OPERATION with the place.
 */
export async function planningTasks(
  source: string,
  environment: string,
  maxSteps: number,
  world: (data: PlanningData) => World,
): Promise<Task<PlanningData>[]> {
  const { folder, problems, domains } = await readSource(source);
  if (problems.length === 0)
    throw new MnemaError("NOT_FOUND", `There is no PDDL problem in ${source}: name a folder with domains and problems.`, { place: source });
  return problems.map((problem) => {
    const domain = nearest(domains, problem);
    const data = { domain: { file: domain.file, text: domain.text }, problem: { file: problem.file, text: problem.text } };
    const ready = world(data);
    return {
      id: relative(folder, problem.file).slice(0, -extname(problem.file).length).replaceAll("\\", "/"),
      environment,
      domain: domain.domain,
      input: {
        goal: goalInWords(ready),
        observation: `${staticsInWords(ready)}\n${stateInWords(ready, ready.initial)}`,
        instructions: instructionsInWords(ready.domain.actions),
      },
      maxSteps,
      data,
    };
  });
}

/** The world of a task. */
export function worldOf({ domain, problem }: PlanningData): World {
  const read = readDomain(domain.text, domain.file);
  return createWorld(read, readProblem(problem.text, problem.file, read));
}

/** A problem's own folder is where ids begin when it is named itself; its domain may lie there or one folder up. */
async function readSource(source: string): Promise<{ folder: string; problems: PddlFile[]; domains: PddlFile[] }> {
  const isFolder = await stat(source).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      throw fileError(error, source);
    },
  );
  if (isFolder) {
    const files = await Promise.all((await pddlBelow(source, true)).map(readPddl));
    return {
      folder: source,
      problems: files.filter(({ kind }) => kind === "problem"),
      domains: files.filter(({ kind }) => kind === "domain"),
    };
  }
  const problem = await readPddl(source);
  const folder = dirname(source);
  const around = [...(await pddlBelow(folder, false)), ...(await pddlBelow(dirname(folder), false))];
  const files = await Promise.all(around.map(readPddl));
  return { folder, problems: problem.kind === "problem" ? [problem] : [], domains: files.filter(({ kind }) => kind === "domain") };
}

async function pddlBelow(folder: string, deep: boolean): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const sorted = entries.toSorted((one, other) => (naturalKey(one.name) < naturalKey(other.name) ? -1 : 1));
  const files: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && deep) files.push(...(await pddlBelow(path, true)));
    else if (entry.isFile() && extname(entry.name).toLowerCase() === ".pddl") files.push(path);
  }
  return files;
}

async function readPddl(file: string): Promise<PddlFile> {
  const text = await readText(file);
  const definition = readDefinition(text, file);
  if (definition.kind === "domain") return { file, text, kind: "domain", domain: definition.name };
  return { file, text, kind: "problem", domain: domainOf(definition) };
}

function nearest(domains: readonly PddlFile[], problem: PddlFile): PddlFile {
  const folder = dirname(problem.file);
  const distance = ({ file }: PddlFile): number =>
    relative(folder, dirname(file))
      .split(/[\\/]/)
      .filter((step) => step !== "").length;
  const [best] = domains.filter(({ domain }) => domain === problem.domain).toSorted((one, other) => distance(one) - distance(other));
  if (best === undefined)
    throw new MnemaError("NOT_FOUND", `No file here defines domain \`${problem.domain}\`: put it beside the problem.`, {
      place: problem.file,
    });
  return best;
}
