import { MnemaError } from "../../core/errors.js";
import type { MemoryInfo, Seq } from "../contract.js";
import { onceInMoment } from "../moment.js";
import { type DerivedPart, LOCK_MEMORY, MEMORY_INFO } from "./cypher/memory.js";
import type { Graph, Parameters, Transaction } from "./graph.js";
import type { ContentLabel } from "./labels.js";
import { deleteAll } from "./pieces.js";

/** What a memory's node says about its log when a write begins. */
export interface LogState {
  /** Seq of the last round that was stored. */
  readonly seq: Seq;
  /** How many things have been numbered in order of arrival: tables and queries. */
  readonly places: number;
  readonly dirtyFrom: string | null;
  /** The last append, so that one whose commit was answered to nobody is known when it is tried again. */
  readonly lastAppend: string | null;
  readonly lastAppendAfter: Seq | null;
  /** Parts that were dropped and are not all deleted yet. */
  readonly clearing: Readonly<Record<DerivedPart, boolean>>;
}

/** A write on one memory, which no other write on it overlaps. */
export interface Writing extends Transaction {
  readonly state: LogState;
}

/** The part of the database that is one memory. Every statement gets the memory's uid as `$memory`. */
export interface MemoryGraph {
  /** Rows of one statement that reads. */
  rows<Row>(cypher: string, parameters?: Parameters): Promise<Row[]>;
  /** What the memory's node says, as `info` gives it; once in a moment. Undefined when it has been destroyed. */
  info(): Promise<Omit<MemoryInfo, "memoryId"> | undefined>;
  /** A reading that is kept until the memory's version has risen: asked for again, it costs a look at the version. */
  kept<T>(read: () => Promise<T>): () => Promise<T>;
  /** As `change`, by one statement that `writing` made. */
  changeBy(cypher: string, parameters?: Parameters): Promise<void>;
  /** As `note`, by one statement that `writing` made. */
  noteBy(cypher: string, parameters?: Parameters): Promise<void>;
  /** A write that changes what readers derive their indexes from: raises the memory's version. */
  change<T>(work: (tx: Writing) => Promise<T>): Promise<T>;
  /** A write that does not: decisions, vectors, queries, the lease. */
  note<T>(work: (tx: Writing) => Promise<T>): Promise<T>;
  /** Deletes all nodes of these labels, in transactions of their own. */
  deleteAll(labels: readonly ContentLabel[]): Promise<void>;
  close(): void;
}

/**
 * `uid` names the memory's nodes: unlike its id it is never used again, and it stays when the memory is renamed. NOT_FOUND
 * from a write once the memory has been destroyed, by this process or another.
 */
export function memoryGraph(graph: Graph, uid: string): MemoryGraph {
  let open = true;
  /** The statement's parameters; INTERNAL once the memory has been closed. */
  const within = (parameters: Parameters = {}): Parameters => {
    if (!open) throw new MnemaError("INTERNAL", "The store is closed.", { place: graph.place });
    return { ...parameters, memory: uid };
  };
  const inMemory = (tx: Transaction): Transaction => ({ run: (cypher, parameters) => tx.run(cypher, within(parameters)) });
  const gone = () => new MnemaError("NOT_FOUND", "This memory has been deleted. Open it anew.", { place: graph.place });
  /** Reads without parameters that are asked for at once are one: nothing can have been written between them. */
  const asked = new Map<string, Promise<unknown[]>>();
  const together = <Row>(cypher: string): Promise<Row[]> => {
    const known = asked.get(cypher) as Promise<Row[]> | undefined;
    if (known !== undefined) return known;
    const reading = Promise.resolve().then(() => {
      asked.delete(cypher);
      return graph.query<Row>("READ", cypher, within());
    });
    asked.set(cypher, reading);
    return reading;
  };
  const readInfo = async () => (await together<Omit<MemoryInfo, "memoryId">>(MEMORY_INFO))[0];
  const info = () => onceInMoment(readInfo);
  const writeBy = async (raise: 0 | 1, cypher: string, parameters?: Parameters) => {
    if ((await graph.query("WRITE", cypher, { ...within(parameters), raise })).length === 0) throw gone();
  };
  const write = <T>(raise: 0 | 1, work: (tx: Writing) => Promise<T>) =>
    graph.write(async (bare) => {
      const tx = inMemory(bare);
      const [state] = await tx.run<LogState>(LOCK_MEMORY, { raise });
      if (state === undefined) throw gone();
      return work({ run: tx.run, state });
    });
  return {
    rows: async (cypher, parameters) => (parameters === undefined ? together(cypher) : graph.query("READ", cypher, within(parameters))),
    info,
    kept: <T>(read: () => Promise<T>) => {
      let last: { readonly version: number; readonly value: T } | null = null;
      return async () => {
        const version = (await info())?.version ?? 0;
        // What is read after the version may be newer than it, and is then read anew when it is next asked for.
        if (last?.version !== version) last = { version, value: await read() };
        return last.value;
      };
    },
    changeBy: (cypher, parameters) => writeBy(1, cypher, parameters),
    noteBy: (cypher, parameters) => writeBy(0, cypher, parameters),
    change: (work) => write(1, work),
    note: (work) => write(0, work),
    deleteAll: (labels) => deleteAll(graph, uid, labels),
    close: () => void (open = false),
  };
}
