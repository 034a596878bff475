import { setTimeout } from "node:timers/promises";
import { MnemaError } from "../../core/errors.js";
import {
  AWAIT_INDEXES,
  createVectorIndex,
  dropVectorIndex,
  INDEXED_MEMORIES,
  MIGRATIONS,
  SCHEMA_VERSION,
  SET_SCHEMA_VERSION,
  SHOW_VECTOR_INDEXES,
  type VectorIndex,
  VECTOR_INDEXES,
} from "./cypher/schema.js";
import type { Graph, Parameters } from "./graph.js";
import type { Neo4jSettings } from "./settings.js";

/** How often a change of the schema is tried. */
const ATTEMPTS = 10;

/** Dimensions of the default encoders: MiniLM, and SigLIP 2 base. */
const DIMENSIONS: Readonly<Record<VectorIndex, number>> = { text: 384, visual: 768 };

/**
 * Makes what constraints and indexes are missing, and brings an older database to this version. STORE_VERSION for one of
 * a later Mnema, ENCODER_MISMATCH when a vector index is in use for other encoders.
 */
export async function prepareSchema(graph: Graph, { textDimension, visualDimension }: Neo4jSettings): Promise<void> {
  const version = (await graph.query<{ version: number | null }>("READ", SCHEMA_VERSION))[0]?.version ?? 0;
  if (version > MIGRATIONS.length) {
    throw new MnemaError(
      "STORE_VERSION",
      `${graph.place} has schema version ${version}; this Mnema knows ${MIGRATIONS.length}. Update Mnema to open it.`,
      { place: graph.place },
    );
  }
  for (const statement of MIGRATIONS.slice(version).flat()) await make(graph, statement);
  await fitVectorIndex(graph, "text", textDimension ?? null);
  await fitVectorIndex(graph, "visual", visualDimension ?? null);
  if (version === MIGRATIONS.length) return;
  await graph.query("READ", AWAIT_INDEXES);
  await graph.query("WRITE", SET_SCHEMA_VERSION, { version: MIGRATIONS.length });
}

/**
 * Sees that a vector index takes vectors of this dimension: makes it when there is none, and anew while no memory needs
 * it as it is. Null: any will do. ENCODER_MISMATCH, naming both dimensions, when one does.
 */
export async function fitVectorIndex(graph: Graph, which: VectorIndex, wanted: number | null): Promise<void> {
  const { name } = VECTOR_INDEXES[which];
  const [index] = await graph.query<{ dimension: number }>("READ", SHOW_VECTOR_INDEXES, { name });
  if (index !== undefined && (wanted === null || index.dimension === wanted)) return;
  if (index !== undefined) {
    const [user] = await graph.query<{ memoryId: string; model: string }>("READ", INDEXED_MEMORIES[which], { dimension: index.dimension });
    if (user !== undefined) throw mismatch(graph.place, name, index.dimension, wanted, user);
    await make(graph, dropVectorIndex(which));
  }
  const indexConfig = { "vector.dimensions": wanted ?? DIMENSIONS[which], "vector.similarity_function": "cosine" };
  await make(graph, createVectorIndex(which), { options: { indexConfig } });
}

/** One change of the schema. Another server may be making it at the same time: then it is there when this is tried again. */
async function make(graph: Graph, statement: string, parameters?: Parameters): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await graph.query("WRITE", statement, parameters);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isAboutSchema(error)) throw error;
      await setTimeout(100 * attempt);
    }
  }
}

function isAboutSchema(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && /^Neo\.\w+\.Schema\./.test(String(cause.code));
}

function mismatch(place: string, name: string, known: number, given: number | null, user: { memoryId: string; model: string }): MnemaError {
  return new MnemaError(
    "ENCODER_MISMATCH",
    `The vector index ${name} of ${place} is for ${known} dimensions (memory "${user.memoryId}", encoder ${user.model}), and the encoder in use has ${given}. ` +
      "Configure the former encoder, or use another database.",
    { place: name },
  );
}
