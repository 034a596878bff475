import { MnemaError } from "../../core/errors.js";
import type { History } from "../../core/history.js";
import { questionsOf } from "../../importers/questions.js";
import { importPath } from "../../importers/registry.js";
import { readDocument } from "../../importers/source-document.js";
import { type ClueTexts, clueTexts } from "../scores/evidence-recall.js";

/** A conversation of a file: its id, and what stands for its clues. */
export interface Conversation {
  readonly history: string;
  readonly texts: ClueTexts;
}

/** The questions of a file; text that is not JSON holds none. */
export async function readQuestions(file: string): Promise<ReturnType<typeof questionsOf>> {
  try {
    return questionsOf(await readDocument(file, () => noQuestions(file)));
  } catch (error) {
    if (MnemaError.isInstance(error) && error.code === "UNKNOWN_FORMAT") return { kind: "none", questions: [] };
    throw error;
  }
}

/** The conversations of a file, in its order. */
export async function readConversations(file: string): Promise<Conversation[]> {
  const histories: History[] = [];
  await importPath(file, {}, { history: async (history) => void histories.push(history), picture: async () => {}, warning: () => {} });
  return histories.map((history) => ({ history: history.id, texts: clueTexts(history) }));
}

/** UNKNOWN_FORMAT. */
export function noQuestions(path: string): MnemaError {
  return new MnemaError(
    "UNKNOWN_FORMAT",
    `${path} holds no questions. Evaluation takes MemGallery, LoCoMo, LongMemEval and Mnema files with questions.`,
    { place: path },
  );
}
