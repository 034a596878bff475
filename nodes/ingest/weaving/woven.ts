import type { Moment, Representation } from "../../../core/hierarchy.js";
import type { Pool } from "../../../core/vectors.js";
import type { DecisionRuntime } from "../../../decisions/runtime.js";
import type { HierarchyNode, Seq } from "../../../stores/contract.js";
import type { OpenMemory } from "../../memory.js";
import type { HeldVectors } from "../vectors.js";

/** What weaving needs of a memory. */
export type WovenMemory = Pick<OpenMemory, "store" | "encoder" | "visual" | "settings">;

/** What a slice is woven with. */
export interface Loom {
  readonly memory: WovenMemory;
  readonly decisions: DecisionRuntime;
  /** Of events and descriptions; recorded before the slice is committed. */
  readonly vectors: HeldVectors;
}

/** An event in its episode. */
export interface Event {
  readonly node: HierarchyNode;
  readonly seq: Seq;
  /** d_v; empty where no further description reads it. */
  readonly content: string;
}

/** The current episode: the only one that the next event is compared with. */
export interface CurrentEpisode {
  readonly node: HierarchyNode;
  readonly events: readonly Event[];
  /** Of its events' pictures, and with `describe: close` of their texts. */
  readonly pools: { readonly text: Pool; readonly visual: Pool };
  readonly representation: Representation;
  /** Of its latest event. */
  readonly moment: Moment;
}

/** A closed episode, with the rounds that its description was made from. */
export interface ClosedEpisode {
  readonly node: HierarchyNode;
  readonly seqs: readonly Seq[];
}

/** As much of a topic's episodes as the next one needs, however many there are. */
export interface Members {
  readonly count: number;
  /** Those that its description is made from. */
  readonly described: readonly ClosedEpisode[];
  /** Of all pictures' directions. */
  readonly visual: Pool;
  /** Time of the first episode and of the last one that have one. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface Topic {
  readonly node: HierarchyNode;
  readonly representation: Representation;
  /** Null until an episode is attached in this process. */
  readonly members: Members | null;
}

/** As much of the hierarchy as the next event touches, and what has to be written. */
export interface Woven {
  readonly current: CurrentEpisode | null;
  readonly topics: readonly Topic[];
  /** Nodes that have changed, by id; null: removed. */
  readonly changed: ReadonlyMap<string, HierarchyNode | null>;
  /** Rounds that wait, and why. */
  readonly parked: readonly { readonly seq: Seq; readonly reason: string }[];
}

/** With these nodes written. */
export function withNodes(woven: Woven, nodes: readonly HierarchyNode[]): Woven {
  return { ...woven, changed: new Map([...woven.changed, ...nodes.map((node) => [node.id, node] as const)]) };
}

/** With these rounds waiting, and without the nodes that stood for them. */
export function withoutRounds(woven: Woven, seqs: readonly Seq[], reason: string, nodes: readonly HierarchyNode[] = []): Woven {
  const removed = nodes.map(({ id }) => [id, null] as const);
  return { ...woven, changed: new Map([...woven.changed, ...removed]), parked: [...woven.parked, ...seqs.map((seq) => ({ seq, reason }))] };
}
