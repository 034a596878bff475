import { evidenceRecall } from "../scores/evidence-recall.js";
import type { Measured } from "./measured.js";
import type { Method } from "./methods.js";

/** How a method did on one conversation. */
export interface FileRecall {
  readonly file: string;
  readonly questions: number;
  /** Mean share of the clues found, over the questions. */
  readonly recall: number;
  readonly units: number;
  readonly characters: number;
}

export async function recallOf(method: Method, measured: Measured): Promise<FileRecall> {
  const find = method.prepare(measured);
  const each: { recall: number; units: number; characters: number }[] = [];
  for (const { asked, clues, texts, history } of measured.questions) {
    const evidence = await find(asked);
    const characters = evidence.reduce((sum, { text }) => sum + text.length, 0);
    each.push({ recall: evidenceRecall(evidence, clues, texts, history) ?? 0, units: evidence.length, characters });
  }
  const mean = (pick: (one: (typeof each)[number]) => number) => each.reduce((sum, one) => sum + pick(one), 0) / (each.length || 1);
  return {
    file: measured.file,
    questions: each.length,
    recall: mean(({ recall }) => recall),
    units: mean(({ units }) => units),
    characters: mean(({ characters }) => characters),
  };
}

/** Over all questions of some files. */
export function pooledRecall(files: readonly FileRecall[]): Omit<FileRecall, "file"> {
  const questions = files.reduce((sum, file) => sum + file.questions, 0);
  const mean = (pick: (file: FileRecall) => number) => files.reduce((sum, file) => sum + pick(file) * file.questions, 0) / (questions || 1);
  return {
    questions,
    recall: mean(({ recall }) => recall),
    units: mean(({ units }) => units),
    characters: mean(({ characters }) => characters),
  };
}
