import type { GraphNode } from "@langchain/langgraph";
import { eventText } from "../../core/parts.js";
import { isFailedDecision } from "../../decisions/failed.js";
import { breath } from "../breath.js";
import type { OpenMemory } from "../memory.js";
import { runtimeOf } from "./runtime.js";
import { isStanding } from "./standing.js";
import type { IngestState } from "./state.js";
import { heldVectors } from "./vectors.js";
import { begin, close, goesOn, insert } from "./weaving/episode.js";
import { eventOf, type NewEvent } from "./weaving/event.js";
import { keep, load } from "./weaving/load.js";
import { assign } from "./weaving/topic.js";
import { withNodes, withoutRounds, type CurrentEpisode, type Loom, type Woven, type WovenMemory } from "./weaving/woven.js";

/** What `weave` needs of the ingest ports. */
interface WeavePorts {
  memory(memoryId: string): Promise<WovenMemory & Pick<OpenMemory, "decisions">>;
}

/**
 * Weaves the slice's rounds after the hierarchy's cursor into topics, episodes and events, one commit with the cursor:
 * a slice that runs twice is woven once, and slices of any size give the same hierarchy. An event that could not be
 * described is parked with the reason, and the rest is as if it had not come; of an episode that could not be closed
 * all rounds are, and the log goes on after it. AdaMM App. A.
 */
export function weave({ memory }: WeavePorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, ...run }, config) => {
    const open = await memory(memoryId);
    if (!(await isStanding(open, run))) return {};
    const { log, hierarchy } = open.store;
    const loom: Loom = { memory: open, decisions: runtimeOf(open, run, config), vectors: heldVectors(open) };
    const cursor = await hierarchy.cursor();
    const rounds = (await log.rounds(slice)).filter(({ orderKey }) => cursor === null || orderKey > cursor);
    if (rounds.length === 0) return {};

    // Looked up at once: `embed` has made them.
    await loom.vectors.of(rounds.map(eventText));
    let woven = await load(loom);
    for (const round of rounds) {
      await breath();
      woven = await weaveEvent(loom, woven, await eventOf(loom, round));
    }
    for (const { seq, reason } of woven.parked) await log.park(seq, reason);
    const put = [...woven.changed.values()].filter((node) => node !== null);
    const remove = [...woven.changed].flatMap(([id, node]) => (node === null ? [id] : []));
    const through = rounds.at(-1)?.orderKey ?? cursor;
    await loom.vectors.record();
    await hierarchy.commit({ put, remove, cursor: through });
    await keep(open, woven, through);
    config.writer?.({ node: "weave", done: slice.length, total: slice.length });
    return {};
  };
}

/** Inserts one event into the current episode, or into a new one after closing that. */
async function weaveEvent(loom: Loom, woven: Woven, event: NewEvent): Promise<Woven> {
  const { current } = woven;
  const goes = current !== null && goesOn(current, event, loom.memory.settings);
  const next = await unlessFailed(goes ? insert(loom, current, event) : begin(loom, event));
  if ("failed" in next) return withoutRounds(woven, [event.seq], next.failed);
  const before = goes || current === null ? woven : await closeCurrent(loom, woven, current);
  return { ...withNodes(before, [next.node, ...next.events.slice(-1).map(({ node }) => node)]), current: next };
}

/** Closes the current episode into its topic. Where that fails its rounds wait, so that those after them need not. */
async function closeCurrent(loom: Loom, woven: Woven, current: CurrentEpisode): Promise<Woven> {
  const assigned = await unlessFailed(close(loom, current).then((closed) => assign(loom, woven.topics, closed)));
  if (!("failed" in assigned)) return { ...withNodes(woven, assigned.changed), topics: assigned.topics };
  const nodes = [current.node, ...current.events.map(({ node }) => node)];
  return withoutRounds(
    woven,
    current.events.map(({ seq }) => seq),
    assigned.failed,
    nodes,
  );
}

/** The outcome, or why a decision behind it failed after its retries. */
async function unlessFailed<Outcome extends object>(outcome: Promise<Outcome>): Promise<Outcome | { readonly failed: string }> {
  try {
    return await outcome;
  } catch (error) {
    if (isFailedDecision(error)) return { failed: error.message };
    throw error;
  }
}
