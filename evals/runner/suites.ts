import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { analyticLogs } from "../suites/analytic-logs/suite.js";
import { joinedLogs } from "../suites/analytic-logs-joined/suite.js";
import { beam } from "../suites/beam/suite.js";
import { conversations } from "../suites/conversations/suite.js";
import { locomo } from "../suites/locomo/suite.js";
import { longMemEval } from "../suites/longmemeval/suite.js";
import { manyTables } from "../suites/many-tables/suite.js";
import { memEye } from "../suites/memeye/suite.js";
import { memGallery } from "../suites/mem-gallery/suite.js";
import type { Suite } from "./suite.js";

/** Suites of questions about histories. */
export const SUITES: readonly Suite[] = [
  memGallery,
  memEye,
  locomo,
  longMemEval,
  beam,
  analyticLogs,
  joinedLogs,
  manyTables,
  conversations,
];

/** Where the data sets lie unless the environment says otherwise. */
export const DATASETS = "../shared/data";

/** What a caller says about where data lies. */
export interface DataPlaces {
  /** Named for this run; null: none. */
  readonly named: string | null;
  /** The folder of all data sets. */
  readonly datasets: string;
  /** Whether this is the only suite of the run. */
  readonly alone: boolean;
}

/**
 * Where a suite's data lies: in the named folder under the suite's name, or, of a single suite, that folder or file itself; else what
 * the repository brings, else its folder among the data sets. It need not be there.
 */
export async function placeOf({ name, folder }: Suite, { named, datasets, alone }: DataPlaces): Promise<string> {
  if (named !== null) {
    const within = join(named, name);
    if (alone && (await stat(within).catch(() => null)) === null) return named;
    return within;
  }
  return isAbsolute(folder) ? folder : join(datasets, folder);
}
