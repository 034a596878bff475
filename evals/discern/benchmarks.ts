import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { MnemaError } from "../../core/errors.js";
import { sample, seeded } from "../../core/seeded.js";
import type { Task } from "../../environments/contract.js";
import type { ENVIRONMENT_NAMES } from "../../memory/arena-names.js";

/** A data set as DiscernMem's table 1 uses it. */
export interface Benchmark {
  readonly name: string;
  readonly environment: (typeof ENVIRONMENT_NAMES)[number];
  /** In the data sets folder. */
  readonly folder: string;
  /** Tasks of the paper's stream. */
  readonly size: number;
  /** The paper's stream (appendix C) from the tasks of the published file. */
  readonly stream: (tasks: readonly Task[]) => readonly Task[];
  /** Where it is to be had, and what of it belongs into the folder. */
  readonly source: string;
  /** It is done where this one cannot be. */
  readonly standsFor?: string;
}

/** Of the streams' order, which is the same for all methods, hosts and seeds. */
const ORDER = 42;
const TRIVIA_SKIPPED = 1_000;
const POP_SKIPPED = 7_000;
const KODCODE_SHARE = 0.2;

export const BENCHMARKS: readonly Benchmark[] = [
  {
    name: "TriviaQA",
    environment: "questions",
    folder: "triviaqa",
    size: 6_993,
    stream: (tasks) => tasks.slice(TRIVIA_SKIPPED),
    source: "triviaqa-rc.tar.gz of nlp.cs.washington.edu/triviaqa: qa/wikipedia-dev.json (or rc.wikipedia.nocontext, validation, as JSONL)",
  },
  {
    name: "PopQA",
    environment: "questions",
    folder: "popqa",
    size: 7_267,
    stream: (tasks) => stratified(tasks.slice(POP_SKIPPED)),
    source: "huggingface.co/datasets/akariasai/PopQA: test.tsv",
  },
  {
    name: "KodCode",
    environment: "code",
    folder: "kodcode",
    size: 2_000,
    stream: (tasks) => sample(tasks, Math.round(KODCODE_SHARE * tasks.length), seeded(ORDER)),
    source: "huggingface.co/datasets/KodCode/KodCode-Light-RL-10K (non-commercial), as JSONL",
  },
  {
    name: "PDDL",
    environment: "pddl",
    folder: "pddl",
    size: 60,
    stream: (tasks) => tasks,
    source:
      "the planning tasks of AgentBoard (github.com/hkust-nlp/AgentBoard): domains and problems of gripper, barman, blockworld, tyreworld",
  },
  {
    name: "HumanEval-X",
    environment: "code",
    folder: "humaneval-x-js",
    size: 82,
    stream: (tasks) => tasks,
    source: "huggingface.co/datasets/THUDM/humaneval-x: the JavaScript tasks as JSONL",
    standsFor: "KodCode",
  },
];

/** Relations in proportion all along, each one's questions in an order drawn from the seed. */
function stratified(tasks: readonly Task[]): readonly Task[] {
  const random = seeded(ORDER);
  const groups = new Map<string, Task[]>();
  for (const task of tasks) groups.set(task.domain, [...(groups.get(task.domain) ?? []), task]);
  return [...groups.values()]
    .flatMap((group) => {
      const drawn = group.map((task) => ({ task, draw: random() })).toSorted((one, other) => one.draw - other.draw);
      return drawn.map(({ task }, at) => ({ task, place: (at + random()) / group.length }));
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ task }) => task);
}

/**
 * File or folder of a benchmark's tasks: the one that was named, else its folder in the data sets folder, or the one file in
 * that. NOT_FOUND, with where to get it, where there is none; USAGE where several files could be meant.
 */
export async function sourceOf({ name, environment, folder, source }: Benchmark, datasets: string, named?: string): Promise<string> {
  const place = named ?? join(datasets, folder);
  const found = await stat(place).catch(() => null);
  if (found === null) throw new MnemaError("NOT_FOUND", `There is no ${place}. Get ${name} from ${source}, and put it there.`, { place });
  if (!found.isDirectory() || environment !== "questions") return place;
  const files = (await readdir(place)).filter((file) => [".json", ".jsonl", ".ndjson", ".tsv"].includes(extname(file).toLowerCase()));
  const [file] = files;
  if (file === undefined) throw new MnemaError("NOT_FOUND", `${place} holds no file of ${name}. Get it from ${source}.`, { place });
  if (files.length > 1)
    throw new MnemaError("USAGE", `${place} holds ${files.join(", ")}: name one with --source ${name}=PATH.`, { place });
  return join(place, file);
}

/** The paper's stream of a benchmark, or all of its tasks in their order. NOT_FOUND where the file ends before the stream begins. */
export function streamOf(benchmark: Benchmark, tasks: readonly Task[], split: "paper" | "whole"): readonly Task[] {
  const stream = split === "whole" ? tasks : benchmark.stream(tasks);
  if (stream.length > 0) return stream;
  throw new MnemaError(
    "NOT_FOUND",
    `${benchmark.name}: of these ${tasks.length} tasks none belongs to the paper's stream. Give the whole published file, or --split whole.`,
    { place: benchmark.name },
  );
}
