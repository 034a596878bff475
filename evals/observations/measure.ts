import { basename } from "node:path";
import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import type { History, Round } from "../../core/history.js";
import { extract } from "../../decisions/extract.js";
import { observationsOf } from "../../decisions/extraction/observe.js";
import { historyFiles } from "../../importers/history-files.js";
import { importPath } from "../../importers/registry.js";
import { readDocument } from "../../importers/source-document.js";
import { recurring, scoreObservations, type Observed, type ObservationScore } from "./score.js";

/** What offline extraction found in one file: scored where the file brings records, else what recurs. */
export interface FileMeasure {
  readonly file: string;
  readonly rounds: number;
  readonly observations: number;
  /** Mean milliseconds a round. */
  readonly ms: number;
  readonly score: ObservationScore | null;
  readonly recurring: readonly { readonly attribute: string; readonly rounds: number }[];
}

const Gold = z.object({
  fields: z.array(z.object({ attribute: z.string(), unit: z.string().default("") })),
  records: z.array(z.record(z.string(), z.unknown())),
});

/** Extracts offline, without a store, from every conversation under `path` (a file or a folder); pictures are not read. */
export async function measureObservations(path: string): Promise<FileMeasure[]> {
  const measures: FileMeasure[] = [];
  for (const file of (await historyFiles(path)).files) measures.push(await measureFile(file));
  return measures;
}

async function measureFile(file: string): Promise<FileMeasure> {
  const histories: History[] = [];
  await importPath(file, {}, { history: async (history) => void histories.push(history), picture: async () => {}, warning: () => {} });
  const rounds = histories.flatMap(({ sessions }) => sessions.flatMap((session) => session.rounds));
  const started = performance.now();
  const observed = rounds.flatMap(observedIn);
  const ms = (performance.now() - started) / Math.max(1, rounds.length);
  const gold = Gold.safeParse((await readDocument(file, () => unreadable(file))).value);
  return {
    file: basename(file),
    rounds: rounds.length,
    observations: observed.length,
    ms,
    score: gold.success ? scoreObservations(observed, gold.data) : null,
    recurring: recurring(observed),
  };
}

function unreadable(file: string): MnemaError {
  return new MnemaError("UNKNOWN_FORMAT", `${basename(file)} is no JSON file with conversations.`, { place: file });
}

/** Offline observations of a round under its first source id. */
function observedIn({ ids, time, turns }: Round): Observed[] {
  const input = {
    time,
    turns: turns.map(({ role, speaker, text, pictures }) => ({
      role,
      speaker,
      text,
      pictures: pictures.map(({ hash, caption }) => ({ hash, caption, text: null })),
    })),
  };
  return observationsOf(extract.offline(input).items, input).map((observation) => ({ ...observation, round: ids[0] ?? "" }));
}
