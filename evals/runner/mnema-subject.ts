import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config.js";
import { createQueryGraph } from "../../graphs/query.js";
import { atOneMoment, tracedNode } from "../../memory/around-node.js";
import { ask } from "../../memory/ask.js";
import type { MnemaParts } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { OpenMemory } from "../../nodes/memory.js";
import { plan } from "../../decisions/plan.js";
import { hasMemory } from "../../nodes/query/has-memory.js";
import { allEpisodes, planningContext } from "../../nodes/query/planning-context.js";
import type { QueryState } from "../../nodes/query/state.js";
import { TOOLS } from "../../tools/registry.js";
import type { NodeRun, QuestionTrace } from "../harness/trace.js";
import { RUN_MOMENT } from "./moment.js";
import type { NamedSubject } from "./suite.js";

/** What is seen of one question while the graph runs. */
interface Watched {
  readonly nodes: NodeRun[];
  tables: readonly string[];
  episodes: readonly string[];
  now: string;
}

/** Memories that outlive their subject, so that others that derive alike ask them too: by part in its order, taken in once. */
export interface KeptMemories {
  readonly folder: string;
  readonly taken: Set<string>;
  /** Before a part's memory is closed. */
  closing(memory: OpenMemory): Promise<void>;
}

/**
 * Mnema itself, each part in a fresh memory in a folder that is gone when it is closed, whatever store the environment names. Its
 * answers bring their whole path through the query graph.
 */
export async function openMnemaSubject(
  config: Config,
  {
    name = "mnema",
    about = "Mnema as it is",
    kept = null,
    ...parts
  }: Omit<MnemaParts, "clock"> & { readonly name?: string; readonly about?: string; readonly kept?: KeptMemories | null } = {},
): Promise<NamedSubject> {
  const folder = kept?.folder ?? (await mkdtemp(join(tmpdir(), "mnema-evals-")));
  let now = new Date(RUN_MOMENT);
  const mnema = await openMnema({ ...config, dataFolder: folder, neo4j: null, checkpointUrl: null }, { ...parts, clock: () => now });
  const watched = new Map<string, Watched>();
  const graph = createQueryGraph({ memory: (memoryId) => mnema.memory(memoryId) }, undefined, (node, nodeName) => {
    const inner = atOneMoment(tracedNode(node, nodeName));
    return async (state, options) => {
      const started = performance.now();
      const update = await inner(state, options);
      const question = watched.get(state.queryId);
      question?.nodes.push({ node: nodeName, ms: performance.now() - started });
      if (nodeName === "context" && question !== undefined) Object.assign(question, contextOf(update as Partial<typeof QueryState.State>));
      return update;
    };
  });
  return {
    name,
    about,
    open: async (number) => {
      const memoryId = kept === null ? `part-${randomUUID()}` : `part-${number}`;
      const memory = () => mnema.memory(memoryId);
      return {
        ingest: async (file) => {
          if (kept?.taken.has(memoryId) === true) return;
          await mnema.ingest(memoryId, { paths: [file], onWarning: () => {} });
          kept?.taken.add(memoryId);
        },
        ask: async (question, how) => {
          now = new Date(how?.now ?? RUN_MOMENT);
          const queryId = `query-${randomUUID()}`;
          const seen: Watched = { nodes: [], tables: [], episodes: [], now: "" };
          watched.set(queryId, seen);
          try {
            const open = await memory();
            const { answer, value, items, citations, evidence, ms } = await ask(open, graph, question, { queryId });
            return { answer, value, items, citations, evidence, ms, trace: await traceOf(open, question, queryId, seen, evidence) };
          } finally {
            watched.delete(queryId);
          }
        },
        spent: async () => {
          const decisions = await (await memory()).store.decisions.list();
          const sum = (part: "input" | "output" | "images") => decisions.reduce((total, { tokens }) => total + tokens[part], 0);
          return { input: sum("input"), output: sum("output"), images: sum("images") };
        },
        close: async () => {
          if (kept?.taken.has(memoryId) === true) await kept.closing(await memory());
          await mnema.closeMemory(memoryId);
          if (kept === null) await mnema.space.destroy(memoryId);
        },
      };
    },
    close: async () => {
      await mnema.close();
      if (kept === null) await rm(folder, { recursive: true, force: true });
    },
  };
}

function contextOf({ tables = [], episodes = [], now = "" }: Partial<typeof QueryState.State>): Omit<Watched, "nodes"> {
  return { tables, episodes, now };
}

async function traceOf(
  open: OpenMemory,
  question: string,
  queryId: string,
  { nodes, tables, episodes, now }: Watched,
  evidence: QuestionTrace["evidence"],
): Promise<QuestionTrace> {
  const { store } = open;
  const [record, present, { byId }, decisions, promptCharacters] = await Promise.all([
    store.queries.get(queryId),
    store.tables.tables(),
    allEpisodes(store),
    store.decisions.list({ run: queryId }),
    promptLength(open, { question, now, tables, episodes }),
  ]);
  return {
    candidates: {
      tables: tables
        .flatMap((id) => present.find((table) => table.id === id) ?? [])
        .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      episodes: episodes.flatMap((id) => byId.get(id)?.text ?? []),
    },
    promptCharacters,
    now,
    plan: record?.plan ?? [],
    calls: record?.calls ?? [],
    evidence,
    decisions: decisions.map(({ name, version, model, tokens: { input, output, images }, attempts, ms, error }) => ({
      name,
      version,
      model,
      tokens: { input, output, images },
      attempts,
      ms,
      error,
    })),
    nodes,
  };
}

async function promptLength(open: OpenMemory, asked: Parameters<typeof planningContext>[1]): Promise<number> {
  const { context } = await planningContext(open, asked);
  const { steps: maxSteps, without } = open.settings;
  const messages = plan.ask({ ...context, tools: TOOLS.filter(({ name }) => hasMemory(name, without)), maxSteps });
  return JSON.stringify(messages).length;
}
