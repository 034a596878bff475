import { RECALLS, SCORES } from "./figures.js";
import type { RunCard } from "./folder.js";
import type { QuestionResult, ScoreName } from "./suite.js";

/** A run's results as the repository keeps them: ids and main scores, a row a question; no text and nothing of the machine. */
export interface CompactResults {
  readonly command: string;
  readonly encoder: string;
  readonly model: string | null;
  readonly columns: readonly string[];
  /** Suite, system, run, part, id, digest of the answer, then a score a column; null where nothing is scored so. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

const IDS = ["suite", "system", "run", "part", "id", "digest"] as const;
/** Decimals of a score: what rounding noise cannot reach. */
const DECIMALS = 6;

export function compactResults(
  { command, encoder, model }: Pick<RunCard, "command" | "encoder" | "model">,
  results: readonly QuestionResult[],
): CompactResults {
  const present: ScoreName[] = SCORES.filter((score) => !RECALLS.has(score) && results.some(({ scores }) => scores[score] !== undefined));
  return {
    command,
    encoder,
    model: model?.name ?? null,
    columns: [...IDS, ...present],
    rows: results.map(({ suite, subject, run, part, id, digest, scores }) => [
      suite,
      subject,
      run,
      part,
      id,
      digest,
      ...present.map((score) => rounded(scores[score])),
    ]),
  };
}

/** As it is written: a line a question, so that a change shows which. */
export function compactText({ rows, ...head }: CompactResults): string {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
  return `${JSON.stringify(head, null, 2).replace(/\n\}$/, "")},\n  "rows": [\n${lines}\n  ]\n}\n`;
}

function rounded(score: number | null | undefined): number | null {
  return score === null || score === undefined ? null : Number(score.toFixed(DECIMALS));
}
