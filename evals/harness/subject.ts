import type { Answer, EvidenceUnit } from "../../core/evidence.js";
import type { QuestionTrace } from "./trace.js";

/** What a system under evaluation gives for a question. */
export interface Asked extends Answer {
  /** Best first. */
  readonly evidence: readonly Pick<EvidenceUnit, "rounds" | "text">[];
  readonly ms: number;
  /** The path that the answer took, of a system that tells it. */
  readonly trace?: QuestionTrace;
}

/** How a question is asked. */
export interface AskedHow {
  /** The moment of asking, ISO 8601; left out: the subject's own. */
  readonly now?: string;
}

/** A fresh, empty memory that is fed one file and asked its questions. */
export interface EvalSubject {
  ingest(file: string): Promise<void>;
  ask(question: string, how?: AskedHow): Promise<Asked>;
  /** Tokens that a model took for it so far, of a subject that tells. */
  spent?(): Promise<{ readonly input: number; readonly output: number; readonly images: number }>;
  close(): Promise<void>;
}

/** Makes the subject for the file with this 0-based number. */
export type OpenSubject = (number: number) => Promise<EvalSubject>;
