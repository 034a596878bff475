import { extract } from "../decisions/extract.js";
import type { DecisionRecord, MemoryStore } from "../stores/contract.js";

/** Extractions of which a part was left out, since it does not stand in the round. `run`: of this run alone. */
export async function partialAnswers({ decisions }: Pick<MemoryStore, "decisions">, run?: string): Promise<DecisionRecord[]> {
  const records = await decisions.list({ name: extract.name, ...(run === undefined ? {} : { run }) });
  return records.filter(({ note, error }) => note !== undefined && error === null);
}

/** The same in words, by round. */
export async function partialNotes(store: Pick<MemoryStore, "decisions" | "log">, run?: string): Promise<string[]> {
  const partial = await partialAnswers(store, run);
  const rounds = new Map((await store.log.rounds(partial.flatMap((record) => record.rounds))).map((round) => [round.seq, round]));
  return partial.flatMap(({ model, note, rounds: [seq = 0] }) => {
    const round = rounds.get(seq);
    return round === undefined
      ? []
      : [`Of what ${model} found in round ${round.ids[0]} a part was left out ("mnema retry" asks again): ${note}`];
  });
}
