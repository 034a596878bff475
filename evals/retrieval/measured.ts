import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ADAMM_DEFAULTS } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import { outputIds } from "../../core/output-ids.js";
import type { History } from "../../core/history.js";
import { importIntoLog } from "../../importers/into-log.js";
import { importPath } from "../../importers/registry.js";
import { readDocument } from "../../importers/source-document.js";
import type { TextEncoder } from "../../models/contract.js";
import { embed } from "../../nodes/ingest/embed.js";
import type { StoredRound } from "../../stores/contract.js";
import { openSearchIndex, dropSearchIndex } from "../../stores/search/index.js";
import type { SearchSettings } from "../../stores/search/ranking.js";
import { openSqliteSpace } from "../../stores/sqlite/space.js";
import type { SearchIndex } from "../../tools/contract.js";
import { questionsOf, type Question } from "../../importers/questions.js";
import { clueTexts, type ClueTexts } from "../scores/evidence-recall.js";

/** A question whose answer is known to stand in rounds of its file. */
export interface MeasuredQuestion extends Question {
  readonly history: string;
  readonly texts: ClueTexts;
}

/** One conversation in a memory of its own, with log and vectors and nothing else: all that ranking of events needs. */
export interface Measured {
  readonly file: string;
  readonly rounds: readonly StoredRound[];
  readonly outputIds: (round: StoredRound) => readonly string[];
  /** Only those with clues that exist. */
  readonly questions: readonly MeasuredQuestion[];
  /** Clues that name no round or turn of the file. */
  readonly malformed: readonly string[];
  index(settings: Pick<SearchSettings, "paper" | "weights">): SearchIndex;
  close(): Promise<void>;
}

const NOW = new Date(0);

/** Puts a file with questions into a memory in a temporary folder. Throws what the importers throw. */
export async function openMeasured(file: string, encoder: TextEncoder): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-retrieval-"));
  const space = await openSqliteSpace(folder);
  const store = await space.open("measured", { create: true, now: NOW.toISOString() });
  const { stored } = await importIntoLog(store, file, {}, () => NOW);
  const memory = { store, encoder, visual: null };
  // A node is called as the graph would call it; it needs no more of its state and config than this.
  const step = embed({ memory: async () => memory }) as unknown as (state: object, config: object) => Promise<unknown>;
  await step({ memoryId: "measured", slice: stored }, {});
  const ambiguous = await store.log.ambiguousIds();
  return {
    file: basename(file),
    rounds: await store.log.roundsAfter(null, stored.length),
    outputIds: (round) => outputIds(round, ambiguous),
    ...(await questionsWithClues(file)),
    index: (settings) => openSearchIndex(store, { encoder, visual: null, settings: { ...ADAMM_DEFAULTS, ...settings } }),
    close: async () => {
      dropSearchIndex(store);
      await store.close();
      await space.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function questionsWithClues(file: string): Promise<Pick<Measured, "questions" | "malformed">> {
  const { questions } = questionsOf(
    await readDocument(
      file,
      () => new MnemaError("UNKNOWN_FORMAT", `${file} is not JSON. Evaluation takes files with questions.`, { place: file }),
    ),
  );
  const histories: History[] = [];
  await importPath(file, {}, { history: async (history) => void histories.push(history), picture: async () => {}, warning: () => {} });
  const conversations = histories.map((history) => ({ history: history.id, texts: clueTexts(history) }));
  const malformed: string[] = [];
  const usable = questions.flatMap((question): MeasuredQuestion[] => {
    const conversation = conversations[question.conversation] ?? { history: "", texts: new Map() };
    const clues = [...new Set(question.clues)];
    malformed.push(...clues.filter((clue) => !conversation.texts.has(clue)));
    const known = clues.filter((clue) => conversation.texts.has(clue));
    return known.length === 0 ? [] : [{ ...question, ...conversation, clues: known }];
  });
  return { questions: usable, malformed };
}
