import { createHash } from "node:crypto";
import { z } from "zod";
import { eventText, pictureHashes, roundParts } from "../../core/parts.js";
import { decide } from "../../decisions/decide.js";
import type { Decision } from "../../decisions/decision.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import { eachRound } from "../../memory/view.js";
import type { HierarchyNode, MemoryStore, StoredRound } from "../../stores/contract.js";
import { observation } from "../contract/place.js";

/**
 * The least that ingest does, for tests of what comes after it: words of the form `name=value` are observations, all
 * rounds with one are rows of one table, each session is an episode, all of them one topic. Descriptions quote.
 */

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const Text = z.object({ text: z.string() });
const decision = (name: string): Decision<{ texts: readonly string[] }, typeof Text> => ({
  name,
  version: 1,
  answer: Text,
  ask: ({ texts }) => [{ role: "user", content: texts.join(" ") }],
  offline: ({ texts }) => ({ text: texts.join(" | ") }),
});
const extract = decision("extract");
const describe = decision("describe");

function simpleRuntime(store: MemoryStore, run: string): DecisionRuntime {
  return { model: null, log: store.decisions, clock: () => new Date(0), run, label: "", pictures: async () => null };
}

/** Derives everything anew unless nothing changed since the last time. */
export async function deriveSimply(store: MemoryStore): Promise<void> {
  await store.setEncoders({ textModel: "hash", textDimension: 2, visualModel: null });
  const runtime = simpleRuntime(store, "ingest");
  await store.tables.reset();
  await store.hierarchy.reset();
  const rounds: StoredRound[] = [];
  for await (const round of eachRound(store)) rounds.push(round);
  for (const round of rounds) await observe(store, round, runtime);
  await tabulate(store, rounds);
  await weave(store, rounds, runtime);
  await store.log.clearDirty();
}

async function observe(store: MemoryStore, round: StoredRound, runtime: DecisionRuntime): Promise<void> {
  await putVectors(store, [eventText(round), ...roundParts(round).map(({ text }) => text)]);
  for (const hash of pictureHashes(round)) await store.log.putPictureText(hash, "simple", `text of ${hash}`);
  if ((await store.log.observations([round.seq])).has(round.seq)) return;
  const { text } = await decide(extract, { texts: round.turns.map((turn) => turn.text) }, runtime, [round.seq]);
  const pairs = text
    .split(/[\s|]+/)
    .map((word) => word.split("="))
    .filter(([name, value]) => name && value);
  await store.log.putObservations(
    round.seq,
    pairs.map(([name = "", value = ""]) => observation(name, value)),
  );
}

async function tabulate({ log, tables }: MemoryStore, rounds: readonly StoredRound[]): Promise<void> {
  const seen = await log.observations(rounds.map(({ seq }) => seq));
  const rows = rounds
    .map(({ seq, orderKey }) => ({ seq, orderKey, cells: new Map((seen.get(seq) ?? []).map((one) => [one.attribute, one])) }))
    .filter(({ cells }) => cells.size > 0);
  const [first] = rows;
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].map((name) => ({
    name,
    type: "text" as const,
    unit: null,
    meaning: name,
  }));
  const table =
    first === undefined
      ? []
      : [{ id: `t-${first.orderKey}`, name: "all", aliases: [], description: "", columns, discoveredAt: first.orderKey }];
  await tables.commit({
    put: table,
    drop: [],
    clear: [],
    rows: new Map(table.map(({ id }) => [id, rows])),
    cursor: rounds.at(-1)?.orderKey ?? null,
  });
}

async function weave(store: MemoryStore, rounds: readonly StoredRound[], runtime: DecisionRuntime): Promise<void> {
  const sessions = new Map<string, StoredRound[]>();
  for (const round of rounds) sessions.set(round.session, [...(sessions.get(round.session) ?? []), round]);
  const put: HierarchyNode[] = [];
  const texts: string[] = [];
  for (const [place, [session, members]] of [...sessions].entries()) {
    // Described anew with every event, as ingest does: the descriptions in between leave decisions and vectors behind.
    for (const position of members.keys()) {
      const read = members.slice(0, position + 1);
      texts.push(
        (
          await decide(
            describe,
            { texts: read.map(eventText) },
            runtime,
            read.map(({ seq }) => seq),
          )
        ).text,
      );
    }
    put.push(node(`episode-${session}`, "episode", "topic", place, texts.at(-1) ?? "", null));
    for (const [position, round] of members.entries())
      put.push(node(`event-${round.key}`, "event", `episode-${session}`, position, eventText(round), round.seq));
  }
  if (put.length > 0) put.push(node("topic", "topic", null, 0, "everything", null));
  await putVectors(store, [...texts, "everything"]);
  await store.hierarchy.commit({ put, remove: [], cursor: rounds.at(-1)?.orderKey ?? null });
}

function node(
  id: string,
  kind: HierarchyNode["kind"],
  parent: string | null,
  position: number,
  text: string,
  seq: number | null,
): HierarchyNode {
  return {
    id,
    kind,
    parent,
    position,
    text: kind === "event" ? "" : text,
    seq,
    textHash: hashOf(text),
    visual: null,
    from: null,
    to: null,
    closed: true,
  };
}

async function putVectors({ vectors }: MemoryStore, texts: readonly string[]): Promise<void> {
  await vectors.put("hash", new Map(texts.map((text) => [hashOf(text), new Float32Array([text.length, 1])])));
}
