import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admit } from "../../core/discern/admission.js";
import { recordEffect } from "../../core/discern/effects.js";
import { commitRepair } from "../../core/discern/repair.js";
import type { Rule } from "../../core/discern/rule.js";
import type { Round } from "../../core/history.js";
import type { HierarchyNode, MemoryStore, Row, StoreSpace, Table } from "../../stores/contract.js";
import { openSqliteSpace } from "../../stores/sqlite/space.js";
import { neo4jPlaces } from "./neo4j-place.js";
import { withNeo4j } from "./neo4j-server.js";
import { day, NOW, observation, type Place, round, turn } from "./place.js";

/** A write, as a function of the store, and what it gave. */
type Step = (store: MemoryStore) => Promise<unknown>;

const NAMES = ["a", "b", "z", "D10", "D2", "\ue000", "\u{1f600}", "x".repeat(300), `${"x".repeat(299)}y`];
const name = fc.constantFrom(...NAMES);
const position = fc.integer({ min: 0, max: 5 });
const seqs = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 });

const anyRound: fc.Arbitrary<Round> = fc
  .record({
    id: fc.constantFrom("a", "b", "c", "d", "s/e"),
    history: fc.constantFrom("h", "\ue000", "\u{1f600}"),
    session: fc.constantFrom("s", "t", "x".repeat(300)),
    position,
    date: fc.constantFrom(null, "2024-05-01", "2024-05-02", "2024-06-01"),
    text: fc.constantFrom("one", "two"),
    picture: fc.constantFrom("p", "q"),
    alias: fc.option(name),
  })
  .map(({ id, history, session, position, date, text, picture, alias }) =>
    round(id, text, {
      history,
      session,
      position,
      time: date === null ? null : day(date),
      ids: alias === null ? [id] : [id, alias],
      turns: [turn(text, text === "two" ? [picture] : [])],
    }),
  );

const anyNode: fc.Arbitrary<HierarchyNode> = fc.record({
  id: fc.constantFrom("n1", "n2", "n3", "n4", "\ue000", "\u{1f600}"),
  kind: fc.constantFrom("topic", "episode", "event"),
  parent: fc.constantFrom(null, "n1", "n2", "\ue000"),
  position,
  text: name,
  seq: fc.option(fc.integer({ min: 1, max: 9 })),
  textHash: name,
  visual: fc.option(fc.constant(new Float32Array([0.1, -0.7]))),
  from: fc.option(name),
  to: fc.option(name),
  closed: fc.boolean(),
});

const anyTable: fc.Arbitrary<Table> = fc.record({
  id: fc.constantFrom("t", "u"),
  name,
  aliases: fc.array(name, { maxLength: 2 }),
  description: name,
  discoveredAt: name,
  columns: fc
    .uniqueArray(name, { maxLength: 3 })
    .map((names) => names.map((column) => ({ name: column, type: "text" as const, unit: null, meaning: "" }))),
});
const anyRow: fc.Arbitrary<Row> = fc.record({
  seq: fc.integer({ min: 1, max: 9 }),
  cells: fc.array(name, { maxLength: 3 }).map((keys) => new Map(keys.map((key) => [key, observation(key, key)]))),
});

const STREAMS = ["s", "\ue000", "\u{1f600}", "x".repeat(300)];
const stream = fc.constantFrom(...STREAMS);

/** One of two rules of a stream, grown by a number of repairs and effects. */
const ruleOf = (of: string, body: string, repairs: number): Rule => {
  const rule = admit(of, { owner: "critic", body, useWhen: [body], avoidWhen: [] }, { task: "t0", ordinal: 0 });
  return Array.from({ length: repairs }, (_, at) => at + 1).reduce((grown, ordinal) => {
    const at = { task: `t${ordinal}`, ordinal };
    const scores = { with: ordinal, without: 0.5, changed: true, avoidMatch: false, attribution: "none", origin: "reuse" } as const;
    const effective = recordEffect(grown, { ...at, ...scores, context: body });
    return commitRepair(effective, { body: `${body} ${ordinal}`, correction: body, improving: true, related: [body] }, at);
  }, rule);
};

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(anyRound, { maxLength: 6 }).map(
      (rounds): Step =>
        (store) =>
          store.log.append(rounds, NOW),
    ),
  },
  {
    weight: 1,
    arbitrary: seqs.map(
      (gone): Step =>
        (store) =>
          store.log.remove(gone),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(name)).map(
      ([seq, reason]): Step =>
        (store) =>
          store.log.park(seq, reason),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((store) => store.log.clearDirty()) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        stream,
        fc.constantFrom("one", "two", "\ue000"),
        fc.subarray(["a", "b"]),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 3 }),
      )
      .map(
        ([of, step, bodies, repairs, ordinal]): Step =>
          ({ rules }) =>
            rules.apply(of, step, {
              rules: bodies.map((body) => ruleOf(of, body, repairs)),
              task: { stream: of, ordinal, task: `t${ordinal}`, text: step, score: repairs / 2, execution: step },
            }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(stream, name, fc.integer({ min: 0, max: 2 })).map(
      ([of, key, score]): Step =>
        ({ rules }) =>
          rules.putReplay(of, { key, task: of, purpose: "joint", score: score / 2, tokens: 1, ms: score, trajectory: { steps: [key] } }),
    ),
  },
  {
    weight: 1,
    arbitrary: stream.map(
      (of): Step =>
        ({ rules }) =>
          rules.removeStream(of),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(name, { maxLength: 2 })).map(
      ([seq, keys]): Step =>
        (store) =>
          store.log.putObservations(
            seq,
            keys.map((key) => observation(key, key)),
          ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("p", "q").map(
      (hash): Step =>
        (store) =>
          store.log.putPicture({ hash, mime: "image/png", bytes: new Uint8Array([hash.length]) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.array(anyNode, { maxLength: 4 }), fc.array(name, { maxLength: 2 }), fc.option(name)).map(
      ([put, remove, cursor]): Step =>
        (store) =>
          store.hierarchy.commit({ put, remove: [...remove, "n2"].slice(0, remove.length), cursor }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.array(anyTable, { maxLength: 2 }),
        fc.array(anyRow, { maxLength: 3 }),
        fc.subarray(["t", "u"]),
        fc.subarray(["u"]),
        fc.option(name),
      )
      .map(
        ([put, rows, clear, drop, cursor]): Step =>
          (store) =>
            store.tables.commit({ put, rows: new Map([["t", rows]]), clear, drop, cursor }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      (store) => store.tables.reset(),
      (store) => store.hierarchy.reset(),
    ),
  },
);

/** All that the ports tell of a memory. */
async function everything({ log, tables, hierarchy, rules }: MemoryStore): Promise<unknown> {
  const kinds = ["topic", "episode", "event"] as const;
  return {
    current: await log.roundsAfter(null, 99),
    history: await log.history(0, 99),
    parked: await log.parked(),
    dirty: await log.dirtyFrom(),
    count: await log.count(),
    ambiguous: [...(await log.ambiguousIds())].sort(),
    found: await Promise.all([...NAMES, "h/a", "\ue000/s/e", "s/e"].map((id) => log.find(id))),
    observations: await log.observations([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    pictures: [await log.picture("p"), await log.picture("q")],
    tables: await tables.tables(),
    rows: [await tables.rows("t"), await tables.rows("u")],
    tabled: await tables.cursor(),
    generation: await tables.generation(),
    nodes: await Promise.all(kinds.map((kind) => hierarchy.nodes(kind))),
    children: await hierarchy.children("n1"),
    open: await hierarchy.currentEpisode(),
    woven: await hierarchy.cursor(),
    streams: await rules.streams(),
    rules: await Promise.all(STREAMS.map((of) => rules.rules(of))),
    tasks: await Promise.all(STREAMS.map((of) => rules.tasks(of))),
    steps: await Promise.all(STREAMS.map((of) => rules.steps(of))),
    ledger: await Promise.all(STREAMS.map((of) => rules.replays(of))),
    replays: await Promise.all(NAMES.map((key) => rules.replay(key))),
  };
}

withNeo4j((server) => {
  describe("Neo4j and SQLite", () => {
    let folder: string;
    let sqlite: StoreSpace;
    let neo4j: Place;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "mnema-equality-"));
      sqlite = await openSqliteSpace(folder);
      neo4j = await neo4jPlaces(server)();
    });
    afterAll(async () => {
      await sqlite.close();
      await neo4j.dispose();
      await rm(folder, { recursive: true, force: true });
    });

    it("answer the same after the same writes, in the same order", { timeout: 120_000 }, async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const memoryId = `m${++run}`;
          const [one, other] = await Promise.all([sqlite, neo4j.space].map((space) => space.open(memoryId, { create: true, now: NOW })));
          if (one === undefined || other === undefined) throw new Error("not open");
          for (const write of steps) expect(await write(other)).toEqual(await write(one));
          expect(await everything(other)).toEqual(await everything(one));
          await Promise.all([one.close(), other.close()]);
        }),
        { numRuns: 30, seed: 5 },
      );
    });
  });
});
