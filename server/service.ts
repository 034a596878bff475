import type { Mnema } from "../memory/mnema.js";
import type { Logger } from "../memory/logger.js";
import type { Metrics } from "./metrics.js";
import type { Runs } from "./runs/runs.js";

/** Limits of the server; every one can be set by a caller. */
export const SERVER_DEFAULTS = {
  /** Bytes of a JSON body. */
  jsonBytes: 10 * 1024 * 1024,
  /** Bytes of an uploaded history with its pictures, and how many files it may have. */
  uploadBytes: 512 * 1024 * 1024,
  uploadFiles: 10_000,
  /** Requests a minute from one API key. Without keys there is one user, who is not limited. */
  requestsPerMinute: 6_000,
  /** Longest work on one request, in milliseconds. */
  requestMs: 300_000,
  /** How long what runs may go on when the server is told to end, in milliseconds. */
  drainMs: 10_000,
} as const;

export type ServerSettings = { readonly [Name in keyof typeof SERVER_DEFAULTS]: number };

/** What every resource needs: passed in, never imported. */
export interface Service {
  readonly mnema: Mnema;
  readonly runs: Runs;
  readonly metrics: Metrics;
  readonly settings: ServerSettings;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Paths of this machine that no reply may name. */
  readonly secrets: readonly string[];
  /** Aborted when the server is told to end: streams that only watch are closed. */
  readonly ending: AbortSignal;
}
