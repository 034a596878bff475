import { areAlike, type NamedMeasure } from "../core/alike-names.js";
import { largestCount } from "../core/most-frequent.js";
import { attributeKey, attributeName } from "../core/names.js";
import type { Observation, Value } from "../core/observation.js";
import { observedIn } from "../nodes/ingest/names.js";
import type { OpenMemory } from "../nodes/memory.js";
import { merge } from "./rename.js";
import { eachRound } from "./view.js";

/** Names of one attribute: the one that most rounds use, and the others. */
export interface AlikeNames {
  readonly to: string;
  readonly from: readonly string[];
}

const BATCH = 500;

/** What is known of an attribute: its name as first told, its values, and the attributes that were told in a round with it. */
interface Told {
  readonly name: string;
  rounds: number;
  readonly kinds: Map<Value["kind"], number>;
  readonly units: Map<string | null, number>;
  readonly together: Set<string>;
}

/**
 * Attributes that mean the same under several names (core/alike-names.ts), the most used name first. Names that any round uses
 * together are two attributes, whatever they say.
 */
export async function alikeNames({ store }: OpenMemory): Promise<AlikeNames[]> {
  const told = new Map<string, Told>();
  let batch: number[] = [];
  const count = async () => {
    for (const list of (await observedIn(store, batch)).values()) countRound(list, told);
    batch = [];
  };
  for await (const { seq } of eachRound(store)) if (batch.push(seq) >= BATCH) await count();
  await count();
  return groupsOf([...told].toSorted(([a, one], [b, other]) => other.rounds - one.rounds || (a < b ? -1 : 1)));
}

/** Merges them: each a name that is given, so each can be taken back. Nothing is derived anew where there are none. */
export async function joinAlike(memory: OpenMemory, derive: () => Promise<unknown>): Promise<AlikeNames[]> {
  const groups = await alikeNames(memory);
  for (const { to, from } of groups)
    for (const name of from) await merge(memory, { kind: "attribute", from: name, to }, async () => undefined);
  if (groups.length > 0) await derive();
  return groups;
}

function countRound(observed: readonly Observation[], told: Map<string, Told>): void {
  const keys = [...new Set(observed.map(({ attribute }) => attributeKey(attribute)))];
  for (const { attribute, typed } of observed) {
    const key = attributeKey(attribute);
    const own = told.get(key) ?? { name: attributeName(attribute), rounds: 0, kinds: new Map(), units: new Map(), together: new Set() };
    told.set(key, own);
    own.kinds.set(typed.kind, (own.kinds.get(typed.kind) ?? 0) + 1);
    const unit = typed.kind === "number" || typed.kind === "range" ? typed.unit : null;
    own.units.set(unit, (own.units.get(unit) ?? 0) + 1);
  }
  for (const key of keys) {
    const own = told.get(key);
    if (own === undefined) continue;
    own.rounds++;
    for (const other of keys) if (other !== key) own.together.add(other);
  }
}

/** Each attribute joins the most used one before it that it is alike to, and that no round tells together with any of the group. */
function groupsOf(told: readonly (readonly [string, Told])[]): AlikeNames[] {
  const groups: { measure: NamedMeasure; members: [string, Told][] }[] = [];
  for (const [key, own] of told) {
    const measure = measureOf(own);
    const group = groups.find(
      (one) => areAlike(one.measure, measure) && one.members.every(([other]) => !own.together.has(other) && other !== key),
    );
    if (group === undefined) groups.push({ measure, members: [[key, own]] });
    else group.members.push([key, own]);
  }
  return groups.flatMap(({ members: [first, ...others] }) =>
    first === undefined || others.length === 0 ? [] : [{ to: first[1].name, from: others.map(([, { name }]) => name) }],
  );
}

function measureOf({ name, kinds, units }: Told): NamedMeasure {
  return { name, kind: largestCount(kinds) ?? "text", unit: largestCount(units) };
}
