import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MnemaError } from "../../core/errors.js";
import type { JudgeCard } from "./judge.js";
import type { Machine } from "./machine.js";
import type { RunSink, ToldQuestion } from "./run.js";
import type { IngestResult, QuestionResult, ScoreName } from "./suite.js";

/** A run as its folder tells it. */
export interface RunCard {
  readonly command: string;
  readonly mode: "offline" | "model";
  readonly suites: readonly { readonly name: string; readonly published: readonly ScoreName[] }[];
  readonly subjects: readonly { readonly name: string; readonly about: string }[];
  readonly runs: number;
  readonly encoder: string;
  /** Null offline. */
  readonly model: { readonly name: string; readonly parameters: Readonly<Record<string, unknown>> } | null;
  readonly judge: JudgeCard | null;
  /** Of every interval's draws. */
  readonly seed: number;
  /** The moment of asking where a question names none. */
  readonly now: string;
  readonly machine: Machine;
}

export interface WrittenRun {
  readonly card: RunCard;
  readonly results: readonly QuestionResult[];
  readonly ingests: readonly IngestResult[];
}

const FILES = { card: "run.json", results: "results.jsonl", ingests: "ingest.jsonl", traces: "traces.jsonl" } as const;

/** Writes results as they come: ids and scores in `results.jsonl` and `ingest.jsonl`, texts and paths in `traces.jsonl`. */
export interface RunFolder {
  readonly sink: RunSink;
  readonly results: readonly QuestionResult[];
  readonly ingests: readonly IngestResult[];
  /** Of the first answers, in the order of results: what the page shows. */
  readonly told: readonly ToldQuestion[];
  /** Writes the card and ends all files. */
  end(card: RunCard): Promise<void>;
}

/** Answers with their paths that a page and memory bear; files have all. */
const TOLD = 5_000;

export async function createRunFolder(folder: string): Promise<RunFolder> {
  await mkdir(folder, { recursive: true });
  const open = (name: string) => createWriteStream(join(folder, name), "utf8");
  const files = { results: open(FILES.results), ingests: open(FILES.ingests), traces: open(FILES.traces) };
  const results: QuestionResult[] = [];
  const ingests: IngestResult[] = [];
  const told: ToldQuestion[] = [];
  const keep =
    <Item>(list: Item[], file: WriteStream, most = Number.POSITIVE_INFINITY) =>
    (item: Item) => {
      if (list.length < most) list.push(item);
      file.write(`${JSON.stringify(item)}\n`);
    };
  return {
    results,
    ingests,
    told,
    sink: { result: keep(results, files.results), ingested: keep(ingests, files.ingests), told: keep(told, files.traces, TOLD) },
    end: async (card) => {
      await Promise.all(Object.values(files).map((file) => new Promise<void>((resolve) => file.end(resolve))));
      await writeFile(join(folder, FILES.card), `${JSON.stringify(card, null, 2)}\n`);
    },
  };
}

/** A run that was written before. NOT_FOUND where its folder holds none. */
export async function readRun(folder: string): Promise<WrittenRun> {
  const read = async (name: string) => {
    try {
      return await readFile(join(folder, name), "utf8");
    } catch (cause) {
      throw new MnemaError("NOT_FOUND", `There is no ${join(folder, name)}. Name the --out folder of an earlier run.`, {
        place: folder,
        cause,
      });
    }
  };
  const lines = <Item>(text: string) => text.split("\n").flatMap((line): Item[] => (line === "" ? [] : [JSON.parse(line) as Item]));
  const [card, results, ingests] = await Promise.all([read(FILES.card), read(FILES.results), read(FILES.ingests)]);
  return { card: JSON.parse(card) as RunCard, results: lines<QuestionResult>(results), ingests: lines<IngestResult>(ingests) };
}
