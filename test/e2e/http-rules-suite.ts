import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { addKey } from "../../server/keys.js";
import { BODIES, PLANTED_STREAM, plantedRule } from "./planted-rule.js";
import { readEvents, startServer, type TestServer } from "./http-server.js";

/** A data sets folder whose `pddl` holds a few small planning problems. */
export const DATASETS = join(packageRoot(), "test", "fixtures");
const TASKS = 7;
const STREAM = { env: "pddl", host: "macnet" };

/** Rules over HTTP, on a store that `environment` names: learned by real teams, offline. */
export function httpRulesSuite(store: string, environment: Readonly<Record<string, string>>): void {
  describe(`rules over HTTP on ${store}`, () => {
    const made: string[] = [];
    let server: TestServer;
    let learned = "";
    const at = (memory: string, rest = "") => `/v1/memories/${memory}${rest}`;
    const make = async () => {
      const id = `team-${randomUUID()}`;
      made.push(id);
      await server.call("POST", "/v1/memories", { id });
      return id;
    };
    const begin = (memory: string, body: object = STREAM, headers = {}) => server.call("POST", at(memory, "/discern"), body, headers);
    const learn = async (memory: string, body: object = STREAM) => server.runEnded((await begin(memory, body)).body.run.id);
    const get = async (rest: string) => server.call("GET", at(learned, rest));
    const card = async (id: string) => (await get(`/rules/${id}`)).body;
    const allRules = async (memory: string) => (await server.call("GET", at(memory, "/rules?limit=1000"))).body.rules;
    /** Until the run's team is at work. */
    const working = async (run: string) =>
      readEvents(await fetch(`${server.url}/v1/runs/${run}/events`), ({ name }) => name === "progress");

    beforeAll(async () => {
      server = await startServer({ environment: { MNEMA_DATASETS: DATASETS, ...environment } });
      learned = await make();
      await learn(learned);
    });
    afterAll(async () => {
      for (const id of made) await server?.call("DELETE", at(id));
      await server?.stop();
    });

    it("a stream is queued, tells its tasks, and is done with a report", async () => {
      const memory = await make();
      const sent = await begin(memory, { ...STREAM, host: "camel", label: "first", limit: 3 });
      const { id } = sent.body.run;
      expect(sent).toMatchObject({ status: 202, body: { run: { state: "queued", kind: "discern", memory } } });
      expect(sent.headers.get("location")).toBe(`/v1/runs/${id}`);
      const events = await readEvents(await fetch(`${server.url}/v1/runs/${id}/events`));
      expect([events[0]?.name, events.at(-1)?.name]).toEqual(["queued", "done"]);
      const progress = events.filter(({ name }) => name === "progress").map(({ data }) => JSON.parse(data));
      expect(progress.length).toBeGreaterThan(0);
      for (const { done, total, task } of progress) expect([done <= total, total, typeof task]).toEqual([true, 3, "string"]);
      expect(await server.runEnded(id)).toMatchObject({
        state: "done",
        report: { stream: "pddl/camel/first", tasks: 3, stopped: null },
      });
      // The stream's own thread is no run that people started.
      expect((await server.call("GET", at(memory, "/runs"))).body.runs.map((run: { id: string }) => run.id)).toEqual([id]);
    });

    it("rules are listed by role and state, by page, with what one may filter by", async () => {
      const { total, rules, streams, roles, states } = (await get("/rules")).body;
      expect([streams, total, total > 3]).toEqual([["pddl/macnet"], rules.length, true]);
      expect(roles).toEqual([...new Set(rules.map((rule: { owner: string }) => rule.owner))].toSorted());
      expect(states.provisional + states.active + states.inactive).toBe(total);
      const pages = await Promise.all([0, 2].map((offset) => get(`/rules?limit=2&offset=${offset}`)));
      expect(pages.flatMap(({ body }) => body.rules)).toEqual(rules.slice(0, 4));
      for (const [query, passes] of [
        [`role=${roles[0]}`, ({ owner }: { owner: string }) => owner === roles[0]],
        ["state=active", ({ state }: { state: string }) => state === "active"],
        ["stream=pddl%2Fmacnet", () => true],
      ] as const) {
        const { body } = await get(`/rules?${query}`);
        expect([query, body.rules, body.roles]).toEqual([query, rules.filter(passes), roles]);
      }
      const { body: active } = await get(`/rules?state=active&role=${roles[0]}`);
      expect([active.total, active.rules.length]).toEqual([active.states.active, active.states.active]);
      expect((await get("/rules?stream=none")).status).toBe(404);
      expect((await get("/rules?state=lost")).status).toBe(400);
    });

    it("a card has scope, versions with parentage, effects, and the reason of every transition", async () => {
      const ids: string[] = (await allRules(learned)).map(({ id }: { id: string }) => id);
      const cards = await Promise.all(ids.map(card));
      for (const { id, versions, transitions, effects, state, sourceTask, useWhen, conditions } of cards) {
        expect([transitions[0].reason, transitions[0].from, transitions.at(-1).to, id]).toEqual(["admitted", null, state, id]);
        expect(versions.map(({ version, parent }: { version: number; parent: number | null }) => parent ?? version - 1)).toEqual(
          versions.map((_: unknown, place: number) => place),
        );
        expect(effects.map(({ task }: { task: string }) => task)).not.toContain(sourceTask);
        const standing = conditions.use.filter(({ stands }: { stands: boolean }) => stands);
        expect(standing.map(({ text }: { text: string }) => text)).toEqual(useWhen);
      }
      expect(await get("/rules/none")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    });

    it("a card tells what became of a rule that was repaired, narrowed and overturned", async () => {
      const memory = await make();
      const rule = plantedRule();
      await (await server.mnema.memory(memory)).store.rules.apply(PLANTED_STREAM, "plant", { rules: [rule] });
      const { body } = await server.call("GET", at(memory, `/rules/${rule.id}`));
      expect(body).toMatchObject({
        stream: PLANTED_STREAM,
        owner: "gardener",
        state: "active",
        sourceTask: "bed/1",
        useWhen: ["A bed is dry.", "Leaves hang."],
        avoidWhen: ["The bed is in the shade."],
        versions: BODIES.map((text, place) => ({ version: place + 1, parent: place === 0 ? null : place, body: text })),
        capabilities: [{ tasks: ["bed/1"] }, { tasks: ["bed/1"] }],
        effects: [
          { task: "bed/2", version: 1, with: 0.2, without: 0.7, attribution: "content" },
          { task: "bed/4", version: 3, with: 1, without: 0.25 },
          { task: "bed/5", version: 3 },
          { task: "bed/6", version: 3, attribution: "scope", avoidMatch: true },
        ],
      });
      expect(body.transitions.map(({ reason }: { reason: string }) => reason)).toEqual([
        "admitted",
        "new-version",
        "new-version",
        "promotion",
      ]);
      expect(body.conditions.avoid.map(({ stands }: { stands: boolean }) => stands)).toEqual([false, true]);
      // Its runs were never recorded.
      const { body: pair } = await server.call("GET", at(memory, `/rules/${rule.id}/effects/bed%2F4`));
      expect(pair).toMatchObject({ effect: { task: "bed/4" }, with: null, without: null });
    });

    it("every effect shows its two runs: with the rule alone, and without any", async () => {
      let pairs = 0;
      for (const { id } of await allRules(learned)) {
        const { owner, versions, effects } = await card(id);
        for (const effect of effects) {
          const { body } = await get(`/rules/${id}/effects/${encodeURIComponent(effect.task)}`);
          expect([body.effect, body.with?.score, body.without?.score]).toEqual([effect, effect.with, effect.without]);
          expect(body.with.supplied).toMatchObject([{ role: owner, body: versions[effect.version - 1].body }]);
          expect(body.without.supplied).toEqual([]);
          const said = (run: { score: number; steps: { role: string; kind: string; text: string }[] }) =>
            JSON.stringify([run.score, run.steps.map(({ role, kind, text }) => [role, kind, text])]);
          expect(said(body.with) !== said(body.without)).toBe(effect.changed);
          pairs += 1;
        }
      }
      expect(pairs).toBeGreaterThan(10);
      const [{ id }] = await allRules(learned);
      expect((await get(`/rules/${id}/effects/none`)).status).toBe(404);
      expect((await get(`/rules/none/effects/none`)).status).toBe(404);
    });

    it("a report tells scores, states, use, revisions and cost of every stream", async () => {
      const { streams } = (await get("/rules/report")).body;
      expect(streams).toMatchObject([{ stream: "pddl/macnet", tasks: TASKS, ledger: { original: { runs: TASKS } } }]);
      const [{ rules, injections, ages, depths, interval, score }] = streams;
      const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
      expect([sum(ages), ages.length, sum(depths)]).toEqual([injections, 10, rules]);
      expect(interval.low <= score && score <= interval.high).toBe(true);
      expect((await get("/rules/report?stream=none")).status).toBe(404);
    });

    it("a budget that is used up ends the run and says so; a next run goes on", async () => {
      const memory = await make();
      const first = await learn(memory, { ...STREAM, budget: { replays: 2 } });
      expect(first).toMatchObject({
        error: null,
        state: "done",
        report: { replays: 2, stopped: expect.stringContaining("budget of 2 replays") },
      });
      expect(first.report?.["tasks"]).toBeLessThan(TASKS);
      expect(await learn(memory)).toMatchObject({ error: null, state: "done", report: { tasks: TASKS, stopped: null } });
      expect(await allRules(memory)).toEqual(await allRules(learned));
    });

    it("one that is cancelled is resumed, and comes to what an undisturbed one does", async () => {
      const memory = await make();
      const { id } = (await begin(memory)).body.run;
      await working(id);
      expect(await server.call("POST", `/v1/runs/${id}/cancel`)).toMatchObject({ status: 200, body: { state: "cancelled" } });
      expect((await server.call("POST", `/v1/runs/${id}/resume`)).status).toBe(202);
      expect(await server.runEnded(id)).toMatchObject({ state: "done", error: null, report: { tasks: TASKS } });
      expect(await allRules(memory)).toEqual(await allRules(learned));
      expect((await server.call("POST", `/v1/runs/${id}/resume`)).status).toBe(409);
    });

    it("the next server takes up what a server that was ended left", async () => {
      const first = await startServer({ environment: { MNEMA_DATASETS: DATASETS, ...environment }, settings: { drainMs: 1 } });
      const memory = `team-${randomUUID()}`;
      await first.call("POST", "/v1/memories", { id: memory });
      const { id } = (await first.call("POST", at(memory, "/discern"), STREAM)).body.run;
      await readEvents(await fetch(`${first.url}/v1/runs/${id}/events`), ({ name }) => name === "progress");
      const next = await first.restart();
      expect(await next.runEnded(id)).toMatchObject({ state: "done", report: { tasks: TASKS } });
      expect((await next.call("GET", at(memory, "/rules?limit=1000"))).body.rules).toEqual(await allRules(learned));
      await next.call("DELETE", at(memory));
      await next.stop();
    });

    it("the same request sent twice under one key is done once", async () => {
      const memory = await make();
      const headers = { "Idempotency-Key": "k" };
      const body = { ...STREAM, limit: 1 };
      const [first, second] = [await begin(memory, body, headers), await begin(memory, body, headers)];
      expect([second.body.run.id, second.headers.get("idempotency-replayed")]).toEqual([first.body.run.id, "true"]);
      expect((await begin(memory, { ...STREAM, limit: 2 }, headers)).status).toBe(400);
      await server.runEnded(first.body.run.id);
    });

    it("what is wrong is refused at once, and no file may be named", async () => {
      for (const body of [{}, { ...STREAM, env: "moon" }, { ...STREAM, host: "x" }, { ...STREAM, source: "/etc" }, { ...STREAM, limit: 0 }])
        expect([body, (await begin(learned, body)).status]).toEqual([body, 400]);
      expect((await begin("nobody")).status).toBe(404);
    });

    it("a server without tasks says how it gets some, and a run that finds none names no folder", async () => {
      const bare = await startServer({ environment });
      const memory = `team-${randomUUID()}`;
      await bare.call("POST", "/v1/memories", { id: memory });
      expect(await bare.call("POST", at(memory, "/discern"), STREAM)).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", place: "body.env", detail: expect.stringContaining("MNEMA_DATASETS") },
      });
      await bare.call("DELETE", at(memory));
      await bare.stop();
      const ended = await learn(await make(), { env: "code", host: "camel" });
      expect([ended.state, ended.error]).toEqual(["failed", expect.any(String)]);
      expect(ended.error).not.toContain(DATASETS);
    });

    it("are gone with their memory, also while a team is at work", async () => {
      const memory = await make();
      const { id } = (await begin(memory)).body.run;
      await working(id);
      expect((await server.call("DELETE", at(memory))).status).toBe(204);
      expect((await server.call("GET", `/v1/runs/${id}`)).status).toBe(404);
      expect((await server.call("GET", at(memory, "/rules"))).status).toBe(404);
    });

    describe("with keys", () => {
      const keys: Record<string, string> = {};
      const ids: string[] = [];
      const as = (who: string) => ({ Authorization: `Bearer ${keys[who]}` });

      beforeAll(async () => {
        const { services } = server.mnema.space;
        for (const [who, memories, access] of [
          ["other", ["elsewhere"], "write"],
          ["reader", [learned], "read"],
          ["owner", [learned], "write"],
        ] as const) {
          const { key, record } = await addKey(services, { name: who, memories: [...memories], access }, () => new Date());
          keys[who] = key;
          ids.push(record.id);
        }
      });
      afterAll(async () => {
        for (const id of ids) await server.mnema.space.services.removeKey(id);
      });

      it("another memory's rules and those that are not there look the same", async () => {
        const [{ id }] = (await server.call("GET", at(learned, "/rules"), undefined, as("owner"))).body.rules;
        const { effects } = (await server.call("GET", at(learned, `/rules/${id}`), undefined, as("owner"))).body;
        const rests = ["/rules", "/rules/report", `/rules/${id}`, `/rules/${id}/effects/${encodeURIComponent(effects[0].task)}`];
        for (const rest of rests) {
          expect((await server.call("GET", at(learned, rest))).status).toBe(401);
          expect((await server.call("GET", at(learned, rest), undefined, as("reader"))).status).toBe(200);
          const [foreign, missing] = await Promise.all(
            [learned, "nobody"].map((memory) => server.call("GET", at(memory, rest), undefined, as("other"))),
          );
          expect([foreign?.status, foreign?.text.replaceAll(learned, "?")]).toEqual([404, missing?.text.replaceAll("nobody", "?")]);
        }
        const [run] = (await server.call("GET", at(learned, "/runs"), undefined, as("owner"))).body.runs;
        for (const rest of ["", "/events"])
          expect((await server.call("GET", `/v1/runs/${run.id}${rest}`, undefined, as("other"))).status).toBe(404);
        expect((await begin(learned, STREAM, as("other"))).status).toBe(404);
      });

      it("one that reads looks, and has no team work", async () => {
        expect((await begin(learned, STREAM, as("reader"))).status).toBe(403);
        const reply = await begin(learned, { ...STREAM, limit: 1 }, as("owner"));
        expect(reply.status).toBe(202);
        expect((await server.call("POST", `/v1/runs/${reply.body.run.id}/cancel`, undefined, as("reader"))).status).toBe(403);
        const events = await fetch(`${server.url}/v1/runs/${reply.body.run.id}/events`, { headers: as("reader") });
        expect((await readEvents(events)).at(-1)?.name).toBe("done");
      });
    });
  });
}
