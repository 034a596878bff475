import type { Question } from "../../importers/questions.js";
import type { Conversation } from "../harness/part.js";
import type { Asked, OpenSubject } from "../harness/subject.js";
import type { ExpectedPath } from "../scores/trajectory.js";

/** A question of a suite: what its file says, and what scoring needs beyond that. */
export interface SuiteQuestion extends Question {
  /** Every answer that counts as right; the first is `gold`. Empty where only abstaining is right. */
  readonly golds: readonly string[];
  /** The moment of asking, ISO 8601; null: the run's own. */
  readonly now: string | null;
  /** Whether memory does not hold the answer, so that saying so is right; null where the data set asks no such thing. */
  readonly unanswerable: boolean | null;
  /** Of a multiple-choice question: letters with their texts. The gold is a letter then. */
  readonly choices: Readonly<Record<string, string>> | null;
  /** What a judge looks for one by one; empty: the gold alone. */
  readonly rubric: readonly string[];
  /** What two forms of one question have in common; null of a question with one form. */
  readonly pair: string | null;
  /** The calls that a good path makes; null where nobody wrote them down. */
  readonly expected: ExpectedPath | null;
  /** Whether the published key is known to be wrong. */
  readonly wrongKey: boolean;
}

/** A file that a subject of its own takes in, and its questions, to be asked one after another. */
export interface SuitePart {
  /** Tells the part apart within the suite: the file's base name, with the question's id where each has a history of its own. */
  readonly name: string;
  /** A file that the importers take. */
  readonly file: string;
  readonly questions: readonly SuiteQuestion[];
  /** By 0-based place in the file: the conversations, with what stands for their clues. */
  readonly conversations: readonly Conversation[];
}

/** A data set with its questions, and what is scored on them. */
export interface Suite {
  readonly name: string;
  /** Its folder in the data sets folder; a path where the repository brings the data. */
  readonly folder: string;
  /** Where it is to be had, and what belongs into the folder. */
  readonly source: string;
  /** The scores that its publication reports, or what it is made for, in this order. */
  readonly published: readonly ScoreName[];
  /**
   * The parts of a file, in its order; none of a file that belongs to another or holds no questions. A file that is made for a
   * part is gone when the next is asked for. UNKNOWN_FORMAT, INVALID_INPUT.
   */
  parts(file: string): AsyncIterable<SuitePart>;
  /** Of a suite whose files belong into one memory: the parts of a whole folder, in the place of those of each file. */
  together?(folder: string): AsyncIterable<SuitePart>;
  /** Scores that its publication defines otherwise than the common ones. */
  score?(answered: Answered): Scores;
}

/** Characters of evidence within which recall is told, from the best unit on. */
export const BUDGETS = [1_000, 2_000, 4_000, 8_000] as const;
/** Units of evidence within which recall is told, best first. */
export const DEPTHS = [1, 3, 5, 10] as const;

/** What an answer is scored by. Each is in [0, 1]. */
export type ScoreName =
  | "exact"
  | "em"
  | "f1"
  | "bleu1"
  | "choice"
  | "abstention"
  | "answered"
  | "rounds"
  | "recall"
  | `recall@${(typeof DEPTHS)[number]}`
  | `recall@${(typeof BUDGETS)[number]}c`
  | "judge"
  | "tool"
  | "table"
  | "arguments"
  | "strict"
  | "superset";

/** Null where a question is not scored so: it has no clues, or no exact value, or no model judges. */
export type Scores = Readonly<Partial<Record<ScoreName, number | null>>>;

/** Parts of asking, in their order: `calls` binds arguments, `evidence` carries the calls out. */
export const PHASES = ["context", "plan", "calls", "evidence", "answer"] as const;
export type Phase = (typeof PHASES)[number];

/** What a phase took: milliseconds, and tokens that a model read and wrote (`images`: the pictures' part of `input`). */
export interface PhaseCost {
  readonly ms: number;
  readonly input: number;
  readonly output: number;
  readonly images: number;
}

/** What one system gave for one question, scored. Holds ids, scores and costs: no text of the data set. */
export interface QuestionResult {
  readonly suite: string;
  readonly subject: string;
  /** 0-based run, of which there are several where a model answers. */
  readonly run: number;
  readonly part: string;
  readonly id: string;
  readonly point: string;
  readonly scores: Scores;
  /** Calls beyond the expected path; null without one. */
  readonly unnecessary: number | null;
  /** What two forms of one question have in common. */
  readonly pair: string | null;
  /** Whether the published key is known to be wrong. */
  readonly wrongKey: boolean;
  /** Characters of all evidence. */
  readonly chars: number;
  readonly ms: number;
  /** Empty for a subject that does not tell. */
  readonly phases: Partial<Readonly<Record<Phase, PhaseCost>>>;
  /** sha-256 of answer, items and evidence: equal for equal answers. */
  readonly digest: string;
  /** Why there is no answer, or no verdict on it; null when there is. */
  readonly error: string | null;
}

/** What taking a part in took. */
export interface IngestResult {
  readonly suite: string;
  readonly subject: string;
  readonly run: number;
  readonly part: string;
  readonly ms: number;
  /** Of a model, where the subject tells. */
  readonly tokens: { readonly input: number; readonly output: number; readonly images: number } | null;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
}

/** A system under evaluation, by name. */
export interface NamedSubject {
  readonly name: string;
  /** What it is, in a sentence, for the report. */
  readonly about: string;
  readonly open: OpenSubject;
  close(): Promise<void>;
}

/** A question with its answer, for scoring. */
export interface Answered {
  readonly question: SuiteQuestion;
  readonly asked: Asked;
  readonly conversation: Conversation;
}
