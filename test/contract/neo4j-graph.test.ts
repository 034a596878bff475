import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import neo4j from "neo4j-driver";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admit } from "../../core/discern/admission.js";
import { commitRepair } from "../../core/discern/repair.js";
import type { Rule } from "../../core/discern/rule.js";
import type { HierarchyNode, MemoryStore } from "../../stores/contract.js";
import { MIGRATIONS, SCHEMA_VERSION, SET_SCHEMA_VERSION } from "../../stores/neo4j/cypher/schema.js";
import { type Graph, openGraph, type Parameters } from "../../stores/neo4j/graph.js";
import { prepareSchema } from "../../stores/neo4j/schema.js";
import { openNeo4jSpace } from "../../stores/neo4j/space.js";
import { statements } from "../unit/statements.js";
import { neo4jPlaces } from "./neo4j-place.js";
import { withNeo4j } from "./neo4j-server.js";
import { day, NOW, observation, type Place, round, turn } from "./place.js";

const unit = (
  id: string,
  kind: HierarchyNode["kind"],
  parent: string | null,
  position: number,
  rest: Partial<HierarchyNode> = {},
): HierarchyNode => ({
  id,
  kind,
  parent,
  position,
  text: id,
  seq: null,
  textHash: `hash of ${id}`,
  visual: null,
  from: null,
  to: null,
  closed: true,
  ...rest,
});

/** An execution plan, as far as its operators go. */
interface Plan {
  readonly operatorType: string;
  readonly children: readonly Plan[];
}

const operators = ({ operatorType, children }: Plan): string[] => [operatorType, ...children.flatMap(operators)];

const PICTURE = "a".repeat(64);

withNeo4j((server) => {
  describe("Neo4j as a graph", () => {
    const openPlace = neo4jPlaces(server);
    let graph: Graph;
    let place: Place;
    let store: MemoryStore;
    let name: string;
    beforeAll(async () => {
      graph = await openGraph(server);
    });
    afterAll(() => graph.close());
    beforeEach(async () => {
      place = await openPlace();
      name = `graph ${Math.random()}`;
      store = await place.space.open(name, { create: true, now: NOW });
    });
    afterEach(() => place.dispose());

    /** Rows of a statement, with `$memory` the memory's name. */
    const ask = <Row = Record<string, unknown>>(cypher: string, parameters: Parameters = {}) =>
      graph.query<Row>("READ", cypher, { memory: name, ...parameters });
    const countNodes = async () =>
      (await ask<{ nodes: number }>("MATCH (m:Memory {memoryId: $memory}) MATCH (n {memory: m.uid}) RETURN count(n) AS nodes"))[0]?.nodes;
    /** Relationships of a type inside the memory, as "from > to". */
    const links = async (type: string) => {
      const found = await ask<{ link: string }>(
        `MATCH (m:Memory {memoryId: $memory}) MATCH (a)-[:${type}]->(b) WHERE (a.memory = m.uid OR a = m) AND b.memory = m.uid
         RETURN coalesce(a.id, a.memoryId, toString(a.seq)) + " > " + coalesce(b.id, b.hash, toString(b.seq)) AS link ORDER BY link`,
      );
      return found.map(({ link }) => link.replace(name, "memory"));
    };

    /** Three rounds, one with a picture; a table with two rows; a topic with an episode of three events. */
    const fill = async () => {
      const rounds = ["a", "b", "c"].map((id, position) =>
        round(id, `we spoke of ${id}`, { position, time: day(`2024-0${position + 4}-01`) }),
      );
      await store.log.append(
        [rounds[0] as never, { ...(rounds[1] as never as object), turns: [turn("look", [PICTURE])] } as never, rounds[2] as never],
        NOW,
      );
      await store.log.putPicture({ hash: PICTURE, mime: "image/png", bytes: new Uint8Array([1, 2]) });
      await store.log.putObservations(1, [observation("Price", "3 EUR"), observation("Shop", "corner")]);
      await store.tables.commit({
        put: [
          {
            id: "t",
            name: "purchases",
            aliases: [],
            description: "",
            columns: [
              { name: "Price", type: "number", unit: "EUR", meaning: "" },
              { name: "Shop", type: "text", unit: null, meaning: "" },
            ],
            discoveredAt: "1",
          },
        ],
        drop: [],
        clear: [],
        cursor: "c",
        rows: new Map([
          [
            "t",
            [
              {
                seq: 1,
                cells: new Map([
                  ["price", { ...observation("Price", "3 EUR"), typed: { kind: "number", number: 3, unit: "EUR" } }],
                  ["shop", observation("Shop", "corner")],
                ]),
              },
              {
                seq: 3,
                cells: new Map([["price", { ...observation("Price", "4.5 EUR"), typed: { kind: "number", number: 4.5, unit: "EUR" } }]]),
              },
            ],
          ],
        ]),
      });
      await store.hierarchy.commit({
        put: [
          unit("topic", "topic", null, 0),
          unit("episode", "episode", "topic", 0),
          ...[1, 2, 3].map((seq) => unit(`e${seq}`, "event", "episode", seq - 1, { seq, from: `2024-0${seq + 3}-01` })),
        ],
        remove: [],
        cursor: "c",
      });
    };

    it("has the relationships that its documentation names", async () => {
      await fill();
      expect(await links("HAS")).toEqual(["memory > t", "memory > topic"]);
      expect(await links("CONTAINS")).toEqual(["episode > e1", "episode > e2", "episode > e3", "topic > episode"]);
      expect(await links("NEXT")).toEqual(["e1 > e2", "e2 > e3"]);
      expect(await links("SHOWS")).toEqual([`2 > ${PICTURE}`, `e2 > ${PICTURE}`]);
      expect(await links("HAS_ROW")).toEqual(["t > 1", "t > 3"]);
      expect(await links("FROM")).toEqual(["1 > e1", "3 > e3"]);
      expect(await links("OF")).toEqual(["e1 > 1", "e2 > 2", "e3 > 3"]);
    });

    it("links whatever comes later, and follows what moves", async () => {
      await store.hierarchy.commit({
        put: [unit("e1", "event", "x", 0, { seq: 1 }), unit("e3", "event", "x", 2, { seq: 3 })],
        remove: [],
        cursor: "c",
      });
      await store.hierarchy.commit({
        put: [unit("x", "episode", "y", 0), unit("e2", "event", "x", 1, { seq: 2 })],
        remove: [],
        cursor: "c",
      });
      await store.hierarchy.commit({ put: [unit("y", "topic", null, 0)], remove: [], cursor: "c" });
      expect(await links("CONTAINS")).toEqual(["x > e1", "x > e2", "x > e3", "y > x"]);
      expect(await links("NEXT")).toEqual(["e1 > e2", "e2 > e3"]);
      await store.hierarchy.commit({
        put: [
          unit("z", "episode", null, 0, { closed: false }),
          unit("e2", "event", "z", 0, { seq: 2 }),
          unit("x", "episode", "y", 0, { text: "told anew" }),
        ],
        remove: [],
        cursor: "c",
      });
      expect(await links("CONTAINS")).toEqual(["x > e1", "x > e3", "y > x", "z > e2"]);
      expect(await links("NEXT")).toEqual([]);
      await store.tables.commit({ put: [], drop: [], clear: [], cursor: "c", rows: new Map([["t", [{ seq: 2, cells: new Map() }]]]) });
      expect(await links("FROM")).toEqual(["2 > e2"]);
      expect(await links("HAS_ROW")).toEqual([]);
      await store.tables.commit({
        put: [{ id: "t", name: "t", aliases: [], description: "", columns: [], discoveredAt: "1" }],
        drop: [],
        clear: [],
        cursor: "c",
        rows: new Map(),
      });
      expect(await links("HAS_ROW")).toEqual(["t > 2"]);
    });

    it("keeps a row's cells under the places of its table's columns, also when these change", async () => {
      const table = (...columns: string[]) => ({
        id: "t",
        name: "t",
        aliases: [],
        description: "",
        discoveredAt: "1",
        columns: columns.map((column) => ({ name: column, type: "text" as const, unit: null, meaning: "" })),
      });
      const commit = (columns: string[], ...cells: [string, string][]) =>
        store.tables.commit({
          put: [table(...columns)],
          drop: [],
          clear: [],
          cursor: "c",
          rows: new Map(
            cells.length === 0 ? [] : [["t", [{ seq: 1, cells: new Map(cells.map(([key, value]) => [key, observation(key, value)])) }]]],
          ),
        });
      const cells = async () =>
        (
          await ask<{ row: Record<string, unknown> }>(
            "MATCH (:Memory {memoryId: $memory})-[:HAS]->(:Table)-[:HAS_ROW]->(row) RETURN row {.c0, .c1, .c2} AS row",
          )
        )[0]?.row;
      await commit(["A", "B"], ["b", "2"], ["c", "3"]);
      expect(await cells()).toEqual({ c0: null, c1: "2", c2: null });
      await commit(["B", "C", "A"]);
      expect(await cells()).toEqual({ c0: "2", c1: "3", c2: null });
    });

    describe("CODE-09, CODE-10: what looks like Cypher is text", () => {
      const EVIL = [
        "p`: 1}) MATCH (m) DETACH DELETE m //",
        "it\\' }) DETACH DELETE n //",
        "it\\\n' }) DETACH DELETE n //",
        "`) DETACH DELETE n //",
        "$memory",
      ];

      it("in attributes, titles, names, ids and values", async () => {
        await fill();
        const before = (await countNodes()) as number;
        for (const [index, text] of EVIL.entries()) {
          await store.tables.commit({
            put: [
              {
                id: text,
                name: text,
                aliases: [text],
                description: text,
                columns: [{ name: text, type: "text", unit: text, meaning: text }],
                discoveredAt: text,
              },
            ],
            drop: [],
            clear: [],
            cursor: text,
            rows: new Map([[text, [{ seq: index, cells: new Map([[text, observation(text, text)]]) }]]]),
          });
          await store.hierarchy.commit({ put: [unit(text, "topic", null, index, { text })], remove: [], cursor: text });
          await store.queries.put({ queryId: text, question: text, at: text, plan: [], calls: [], evidence: [], answer: null });
          await store.vectors.put(text, new Map([[text, new Float32Array([1])]]));
          await store.log.putObservations(1, [observation(text, text)]);
          expect((await store.hierarchy.node(text))?.text).toBe(text);
          expect((await store.tables.rows(text))[0]?.cells.get(text)?.value).toBe(text);
          expect((await store.queries.get(text))?.question).toBe(text);
          expect(await store.log.find(text)).toEqual([]);
        }
        expect(await countNodes()).toBe(before + 5 * EVIL.length);
        const names = await ask<{ key: string }>("CALL db.propertyKeys() YIELD propertyKey AS key RETURN key");
        expect(names.filter(({ key }) => !/^[a-zA-Z][a-zA-Z0-9]*$/.test(key))).toEqual([]);
      });
    });

    it("ING-24: gives whole numbers back as plain numbers", async () => {
      await fill();
      const at = 1714550400000;
      expect(await store.lease("a", at, 20)).toBe(true);
      const answers = [
        await store.info(),
        await store.log.count(),
        await store.log.history(0, 9),
        await store.hierarchy.nodes("event"),
        await store.tables.rows("t"),
        await store.decisions.cost(),
      ];
      expect(JSON.stringify(answers)).not.toMatch(/"low"|"high"/);
      expect((await ask("MATCH (m:Memory {memoryId: $memory}) RETURN m.leaseUntil AS until, count(*) AS memories"))[0]).toEqual({
        until: at + 20,
        memories: 1,
      });
    });

    it("gives no decision, cell or order key of another memory", async () => {
      await fill();
      const other = await place.space.open("other", { create: true, now: NOW });
      await other.log.append([round("a", "of another")], NOW);
      expect(await other.tables.tables()).toEqual([]);
      expect(await other.hierarchy.nodes("event")).toEqual([]);
      await other.hierarchy.reset();
      await other.tables.reset();
      await other.log.remove([1, 2, 3]);
      expect((await store.log.count()).rounds).toBe(3);
      expect(await store.log.picture(PICTURE)).not.toBeNull();
    });

    describe("the questions of docs/cypher.md", () => {
      const blocks = [
        ...readFileSync(join(import.meta.dirname, "..", "..", "docs", "cypher.md"), "utf8").matchAll(
          /^(.+)\n\n```cypher\n([\s\S]+?)\n```/gm,
        ),
      ].map(([, title, text]) => ({ title: title ?? "", text: text ?? "" }));
      const answer = async (title: string, parameters: Parameters = {}) => {
        const block = blocks.find((one) => one.title.startsWith(title));
        return ask(block?.text ?? "", parameters);
      };
      const VECTOR = Array.from({ length: 384 }, (_, index) => (index === 0 ? 1 : 0));
      beforeEach(fill);

      it("give rows with their events, and add columns up", async () => {
        expect(await answer("Rows of a table", { table: "purchases" })).toEqual([
          {
            round: 1,
            time: "2024-04-01",
            cells: [
              { column: "Price", value: 3 },
              { column: "Shop", value: "corner" },
            ],
          },
          {
            round: 3,
            time: "2024-06-01",
            cells: [
              { column: "Price", value: 4.5 },
              { column: "Shop", value: null },
            ],
          },
        ]);
        expect(await answer("A column added up", { column: "Price" })).toEqual([{ table: "purchases", rows: 2, sum: 7.5, mean: 3.75 }]);
      });

      it("give topics over time", async () => {
        expect(await answer("Topics over time")).toEqual(
          ["2024-04", "2024-05", "2024-06"].map((month) => ({ month, topic: "topic", events: 1 })),
        );
      });

      it("give everything derived from one round", async () => {
        await store.decisions.record([
          {
            key: "k",
            name: "extract",
            version: 1,
            model: "offline",
            output: {},
            rounds: [1],
            run: "r",
            at: NOW,
            attempts: 1,
            tokens: { input: 3, output: 2, images: 0 },
            ms: 1,
            error: null,
          },
        ]);
        await store.queries.put({
          queryId: "q",
          question: "How much?",
          at: NOW,
          plan: [],
          calls: [],
          evidence: [{ kind: "row", rounds: ["a"], seqs: [1], score: null, text: "", pictures: [] }],
          answer: null,
        });
        expect(await answer("Everything derived", { round: "a" })).toEqual([
          {
            history: "h",
            text: "we spoke of a",
            episode: "episode",
            topic: "topic",
            observations: ["Price: 3 EUR", "Shop: corner"],
            tables: ["purchases"],
            pictures: [],
            decisions: ["extract by offline"],
            questions: ["How much?"],
          },
        ]);
        expect((await answer("Everything derived", { round: "b" }))[0]).toMatchObject({
          pictures: [PICTURE],
          observations: [],
          tables: [],
        });
        expect(await answer("What the decisions")).toEqual([{ decision: "extract", model: "offline", times: 1, tokens: 5, ms: 1 }]);
      });

      it("give what came before and after", async () => {
        expect(await answer("What came before", { round: "b" })).toEqual([{ before: 1, event: 2, after: 3 }]);
      });

      it("give where words occur, and FTS-03: nothing in them is syntax", async () => {
        await expect
          .poll(async () => (await answer("Where words occur", { words: "spoke of a" })).map(({ kind, text }) => [kind, text]))
          .toEqual([["Round", "we spoke of a"]]);
        for (const words of ["causes/fixes of the leak?", "(a:b)", "[x", "~", "*", "&&", "\\", '"', 'z\\"', "AND", "text:*"])
          expect(await answer("Where words occur", { words })).toEqual([]);
      });

      it("give rules with their earlier bodies", async () => {
        const rule = admit(
          "team",
          { owner: "critic", body: "Look.", useWhen: ["a plan is told"], avoidWhen: [] },
          { task: "t0", ordinal: 0 },
        );
        const repair = (before: Rule, body: string) =>
          commitRepair(before, { body, correction: "c", improving: false, related: [] }, { task: "t1", ordinal: 1 });
        await store.rules.apply("team", "1", { rules: [repair(repair(rule, "Look twice."), "Look once.")] });
        expect(await answer("How the rules")).toEqual([
          { owner: "critic", state: "provisional", body: "Look once.", effect: null, earlier: ["Look.", "Look twice."] },
        ]);
      });

      it("give what is near a vector", async () => {
        await store.setEncoders({ textModel: "mini", textDimension: 384, visualModel: null });
        await store.vectors.put("mini", new Map([["hash of topic", new Float32Array(VECTOR)]]));
        expect((await answer("What is near", { vector: VECTOR }))[0]).toMatchObject({
          kind: "topic",
          id: "topic",
          text: "topic",
          score: 1,
        });
      });

      it("are all of them tested here", () => {
        expect(blocks.map(({ title }) => title.split(" ").slice(0, 2).join(" "))).toEqual([
          "Rows of",
          "A column",
          "Topics over",
          "Everything derived",
          "What came",
          "Where words",
          "What is",
          "What the",
          "How the",
        ]);
      });
    });

    describe("schema", () => {
      it("has an index for every statement: none looks at other memories, none is called into question by the server", async () => {
        const { content, space } = statements();
        const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
        for (const [statement, text] of Object.entries({ ...content, ...space })) {
          const parameters = Object.fromEntries([...text.matchAll(/\$(\w+)/g)].map(([, parameter]) => [parameter, null]));
          const { summary } = await driver.executeQuery(`EXPLAIN ${text}`, parameters);
          const scans = operators(summary.plan as Plan).filter((operator) => /LabelScan|AllNodesScan|RelationshipTypeScan/.test(operator));
          // In an empty database names are unknown that no node has yet.
          const notices = summary.notifications
            .map(({ code }) => code)
            .filter((code) => !/Unknown(PropertyKey|Label|RelationshipType)Warning$/.test(code));
          expect([statement, scans, notices]).toEqual([statement, [], []]);
        }
        await driver.close();
      });

      it.each([...MIGRATIONS.keys()])("of version %i is brought to this one, and loses nothing", async (version) => {
        const named = "SHOW INDEXES YIELD name WHERE name STARTS WITH 'mnema' RETURN name ORDER BY name";
        const names = async () => (await graph.query<{ name: string }>("READ", named)).map(({ name }) => name);
        const whole = await names();
        const later = MIGRATIONS.slice(version).flat();
        for (const text of later) {
          const [, kind = "", name = ""] = /^CREATE (?:FULLTEXT )?(CONSTRAINT|INDEX) (\w+)/.exec(text) ?? [];
          await graph.query("WRITE", `DROP ${kind} ${name}`);
        }
        await graph.query("WRITE", SET_SCHEMA_VERSION, { version });
        expect(await names()).toHaveLength(whole.length - later.length);
        await store.log.append([round("a", "told before")], NOW);
        const before = await store.log.roundsAfter(null, 100);
        const again = await openNeo4jSpace(server);
        expect(await names()).toEqual(whole);
        expect((await graph.query<{ version: number }>("READ", SCHEMA_VERSION))[0]?.version).toBe(MIGRATIONS.length);
        expect(await store.log.roundsAfter(null, 100)).toEqual(before);
        expect(before).toHaveLength(1);
        await again.close();
      });

      it("of a later Mnema is refused", async () => {
        const later: Graph = {
          ...graph,
          query: (access, cypher, parameters) =>
            graph.query(access, cypher === SCHEMA_VERSION ? "RETURN 99 AS version" : cypher, parameters),
        };
        await expect(prepareSchema(later, server)).rejects.toMatchObject({ code: "STORE_VERSION", message: expect.stringContaining("99") });
      });

      it("refuses an encoder whose vectors the index in use does not take, naming both dimensions", async () => {
        await store.setEncoders({ textModel: "mini", textDimension: 384, visualModel: null });
        await expect(openNeo4jSpace({ ...server, textDimension: 12 })).rejects.toMatchObject({
          code: "ENCODER_MISMATCH",
          message: expect.stringMatching(/384.*12/s),
        });
        const other = await place.space.open("other", { create: true, now: NOW });
        await expect(other.setEncoders({ textModel: "tiny", textDimension: 12, visualModel: null })).rejects.toMatchObject({
          code: "ENCODER_MISMATCH",
          message: expect.stringMatching(/384.*12/s),
        });
        expect((await other.info()).textModel).toBeNull();
      });
    });

    it("waits for memory that others hold: a server that is asked much at once answers all", async () => {
      const others = await Promise.all(Array.from({ length: 5 }, () => openGraph(server)));
      const held = (other: Graph) =>
        other.write(async (tx) => {
          await tx.run("UNWIND range(1, 2000) AS n WITH n ORDER BY n RETURN collect(n) AS all");
          await setTimeout(300);
        });
      const all = others.flatMap((other) => Array.from({ length: 40 }, () => held(other)));
      const asked = Array.from({ length: 100 }, async (_, n) => {
        await setTimeout(n * 5);
        return graph.query<{ n: number }>("READ", "UNWIND [$n] AS n WITH n ORDER BY n RETURN n", { n });
      });
      expect((await Promise.all(asked)).map(([row]) => row?.n)).toEqual(asked.map((_, n) => n));
      await Promise.all(all);
      for (const other of others) await other.close();
    });

    describe("errors", () => {
      it("say that the server cannot be reached, or that an address is none", async () => {
        await expect(openNeo4jSpace({ ...server, uri: "bolt://127.0.0.1:1" })).rejects.toMatchObject({
          code: "STORE_UNREACHABLE",
          message: expect.stringContaining("127.0.0.1:1"),
        });
        await expect(openNeo4jSpace({ ...server, uri: "http://127.0.0.1:1" })).rejects.toMatchObject({ code: "INVALID_CONFIG" });
        await expect(openNeo4jSpace({ ...server, database: "nosuch" })).rejects.toMatchObject({
          code: "INVALID_CONFIG",
          message: expect.stringContaining("NEO4J_DATABASE"),
        });
      });

      it("say that a handle is closed", async () => {
        await store.close();
        await expect(store.log.count()).rejects.toMatchObject({ code: "INTERNAL" });
        await expect(store.log.append([round("a", "x")], NOW)).rejects.toMatchObject({ code: "INTERNAL" });
      });
    });

    it("finishes the destruction of a memory that was begun by a process that is no more", async () => {
      await fill();
      await graph.query("WRITE", "MATCH (m:Memory {memoryId: $memory}) SET m.destroyed = m.key REMOVE m.key", { memory: name });
      await expect(store.log.append([round("d", "x")], NOW)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(place.space.open(name, { create: false, now: NOW })).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await store.log.count()).toEqual({ rounds: 0, parked: 0, observations: 0 });
      expect(await ask("MATCH (m:Memory {memoryId: $memory}) RETURN m.uid AS uid")).toEqual([]);
    });
  });
});
