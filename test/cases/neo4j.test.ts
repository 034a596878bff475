import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGraph, type Graph } from "../../stores/neo4j/graph.js";
import { withNeo4j } from "../contract/neo4j-server.js";
import { startServer, type TestServer } from "../e2e/http-server.js";

withNeo4j((settings) => {
  describe("memories in Neo4j, over HTTP", () => {
    const made: string[] = [];
    let server: TestServer;
    let graph: Graph;
    beforeAll(async () => {
      const { uri, user, password, database = "" } = settings;
      const environment = { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database };
      server = await startServer({ environment });
      graph = await openGraph(settings);
    });
    afterAll(async () => {
      for (const memory of made) await server.call("DELETE", `/v1/memories/${memory}`);
      await graph.close();
      await server.stop();
    });

    /** A new memory that holds these rounds. Its id is its own: others may use the same database. */
    const memoryOf = async (...texts: readonly string[]): Promise<string> => {
      const id = `case-${randomUUID()}`;
      made.push(id);
      await server.call("POST", "/v1/memories", { id });
      const rounds = texts.map((user, place) => ({ id: `r${place + 1}`, user, time: "2024-05-01" }));
      const run = await server.ingest(id, { format: "mnema-history/1", id: "h", sessions: [{ id: "s", rounds }] });
      expect(run).toMatchObject({ state: "done", report: { rounds: texts.length } });
      return id;
    };
    const ask = async (memory: string, question: string) => server.call("POST", `/v1/memories/${memory}/chat`, { question });
    const nodesOf = async (memory: string): Promise<number> => {
      const [counted] = await graph.query<{ nodes: number }>(
        "READ",
        "MATCH (m:Memory {memoryId: $memory}) MATCH (n) WHERE n.memory = m.uid RETURN count(n) AS nodes",
        { memory },
      );
      return counted?.nodes ?? 0;
    };

    const EVIL = [
      "p`: 1}) MATCH (m) DETACH DELETE m //",
      "it\\' }) DETACH DELETE n //",
      "it\n' }) DETACH DELETE n //",
      '"}) MATCH (n) DETACH DELETE n //',
      "$memory} }) CALL db.labels() YIELD label //",
      "x\u0000' OR 1=1 //",
    ];

    it("CODE-09, CODE-10: what looks like Cypher stays text, as an attribute, a value, a title, an id and a question", async () => {
      const kept = await memoryOf("The kayak is blue.");
      const before = await nodesOf(kept);
      const oneLine = EVIL.map((text) => text.replaceAll("\n", " ").replaceAll("\u0000", " "));
      const rounds = oneLine.flatMap((text) =>
        Array.from({ length: 4 }, (_, at) => `Log:\n- depth: ${at + 3} m\n- ${text}: ${at}\n- note: ${text}`),
      );
      const memory = await memoryOf(...rounds, ...EVIL);
      for (const text of EVIL) {
        expect((await ask(memory, text)).status).toBe(200);
        expect((await ask(memory, `What is ${text}?`)).status).toBe(200);
        expect((await server.call("GET", `/v1/memories/${memory}/rounds/${encodeURIComponent(text)}`)).status).toBe(404);
      }
      const { body } = await server.call("GET", `/v1/memories/${memory}/rounds?limit=1000`);
      const said = body.rounds.map(({ turns }: { turns: { text: string }[] }) => turns[0]?.text);
      expect(said).toEqual([...rounds, ...EVIL.map((text) => text.replaceAll("\u0000", " "))]);
      expect(await nodesOf(kept)).toBe(before);
      expect((await ask(kept, "Which colour is the kayak?")).body.answer).toContain("blue");
    });

    it("FTS-03: a question may hold anything", async () => {
      const memory = await memoryOf("The leak came from causes/fixes nobody had written down.", "We had soup.");
      expect((await ask(memory, "causes/fixes of the leak?")).body.citations).toEqual(["r1"]);
      for (const question of ["(a:b)", "[x", "~", "*", "&&", "AND", '"', "a^2", "t:don", "\\", "NEAR(", "-x", "{!func}"])
        expect([question, (await ask(memory, question)).status]).toEqual([question, 200]);
    });

    it("ING-24: whole numbers are plain numbers in every reply", async () => {
      const memory = await memoryOf(...Array.from({ length: 20 }, (_, day) => `Readings:\n- depth: ${day} m\n- stamp: 1709210096123`));
      const paths = ["", "/tables", "/rounds", "/hierarchy", "/audit", "/cost", "/decisions", "/runs", "/observations"];
      const texts = await Promise.all(paths.map(async (path) => (await server.call("GET", `/v1/memories/${memory}${path}`)).text));
      texts.push(
        (await ask(memory, "How many readings are there?")).text,
        (await server.call("GET", `/v1/memories/${memory}/export`)).text,
      );
      for (const text of texts) expect(text).not.toMatch(/"low":-?\d+,"high":-?\d+/);
      expect(JSON.parse(texts[0] ?? "")).toMatchObject({ rounds: 20, observations: 40, tables: 1 });
      expect((await ask(memory, "What was the highest depth?")).body.value).toBe(19);
    });

    it("HTTP-12: no memory finds what another one holds, by table, keyword, meaning or event", async () => {
      const readings = (base: number) => Array.from({ length: 5 }, (_, day) => `Readings:\n- depth: ${base + day} m\n- width: ${day} m`);
      const oslo = await memoryOf("I live in Oslo. The pass phrase is oslolamp.", ...readings(100));
      const rome = await memoryOf("I live in Rome. The pass phrase is romelamp.", ...readings(900));
      for (const question of [
        "Where do I live?",
        "What is the pass phrase?",
        "What was the highest depth?",
        "What do you know about my home?",
      ]) {
        const [a, b] = [await ask(oslo, question), await ask(rome, question)];
        expect([a.status, a.text.includes("Rome"), a.text.includes("romelamp"), /\b90\d\b/.test(a.body.answer)]).toEqual([
          200,
          false,
          false,
          false,
        ]);
        expect([b.status, b.text.includes("Oslo"), b.text.includes("oslolamp"), /\b10\d\b/.test(b.body.answer)]).toEqual([
          200,
          false,
          false,
          false,
        ]);
      }
      expect((await ask(oslo, "What was the highest depth?")).body.value).toBe(104);
    });

    it("DEL-01, DEL-04: what was forgotten is found in no way, and a deleted memory leaves no node", async () => {
      const memory = await memoryOf("My locker code is 4471.", "I had soup.");
      expect((await ask(memory, "What is my locker code?")).body.answer).toContain("4471");
      expect((await server.call("POST", `/v1/memories/${memory}/forget`, { round: "r1" })).status).toBe(200);
      for (const question of ["What is my locker code?", "4471", "locker"]) {
        const { body } = await ask(memory, question);
        expect(JSON.stringify([body.answer, body.evidence, body.citations])).not.toMatch(/4471|r1/);
      }
      const [found] = await graph
        .query<{ nodes: number }>(
          "READ",
          "MATCH (m:Memory {memoryId: $memory}) MATCH (n) WHERE n.memory = m.uid AND any(key IN keys(n) WHERE toStringOrNull(n[key]) CONTAINS 'locker code is') RETURN count(n) AS nodes",
          { memory },
        )
        .catch(() => [{ nodes: 0 }]);
      expect(found?.nodes).toBe(0);
      const [own] = await graph.query<{ uid: string }>("READ", "MATCH (m:Memory {memoryId: $memory}) RETURN m.uid AS uid", { memory });
      expect((await server.call("DELETE", `/v1/memories/${memory}`)).status).toBe(204);
      const [left] = await graph.query<{ nodes: number }>("READ", "MATCH (n {memory: $uid}) RETURN count(n) AS nodes", { uid: own?.uid });
      expect(left?.nodes).toBe(0);
    });
  });
});
