import { randomUUID } from "node:crypto";
import { MnemaError } from "../../core/errors.js";
import type { MemoryStore, StoreSpace } from "../contract.js";
import { checkId, notFound, taken } from "../memory-ids.js";
import { UNREGISTER } from "./cypher/services.js";
import { CONDEMN_MEMORY, CONDEMNED, DELETE_MEMORY, MAKE_MEMORY, MEMORY_BY_KEY, RENAME_MEMORY } from "./cypher/space.js";
import { type Graph, openGraph } from "./graph.js";
import { CONTENT_LABELS, type ContentLabel } from "./labels.js";
import { openNeo4jMemory } from "./memory.js";
import { deleteAll } from "./pieces.js";
import { prepareSchema } from "./schema.js";
import { memoryKey, neo4jServices, register } from "./services.js";
import type { Neo4jSettings } from "./settings.js";

/** Opens the memories that lie in a Neo4j database, and makes the constraints and indexes that it lacks. */
export async function openNeo4jSpace(settings: Neo4jSettings): Promise<StoreSpace> {
  const graph = await openGraph(settings);
  try {
    await prepareSchema(graph, settings);
  } catch (error) {
    await graph.close();
    throw error;
  }
  return space(graph, settings.space ?? "");
}

function space(graph: Graph, name: string): StoreSpace {
  const services = { ...neo4jServices(graph, name), close: () => graph.close() };
  const keyOf = (memoryId: string) => memoryKey(name, memoryId);
  const uidOf = async (memoryId: string) =>
    (await graph.query<{ uid: string }>("READ", MEMORY_BY_KEY, { key: keyOf(memoryId) }))[0]?.uid ?? null;

  const open = async (memoryId: string, { create, now }: { create: boolean; now: string }): Promise<MemoryStore> => {
    checkId(memoryId);
    const known = await uidOf(memoryId);
    if (known === null) await finishDestruction(graph, keyOf(memoryId));
    const uid = known ?? (create ? await make(memoryId, now) : null);
    if (uid === null) throw notFound(memoryId);
    const memory = openNeo4jMemory(graph, memoryId, uid);
    await services.addMemory(memoryId, (await memory.info()).createdAt);
    return memory;
  };

  /** Several may make it at the same time: one does, and all get that one. */
  const make = async (memoryId: string, createdAt: string) => {
    const [made] = await graph.query<{ uid: string }>("WRITE", MAKE_MEMORY, {
      key: keyOf(memoryId),
      uid: randomUUID(),
      name: memoryId,
      createdAt,
    });
    return made?.uid ?? null;
  };

  return {
    services,
    open,

    rename: async (memoryId, to) => {
      if (to === "" || (await uidOf(to)) !== null) throw taken(to);
      const renaming = graph.write(async (tx) => {
        const [renamed] = await tx.run<{ createdAt: string }>(RENAME_MEMORY, { key: keyOf(memoryId), newKey: keyOf(to), name: to });
        if (renamed === undefined) throw notFound(memoryId);
        await tx.run(UNREGISTER, { key: keyOf(memoryId) });
        await register(tx, name, to, renamed.createdAt);
      });
      // Somebody else may have taken the name meanwhile.
      await renaming.catch(async (error: unknown) => {
        throw MnemaError.isInstance(error) && error.code === "INTERNAL" && (await uidOf(to)) !== null ? taken(to) : error;
      });
    },

    destroy: async (memoryId) => {
      const key = keyOf(memoryId);
      await graph.write(async (tx) => {
        await tx.run(CONDEMN_MEMORY, { key });
        await tx.run(UNREGISTER, { key });
      });
      await finishDestruction(graph, key);
      return true;
    },

    close: () => graph.close(),
  };
}

/** Removes what condemned memories of this name hold, and their own nodes last: killed in between, the next call goes on. */
async function finishDestruction(graph: Graph, key: string): Promise<void> {
  const condemned = await graph.query<{ uid: string }>("READ", CONDEMNED, { key });
  for (const { uid: memory } of condemned) {
    await deleteAll(graph, memory, Object.keys(CONTENT_LABELS) as ContentLabel[]);
    await graph.query("WRITE", DELETE_MEMORY, { memory });
  }
}
