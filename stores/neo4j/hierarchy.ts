import type { HierarchyCommit, HierarchyNode, HierarchyStore, NodeKind, Seq } from "../contract.js";
import { wellFormed } from "../json.js";
import {
  CHILDREN,
  COUNT_UNITS,
  LINK_TO_CHILDREN,
  LINK_TO_NEXT,
  LINK_TO_PARENTS,
  LINK_TO_PREVIOUS,
  LINK_TO_ROUNDS,
  LINK_TOPICS,
  OPEN_EPISODES,
  putUnits,
  REMOVE_UNITS,
  UNIT_BY_ID,
  UNIT_PLACES,
  UNITS_OF_KIND,
  UNLINK_UNITS,
} from "./cypher/hierarchy.js";
import { MEMORY_INFO, SET_MEMORY } from "./cypher/memory.js";
import { LINK_ROWS } from "./cypher/tables.js";
import { derived } from "./derived.js";
import type { MemoryGraph, Writing } from "./memory-graph.js";
import { runOn } from "./pieces.js";
import { toVector } from "./values.js";

interface UnitRow extends Omit<HierarchyNode, "visual"> {
  readonly visual: number[] | null;
}

/** The retrieval memory of one memory. */
export function neo4jHierarchy(memory: MemoryGraph): HierarchyStore {
  const { rows } = memory;
  const { commit, reset } = derived(memory, "hierarchy");
  const nodes = async (cypher: string, parameters?: Readonly<Record<string, unknown>>) =>
    (await rows<UnitRow>(cypher, parameters)).map(toNode);
  return {
    commit: async (given) => {
      const put = [
        ...new Map(given.put.map((node) => [node.id, { ...wellFormed({ ...node, visual: null }), visual: node.visual }])).values(),
      ];
      await commit((tx) => write(tx, { ...given, put }));
    },

    cursor: async () => (await rows<{ hierarchyCursor: string | null }>(MEMORY_INFO))[0]?.hierarchyCursor ?? null,

    node: async (id) => (await nodes(UNIT_BY_ID, { id }))[0] ?? null,

    nodes: (kind) => nodes(UNITS_OF_KIND, { kind }),

    count: async (kind) => (await rows<{ units: number }>(COUNT_UNITS, { kind }))[0]?.units ?? 0,

    children: (id) => nodes(CHILDREN, { id }),

    currentEpisode: async () => (await nodes(OPEN_EPISODES))[0] ?? null,

    reset,
  };
}

async function write(tx: Writing, { put, remove, cursor }: HierarchyCommit): Promise<void> {
  await tx.run(REMOVE_UNITS, { ids: remove });
  const before = new Map(
    (await tx.run<Place & { id: string }>(UNIT_PLACES, { ids: put.map(({ id }) => id) })).map((place) => [place.id, place]),
  );
  for (const kind of ["topic", "episode", "event"] as const) {
    await runOn(
      tx,
      putUnits(kind),
      "units",
      put.filter((node) => node.kind === kind),
    );
  }
  const added = put.filter(({ id }) => !before.has(id));
  const moved = put.filter((node) => isElsewhere(node, before.get(node.id)));
  if (moved.length > added.length)
    await runOn(
      tx,
      UNLINK_UNITS,
      "ids",
      moved.map(({ id }) => id),
    );
  await link(tx, added, moved);
  await tx.run(SET_MEMORY, { properties: { hierarchyCursor: cursor } });
}

/** What the links of a unit depend on. */
type Place = Pick<HierarchyNode, "kind" | "parent" | "position" | "seq">;

function isElsewhere(now: Place, before: Place | undefined): boolean {
  return (
    before === undefined ||
    now.kind !== before.kind ||
    now.parent !== before.parent ||
    now.position !== before.position ||
    now.seq !== before.seq
  );
}

/** Makes the relationships of units that are new or have moved, to what is there of their surroundings. */
async function link(tx: Writing, added: readonly HierarchyNode[], moved: readonly HierarchyNode[]): Promise<void> {
  const idsOf = (nodes: readonly HierarchyNode[], ...kinds: readonly NodeKind[]) =>
    nodes.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const [events, seqs] = [idsOf(moved, "event"), moved.flatMap(({ seq }): Seq[] => (seq === null ? [] : [seq]))];
  await runOn(tx, LINK_TOPICS, "ids", idsOf(moved, "topic"));
  await runOn(tx, LINK_TO_PARENTS, "ids", idsOf(moved, "episode", "event"));
  await runOn(tx, LINK_TO_CHILDREN, "ids", idsOf(added, "topic", "episode"));
  await runOn(tx, LINK_TO_NEXT, "ids", events);
  await runOn(tx, LINK_TO_PREVIOUS, "ids", events);
  await runOn(tx, LINK_TO_ROUNDS, "seqs", seqs);
  await runOn(tx, LINK_ROWS, "seqs", seqs);
}

function toNode({ visual, ...unit }: UnitRow): HierarchyNode {
  return { ...unit, visual: visual === null ? null : toVector(visual) };
}
