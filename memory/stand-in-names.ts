import { nameTable } from "../decisions/name-table.js";
import { OFFLINE } from "../decisions/record.js";
import type { DecisionLog } from "../stores/contract.js";

/**
 * What a model could not name, with the reason, in the order of asking: the table has the stand-in's name since. One that a
 * model has named later is left out. `run`: of this run alone.
 */
export async function standInNames(log: DecisionLog, run?: string): Promise<string[]> {
  const records = await log.list({ name: nameTable.name, ...(run === undefined ? {} : { run }) });
  const isNamedSince = (failed: (typeof records)[number]) =>
    records.some(
      ({ error, model, at, rounds }) =>
        error === null && model !== OFFLINE && at >= failed.at && rounds.some((seq) => failed.rounds.includes(seq)),
    );
  return records
    .filter((record) => record.error !== null && !isNamedSince(record))
    .map(({ model, error }) => `A table has the name that it would have without a model, since ${model} gave none: ${error}`);
}
