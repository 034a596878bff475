import type { Round } from "./history.js";

/**
 * A round's source ids as people see them: bare where unique in the memory, else `history/id`.
 * `ambiguous` holds the ids that more than one round of the memory has (`LogStore.ambiguousIds`).
 */
export function outputIds({ ids, history }: Pick<Round, "ids" | "history">, ambiguous: ReadonlySet<string>): readonly string[] {
  return ids.map((id) => (ambiguous.has(id) ? `${history}/${id}` : id));
}
