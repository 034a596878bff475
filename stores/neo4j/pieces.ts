import { deleteContent } from "./cypher/space.js";
import type { Graph, Transaction } from "./graph.js";
import type { ContentLabel } from "./labels.js";

/** What the server's memory has to do with: large lists and deletions go to it piece by piece. */

/** Members of a list that one statement works on. */
const MEMBERS = 500;

/** Nodes deleted in one transaction. */
const DELETED = 2_000;

/** Runs a statement on a list that it knows by `name`, piece by piece within the transaction; not at all when it is empty. */
export async function runOn(tx: Transaction, cypher: string, name: string, list: readonly unknown[]): Promise<void> {
  for (let at = 0; at < list.length; at += MEMBERS) await tx.run(cypher, { [name]: list.slice(at, at + MEMBERS) });
}

/** Deletes a memory's nodes of these labels, in transactions of their own: killed in between, the same call does the rest. */
export async function deleteAll(graph: Graph, memory: string, labels: readonly ContentLabel[]): Promise<void> {
  for (const label of labels)
    await deletePieces(DELETED, (limit) => graph.query<Deleted>("WRITE", deleteContent(label), { memory, limit }));
}

/** What a statement that deletes says: how many nodes. */
export interface Deleted {
  readonly deleted: number;
}

/** Deletes piece by piece until there is none left: `piece` deletes up to `limit` nodes. */
export async function deletePieces(limit: number, piece: (limit: number) => Promise<readonly Deleted[]>): Promise<void> {
  for (let deleted = limit; deleted === limit;) deleted = (await piece(limit))[0]?.deleted ?? 0;
}
