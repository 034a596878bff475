import type { HierarchyNode, HierarchyStore, NodeKind, Seq } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import { fromBlob, toBlob } from "./bytes.js";
import type { MemoryFile } from "./memory-file.js";

interface NodeRow {
  readonly id: string;
  readonly kind: NodeKind;
  readonly parent: string | null;
  readonly position: number;
  readonly seq: Seq | null;
  readonly text_hash: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly closed: number;
  readonly text: string;
  readonly visual: Buffer | null;
}

const COLUMNS = `id, kind, parent, position, seq, text_hash, "from", "to", closed, text, visual`;

/** The retrieval memory of one memory. */
export function sqliteHierarchy({ sql, read, change }: MemoryFile): HierarchyStore {
  const select = (rest: string, ...parameters: readonly unknown[]) =>
    (sql(`SELECT ${COLUMNS} FROM nodes ${rest}`).all(...parameters) as NodeRow[]).map(toNode);

  const put = ({ visual, ...given }: HierarchyNode) => {
    const { id, kind, parent, position, seq, textHash, from, to, closed, text } = wellFormed(given);
    sql(
      `INSERT INTO nodes (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, parent = excluded.parent, position = excluded.position, seq = excluded.seq,
         text_hash = excluded.text_hash, "from" = excluded."from", "to" = excluded."to", closed = excluded.closed, text = excluded.text,
         visual = excluded.visual`,
    ).run(id, kind, parent, position, seq, textHash, from, to, closed ? 1 : 0, toJson(text), visual === null ? null : toBlob(visual));
  };

  return {
    commit: (commit) =>
      change(() => {
        for (const id of commit.remove) sql("DELETE FROM nodes WHERE id = ?").run(id);
        for (const node of commit.put) put(node);
        sql("UPDATE memory SET hierarchy_cursor = ?").run(commit.cursor === null ? null : toJson(commit.cursor));
      }),

    cursor: () =>
      read(() => {
        const { cursor } = sql("SELECT hierarchy_cursor AS cursor FROM memory").get() as { cursor: string | null };
        return cursor === null ? null : fromJson<string>(cursor);
      }),

    node: (id) => read(() => select("WHERE id = ?", id)[0] ?? null),

    nodes: (kind) => read(() => select("WHERE kind = ? ORDER BY parent, position, id", kind)),

    count: (kind) => read(() => (sql("SELECT count(*) AS nodes FROM nodes WHERE kind = ?").get(kind) as { nodes: number }).nodes),

    children: (id) => read(() => select("WHERE parent = ? ORDER BY position, id", id)),

    currentEpisode: () =>
      read(() => select("INDEXED BY nodes_open WHERE kind = 'episode' AND parent IS NULL AND closed = 0 ORDER BY id")[0] ?? null),

    reset: () =>
      change(() => {
        sql("DELETE FROM nodes").run();
        sql("UPDATE memory SET hierarchy_cursor = NULL").run();
      }),
  };
}

function toNode({ id, kind, parent, position, seq, text_hash, from, to, closed, text, visual }: NodeRow): HierarchyNode {
  return {
    id,
    kind,
    parent,
    position,
    seq,
    from,
    to,
    text: fromJson<string>(text),
    textHash: text_hash,
    visual: visual === null ? null : fromBlob(visual),
    closed: closed === 1,
  };
}
