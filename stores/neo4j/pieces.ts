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
  for (const label of labels) {
    for (let deleted = DELETED; deleted === DELETED;) {
      const [done] = await graph.query<{ deleted: number }>("WRITE", deleteContent(label), { memory, limit: DELETED });
      deleted = done?.deleted ?? 0;
    }
  }
}
