import { wordIndex } from "../../core/bm25.js";
import { sha256 } from "../../core/canonical.js";
import { orderTime } from "../../core/order.js";
import { eventText, roundParts } from "../../core/parts.js";
import { neighboursIn, type Groups } from "../../core/relevance.js";
import { STOP_WORDS } from "../../core/stop-words.js";
import { terms, words } from "../../core/tokens.js";
import { inZone } from "../../core/zones.js";
import type { TextEncoder } from "../../models/contract.js";
import type { HierarchyNode, MemoryStore, StoredRound } from "../contract.js";
import { areNews } from "../encoders.js";
import { createClustering } from "./clustering.js";
import { createScratch } from "./scratch.js";
import type { IndexedEvent, IndexedNode, IndexedPart, Snapshot } from "./snapshot.js";
import { withSeen } from "./seen.js";
import { unitVector, vectorRows } from "./vector-rows.js";

const PAGE = 1_000;

/**
 * Reads a memory into a snapshot: every current round, woven into the hierarchy or not, with the vectors that are recorded
 * for it, their times on the clock of `zone`. A round without vectors is found by its words. What `previous` holds and is still
 * needed is not read again.
 */
export async function hydrate(
  store: MemoryStore,
  encoder: Pick<TextEncoder, "model" | "dimension">,
  previous: Snapshot | null,
  zone: string | null = null,
): Promise<Snapshot> {
  // Read first: what is written while the rest is read makes this snapshot stale, not wrong for good.
  const info = await store.info();
  const { version } = info;
  // ENCODER_MISMATCH: by another encoder's vectors nothing would be near anything.
  areNews(info, { textModel: encoder.model, textDimension: encoder.dimension, visualModel: null });
  const rounds = (await allRounds(store)).map((round) => ({ ...round, time: inZone(round.time, zone) }));
  const nodes = await Promise.all((["event", "episode", "topic"] as const).map((kind) => store.hierarchy.nodes(kind)));
  const [eventNodes = [], episodes = [], topics = []] = nodes;
  const parties = new Parties();
  const known = partsBySeq(previous);
  const earlier = new Map(previous?.events.map(({ round }) => [round.seq, round]));
  const { rounds: shown, fresh } = await withSeen(rounds, store.log, (seq) => earlier.get(seq));
  // A round never changes under its seq: an edit comes under a new one. What was seen in its pictures comes to it later.
  const parts = shown.map((round) =>
    (
      (fresh.has(round.seq) ? undefined : known.get(round.seq)) ?? roundParts(round).map((part) => ({ ...part, terms: terms(part.text) }))
    ).map((part): IndexedPart => ({
      ...part,
      party: parties.of(part),
    })),
  );
  const events = indexedEvents(shown, parts, eventNodes);
  const flatParts = parts.flat();
  const hashes = { events: rounds.map((round) => sha256(eventText(round))), parts: flatParts.map(({ text }) => sha256(text)) };
  const vectors = await vectorsOf(
    store,
    encoder.model,
    [...hashes.events, ...hashes.parts, ...[...episodes, ...topics].map(({ textHash }) => textHash)],
    previous,
  );
  const rowsOf = (wanted: readonly string[]) =>
    vectorRows(
      wanted.map((hash) => vectors.get(hash)),
      encoder.dimension,
    );
  const documents = parts.map((ofRound) => ofRound.flatMap((part) => [...(parties.names[part.party] ?? []), ...part.terms]));
  const sessions = sessionsOf(rounds);
  const { days, day } = daysOf(events);
  const vectorOf = ({ textHash }: HierarchyNode) => unitVector(vectors.get(textHash), encoder.dimension);
  const above = indexedNodes(events, eventNodes, [...episodes, ...topics], vectorOf);
  return {
    version,
    events,
    parts: flatParts,
    columns: {
      place: Uint32Array.from(parts.flatMap((ofRound, place) => ofRound.map(() => place))),
      party: Uint32Array.from(flatParts, ({ party }) => party),
      caption: Uint8Array.from(flatParts, ({ kind }) => Number(kind === "caption")),
      session: sessionOfEach(sessions, rounds.length),
      day,
    },
    parties: parties.names,
    scratch: createScratch(),
    clustering: previous?.clustering ?? createClustering(),
    nothing: new Float64Array(events.length),
    hasPictures: events.some(({ visual }) => visual !== null),
    sessions,
    neighbours: neighboursIn(sessions, rounds.length),
    days,
    eventVectors: rowsOf(hashes.events),
    partVectors: rowsOf(hashes.parts),
    words: wordIndex(documents),
    sessionWords: wordIndex(sessions.map((places) => places.flatMap((place) => documents[place] ?? []))),
    nodes: above,
    placeOfEvent: new Map(events.map(({ id }, place) => [id, place])),
    nodeOf: new Map(above.map((node) => [node.node.id, node])),
    vectors,
  };
}

async function allRounds({ log }: MemoryStore): Promise<StoredRound[]> {
  const rounds: StoredRound[] = [];
  for (;;) {
    const page = await log.roundsAfter(rounds.at(-1)?.orderKey ?? null, PAGE);
    rounds.push(...page);
    if (page.length < PAGE) return rounds;
  }
}

function partsBySeq(snapshot: Snapshot | null): Map<number, readonly IndexedPart[]> {
  return new Map(snapshot?.events.map(({ round, from, to }) => [round.seq, snapshot.parts.slice(from, to)]));
}

/** The parties of all conversations, numbered as they first speak. A nameless one goes by its role. */
class Parties {
  /** By number: the words of the name, as a question may use them. */
  readonly names: string[][] = [];
  readonly #numbers = new Map<string, number>();

  of({ kind, speaker }: Pick<IndexedPart, "kind" | "speaker">): number {
    const name = speaker ?? (kind === "assistant" ? "assistant" : "user");
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    this.names.push(words(name).filter((word) => !STOP_WORDS.has(word)));
    return this.names.length - 1;
  }
}

function indexedEvents(
  rounds: readonly StoredRound[],
  parts: readonly (readonly IndexedPart[])[],
  nodes: readonly HierarchyNode[],
): IndexedEvent[] {
  const bySeq = new Map(nodes.map((node) => [node.seq, node]));
  let from = 0;
  return rounds.map((round, place) => {
    const node = bySeq.get(round.seq);
    const to = from + (parts[place]?.length ?? 0);
    const event = {
      id: node?.id ?? `round-${round.seq}`,
      round,
      from,
      to,
      visual: node?.visual ?? null,
      time: round.time?.iso ?? orderTime(round.orderKey),
    };
    from = to;
    return event;
  });
}

function sessionsOf(rounds: readonly StoredRound[]): Groups {
  const sessions = new Map<string, number[]>();
  rounds.forEach(({ history, session }, place) => {
    const key = JSON.stringify([history, session]);
    const places = sessions.get(key);
    if (places === undefined) sessions.set(key, [place]);
    else places.push(place);
  });
  return [...sessions.values()];
}

function sessionOfEach(sessions: Groups, rounds: number): Uint32Array {
  const numbers = new Uint32Array(rounds);
  sessions.forEach((places, session) => {
    for (const place of places) numbers[place] = session;
  });
  return numbers;
}

const DAY = "2024-05-01".length;

/** The different days of the rounds, and the number of each round's; one too high where its time is unknown. */
function daysOf(events: readonly IndexedEvent[]): { days: string[]; day: Uint32Array } {
  const numbers = new Map<string, number>();
  const found = events.map(({ time }) => {
    const day = time?.slice(0, DAY) ?? null;
    if (day !== null && !numbers.has(day)) numbers.set(day, numbers.size);
    return day === null ? null : (numbers.get(day) ?? null);
  });
  return { days: [...numbers.keys()], day: Uint32Array.from(found, (number) => number ?? numbers.size) };
}

function indexedNodes(
  events: readonly IndexedEvent[],
  eventNodes: readonly HierarchyNode[],
  above: readonly HierarchyNode[],
  vectorOf: (node: HierarchyNode) => Float32Array | null,
): IndexedNode[] {
  const parentOf = new Map([...eventNodes, ...above].map(({ id, parent }) => [id, parent]));
  const below = new Map<string, number[]>();
  events.forEach(({ id }, place) => {
    for (let parent = parentOf.get(id) ?? null; parent !== null; parent = parentOf.get(parent) ?? null) {
      const places = below.get(parent);
      if (places === undefined) below.set(parent, [place]);
      else places.push(place);
    }
  });
  return above
    .map((node) => ({ node, vector: vectorOf(node), places: below.get(node.id) ?? [] }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0));
}

async function vectorsOf(
  { vectors }: MemoryStore,
  model: string,
  hashes: readonly string[],
  previous: Snapshot | null,
): Promise<Map<string, Float32Array>> {
  const wanted = [...new Set(hashes)];
  const known = new Map(
    wanted.flatMap((hash) => (previous?.vectors.has(hash) ? [[hash, previous.vectors.get(hash) as Float32Array]] : [])),
  );
  const missing = wanted.filter((hash) => !known.has(hash));
  for (const [hash, vector] of packed(await vectors.get(missing, model))) known.set(hash, vector);
  return known;
}

/** The same vectors in one piece of memory: hundreds of thousands of small ones would keep the garbage collector busy. */
function packed(vectors: ReadonlyMap<string, Float32Array>): [string, Float32Array][] {
  const all = new Float32Array([...vectors.values()].reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  return [...vectors].map(([hash, vector]) => {
    all.set(vector, start);
    start += vector.length;
    return [hash, all.subarray(start - vector.length, start)];
  });
}
