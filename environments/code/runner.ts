/** A submission with the tests that it has to pass. */
export interface CodeJob {
  /** The whole program, without the tests. */
  readonly program: string;
  readonly tests: string;
}

/** What the tests said. */
export interface TestReport {
  readonly passed: number;
  /** Checks that were made; one that broke off counts as made and failed. 0 when the program never got to them. */
  readonly total: number;
  /** What an agent is told: which checks failed and what came instead, or how the program failed. */
  readonly feedback: string;
}

/** Runs code of one language where it can do no harm. */
export interface CodeRunner {
  run(job: CodeJob): Promise<TestReport>;
  close(): Promise<void>;
}
