import { attributeKey } from "../core/names.js";
import { sha256 } from "../core/canonical.js";
import { roundDigest, roundKey, roundOrder } from "../core/round-key.js";
import { pictureHashes } from "../core/parts.js";
import type { Seq } from "../stores/contract.js";
import { type ExportRecord, type Header, vectorFrom } from "./export-records.js";

type Of<Type extends ExportRecord["type"]> = Extract<ExportRecord, { type: Type }>;

/** Where the fault stands: the number of its line, or none for what shows only at the end. */
export interface Inconsistency {
  readonly line: number | null;
  readonly what: string;
}

/** Holds the records of an export to one another, as they come. */
export interface ImportChecks {
  /** What is wrong with the next record, given those before it, or null. */
  add(record: ExportRecord, line: number): string | null;
  /** What is wrong with all of them, or null. */
  end(): Inconsistency | null;
}

/**
 * What a shape cannot say: that nothing comes twice, that hashes are those of the content, and that what refers to a round,
 * a table, a node or a picture refers to one that is there. Where the log changed after it was derived from (`dirtyFrom`),
 * rows and nodes of rounds that are gone are no fault: they are derived anew.
 */
export function importChecks(header: Header): ImportChecks {
  const once = new Set<string>();
  const rounds = new Map<Seq, Of<"round">["supersededBy"]>();
  const order = new Set<string>();
  const shown = new Map<string, number>();
  const pictures = new Set<string>();
  const columns = new Map<string, ReadonlySet<string>>();
  const nodes = new Map<string, Of<"node">["kind"]>();
  const lengths = new Map<string, number>();
  /** Programs so far, by search. */
  const sizes = new Map<string, number>();
  if (header.textModel !== null && header.textDimension !== null) lengths.set(header.textModel, header.textDimension);
  /** Rows and nodes of rounds that are not there. */
  const stray: { line: number; what: string }[] = [];
  let derived: Of<"derived"> | null = null;

  const twice = (...name: readonly (string | number)[]) => {
    const key = JSON.stringify(name);
    if (once.has(key)) return `${name.slice(0, 3).join(" ")} comes twice`;
    once.add(key);
    return null;
  };
  const unknown = (seqs: readonly Seq[]) => {
    const gone = seqs.find((seq) => !rounds.has(seq));
    return gone === undefined ? null : `it is of round ${gone}, which is not there`;
  };

  const round = (record: Of<"round">, line: number) => {
    const { seq, supersededBy, key, digest, orderKey, time } = record;
    if (key !== roundKey(record) || digest !== roundDigest(record as never)) return "the round is not what its digest says";
    const place = (text: string) => (time === null ? text.slice(text.indexOf("\u0001")) : text);
    if (place(orderKey) !== place(roundOrder(record, time as never))) return "its order key is not that of the round";
    rounds.set(seq, supersededBy);
    for (const hash of pictureHashes(record as never)) if (!shown.has(hash)) shown.set(hash, line);
    if (supersededBy !== null) return twice("round", seq);
    order.add(orderKey);
    return twice("round", seq) ?? twice("round", "key", key) ?? twice("round", "order key", orderKey);
  };

  const picture = ({ hash, bytes, mime }: Of<"picture">) => {
    if (bytes !== null && hash !== sha256(Buffer.from(bytes, "base64"))) return "the picture is not what its hash says";
    if ((bytes === null) !== (mime === null)) return "a picture has both bytes and a type, or neither";
    pictures.add(hash);
    return twice("picture", hash);
  };

  const vector = ({ hash, model, vector: base64 }: Of<"vector">) => {
    const length = vectorFrom(base64)?.length ?? 0;
    const wanted = lengths.get(model) ?? length;
    lengths.set(model, wanted);
    return length === wanted ? twice("vector", hash, model) : `the vector has ${length} numbers where those of ${model} have ${wanted}`;
  };

  const table = ({ id, name, columns: found }: Of<"table">) => {
    const keys = new Set(found.map((column) => attributeKey(column.name)));
    columns.set(id, keys);
    if (keys.size < found.length) return `table ${name} has a column twice`;
    return twice("table", id) ?? twice("table", "name", name.toLowerCase());
  };

  const row = ({ table: id, seq, cells }: Of<"row">, line: number) => {
    const known = columns.get(id);
    if (known === undefined) return `it is a row of table ${id}, which is not there`;
    const odd = cells.find(([key]) => !known.has(key));
    if (odd !== undefined) return `its cell ${odd[0]} is in no column of the table`;
    if (new Set(cells.map(([key]) => key)).size < cells.length) return "it has a cell twice";
    const gone = unknown([seq]);
    if (gone !== null) stray.push({ line, what: gone });
    return twice("row", id, seq);
  };

  const node = ({ id, kind, parent, seq }: Of<"node">, line: number) => {
    nodes.set(id, kind);
    const above = { topic: null, episode: "topic", event: "episode" }[kind];
    if (parent === null ? kind === "event" : nodes.get(parent) !== above)
      return `it is ${kind} ${id} of ${parent ?? "nothing"}, which is no ${above ?? "place for it"}`;
    if ((seq === null) === (kind === "event")) return kind === "event" ? "it is an event of no round" : `a ${kind} is of no single round`;
    const gone = unknown(seq === null ? [] : [seq]);
    if (gone !== null) stray.push({ line, what: gone });
    return twice("node", id);
  };

  /** A tree is in the order in which it grew. */
  const program = ({ search, program: { node } }: Of<"program">) => {
    const size = sizes.get(search) ?? 0;
    sizes.set(search, size + 1);
    if (node.id !== size) return `it is program ${node.id} of a search where ${size} comes next`;
    return node.parent === null || node.parent < node.id ? null : `its parent ${node.parent} comes after it`;
  };

  const add: ImportChecks["add"] = (record, line) => {
    switch (record.type) {
      case "round":
        return round(record, line);
      case "observations":
        return unknown([record.seq]) ?? twice("observations", record.seq);
      case "picture":
        return picture(record);
      case "decision":
        return unknown(record.rounds) ?? twice("decision", record.key);
      case "vector":
        return vector(record);
      case "table":
        return table(record);
      case "row":
        return row(record, line);
      case "node":
        return node(record, line);
      case "query":
        return unknown(record.evidence.flatMap(({ seqs }) => seqs)) ?? twice("query", record.queryId);
      case "rule":
        return twice("rule", record.stream, record.rule.id);
      case "stream-task":
        return twice("task", record.stream, record.ordinal);
      case "stream-step":
        return twice("step", record.stream, record.step);
      case "replay":
        return twice("replay", record.key);
      case "program":
        return program(record) ?? twice("program", record.search, record.program.node.id);
      case "program-step":
        return twice("step of search", record.search, record.step);
      case "program-run":
        return twice("program run", record.key);
      case "derived":
        derived = record;
        return twice("derived");
    }
  };

  const end: ImportChecks["end"] = () => {
    const lost = [...rounds].find(([, by]) => by !== null && !rounds.has(by));
    if (lost !== undefined) return { line: null, what: `round ${lost[0]} was replaced by round ${lost[1]}, which is not there` };
    const bare = [...shown].find(([hash]) => !pictures.has(hash));
    if (bare !== undefined) return { line: bare[1], what: `its picture ${bare[0]} is not there` };
    if (derived === null) return { line: null, what: "it does not say how far tables and hierarchy are derived" };
    const { tables, hierarchy, dirtyFrom } = derived as Of<"derived">;
    const [first] = stray;
    if (first !== undefined && dirtyFrom === null) return first;
    for (const [part, cursor] of Object.entries({ tables, hierarchy })) {
      if (cursor !== null && (dirtyFrom === null || cursor < dirtyFrom) && !order.has(cursor))
        return { line: null, what: `its ${part} are derived up to a round that is not there` };
    }
    if ((tables === null && columns.size > 0) || (hierarchy === null && nodes.size > 0))
      return { line: null, what: "it holds what is derived from rounds, and says that nothing is" };
    return null;
  };

  return { add, end };
}
