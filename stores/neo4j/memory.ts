import { MnemaError } from "../../core/errors.js";
import type { MemoryInfo, MemoryStore } from "../contract.js";
import { areNews } from "../encoders.js";
import { MEMORY_INFO, SET_MEMORY } from "./cypher/memory.js";
import { neo4jDecisions } from "./decisions.js";
import { COUNT_WAITING } from "./cypher/rounds.js";
import type { Graph } from "./graph.js";
import { neo4jHierarchy } from "./hierarchy.js";
import { neo4jLog } from "./log.js";
import { type MemoryGraph, memoryGraph } from "./memory-graph.js";
import { toOrder } from "./order.js";
import { neo4jPrograms } from "./programs.js";
import { neo4jQueries } from "./queries.js";
import { neo4jRules } from "./rules.js";
import { fitVectorIndex } from "./schema.js";
import { neo4jTables } from "./tables.js";
import { REMOVE_OTHER_VECTORS } from "./cypher/vectors.js";
import { neo4jVectors } from "./vectors.js";

interface MemoryRow extends Omit<MemoryInfo, "memoryId"> {
  readonly leaseHolder: string | null;
  readonly leaseUntil: number | null;
}

/** Opens the memory whose nodes carry `uid`. */
export function openNeo4jMemory(graph: Graph, memoryId: string, uid: string): MemoryStore {
  const memory = memoryGraph(graph, uid);
  const info = async (): Promise<MemoryInfo> => {
    const found = await memory.info();
    if (found === undefined) throw new MnemaError("NOT_FOUND", "This memory has been deleted. Open it anew.", { place: memoryId });
    const { createdAt, textModel, textDimension, visualModel, version } = found;
    return { memoryId, createdAt, textModel, textDimension, visualModel, version };
  };
  return {
    memoryId,
    log: neo4jLog(memory),
    decisions: neo4jDecisions(memory),
    vectors: neo4jVectors(memory),
    tables: neo4jTables(memory),
    hierarchy: neo4jHierarchy(memory),
    queries: neo4jQueries(memory),
    rules: neo4jRules(memory),
    programs: neo4jPrograms(memory),
    info,

    waiting: memory.kept(async () => {
      const [found] = await memory.rows<{ tableCursor: string | null; hierarchyCursor: string | null }>(MEMORY_INFO);
      const { tableCursor: tabled = null, hierarchyCursor: woven = null } = found ?? {};
      const least = tabled === null || woven === null ? null : tabled < woven ? tabled : woven;
      const counted = await memory.rows<{ waiting: number }>(COUNT_WAITING, { after: least === null ? null : toOrder(least) });
      return counted[0]?.waiting ?? 0;
    }),

    setEncoders: async (given) => {
      if (!areNews(await info(), given)) return;
      await fitVectorIndex(graph, "text", given.textDimension);
      await memory.note(async (tx) => {
        const [found] = await tx.run<MemoryRow>(MEMORY_INFO);
        if (found === undefined || !areNews({ ...found, memoryId }, given)) return;
        const { textModel, textDimension, visualModel } = given;
        await tx.run(SET_MEMORY, { properties: { textModel, textDimension, visualModel: visualModel ?? found.visualModel } });
      });
    },

    replaceEncoders: async ({ textModel, textDimension, visualModel }) => {
      await fitVectorIndex(graph, "text", textDimension);
      await memory.change(async (tx) => {
        const [found] = await tx.run<MemoryRow>(MEMORY_INFO);
        const visual = visualModel ?? found?.visualModel ?? null;
        await tx.run(SET_MEMORY, { properties: { textModel, textDimension, visualModel: visual } });
        await tx.run(REMOVE_OTHER_VECTORS, { models: visual === null ? [textModel] : [textModel, visual] });
      });
    },

    ...leaseMethods(memory),

    // What is deleted here no query yields any more; what the server's own logs keep, and how long, is its operator's.
    scrub: async () => (await info()) !== null,

    // Its connections are the driver's, which all memories share.
    rest: async () => undefined,

    close: async () => memory.close(),
  };
}

function leaseMethods({ rows, note }: MemoryGraph): Pick<MemoryStore, "lease" | "release" | "leaseHolder"> {
  return {
    lease: (holder, now, forMs) =>
      note(async (tx) => {
        const [held] = await tx.run<MemoryRow>(MEMORY_INFO);
        const free = held === undefined || held.leaseHolder === null || held.leaseHolder === holder || (held.leaseUntil ?? 0) <= now;
        if (free) await tx.run(SET_MEMORY, { properties: { leaseHolder: holder, leaseUntil: now + forMs } });
        return free;
      }),
    release: (holder) =>
      note(async (tx) => {
        const [held] = await tx.run<MemoryRow>(MEMORY_INFO);
        if (held?.leaseHolder === holder) await tx.run(SET_MEMORY, { properties: { leaseHolder: null, leaseUntil: null } });
      }),
    leaseHolder: async () => (await rows<MemoryRow>(MEMORY_INFO))[0]?.leaseHolder ?? null,
  };
}
