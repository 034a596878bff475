import type { Answer, EvidenceUnit } from "../../core/evidence.js";

/** What a system under evaluation gives for a question. */
export interface Asked extends Answer {
  /** Best first. */
  readonly evidence: readonly Pick<EvidenceUnit, "rounds" | "text">[];
  readonly ms: number;
}

/** A fresh, empty memory that is fed one file and asked its questions. */
export interface EvalSubject {
  ingest(file: string): Promise<void>;
  ask(question: string): Promise<Asked>;
  close(): Promise<void>;
}

/** Makes the subject for the file with this 0-based number. */
export type OpenSubject = (number: number) => Promise<EvalSubject>;
