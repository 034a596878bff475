import { describe, expect, it } from "vitest";
import { createAutogenHost } from "../../../hosts/autogen.js";
import { createCamelHost } from "../../../hosts/camel.js";
import type { HostRun, InjectedRule } from "../../../hosts/contract.js";
import type { Agent, AgentTurn } from "../../../hosts/agent.js";
import { createMacnetHost, type Topology } from "../../../hosts/macnet.js";
import { createOfflineAgent } from "../../../hosts/offline/agent.js";
import type { TeamOptions } from "../../../hosts/team.js";
import { shelfTask, shelfWorld } from "./shelf-world.js";

const rule = (body: string, more: Partial<InjectedRule> = {}): InjectedRule => ({
  ruleId: "r1",
  version: 1,
  body,
  useWhen: [],
  avoidWhen: [],
  ...more,
});

/** A run that gives each role the rule named for it, and counts who asked. */
function runWith(rules: Readonly<Record<string, InjectedRule>> = {}, seed = 7): HostRun & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    seed,
    asked,
    memory: async (role) => {
      asked.push(role);
      return rules[role] === undefined ? [] : [rules[role]];
    },
  };
}

/** An agent that keeps what it was shown. */
function watched(agent: Agent = createOfflineAgent()): Agent & { readonly turns: AgentTurn[] } {
  const turns: AgentTurn[] = [];
  return {
    name: agent.name,
    turns,
    reply: (turn) => {
      turns.push({ ...turn, acts: [...turn.acts] });
      return agent.reply(turn);
    },
  };
}

const HOSTS = [
  { name: "autogen", actor: "executor", create: createAutogenHost },
  { name: "camel", actor: "assistant", create: createCamelHost },
  { name: "macnet", actor: "finisher", create: createMacnetHost },
];

describe.each(HOSTS)("the $name host", ({ name, actor, create }) => {
  const host = (options: Partial<TeamOptions> = {}) => create({ environment: shelfWorld(), agent: createOfflineAgent(), ...options });
  const mean = async (rules: Readonly<Record<string, InjectedRule>>): Promise<number> => {
    let sum = 0;
    for (let seed = 1; seed <= 20; seed++) sum += (await host().run(shelfTask(), runWith(rules, seed))).score;
    return sum / 20;
  };

  it("tells a run as numbered steps with progress, and closes the episode", async () => {
    const environment = shelfWorld();
    const { steps, score, task, host: named, tokens } = await host({ environment }).run(shelfTask(), runWith());
    expect([task, named, tokens]).toEqual(["shelf/1", name, 0]);
    expect(steps.map(({ id }) => id)).toEqual(steps.map((_, index) => `s${index + 1}`));
    expect(steps[0]).toMatchObject({ role: "environment", kind: "observation", progress: null });
    expect(steps[1]).toMatchObject({ kind: "message" });
    steps.forEach((step, index) => {
      if (step.kind === "action")
        expect(steps[index + 1]).toMatchObject({ role: "environment", kind: "observation", progress: step.progress });
    });
    expect(steps.filter(({ kind }) => kind === "action").every(({ role, legal }) => role === actor && legal === true)).toBe(true);
    expect(score).toBe(Math.max(0, ...steps.map(({ progress }) => progress ?? 0)));
    expect(environment.open()).toBe(0);
  });

  it("repeats itself under a seed, and not under another", async () => {
    const first = await host().run(shelfTask(), runWith());
    expect(await host().run(shelfTask(), runWith())).toEqual(first);
    const others = await Promise.all([8, 9, 10].map((seed) => host().run(shelfTask(), runWith({}, seed))));
    expect(others.some(({ steps }) => JSON.stringify(steps) !== JSON.stringify(first.steps))).toBe(true);
  });

  it("is not changed by runs beside it, or by memory that takes its time", async () => {
    const alone = await host().run(shelfTask(), runWith());
    const team = host();
    const slow: HostRun = { seed: 7, memory: (role) => new Promise((done) => setTimeout(() => done([]), role.length % 3)) };
    const beside = await Promise.all([
      team.run(shelfTask(), runWith({}, 8)),
      team.run(shelfTask(), slow),
      team.run(shelfTask(), runWith({}, 9)),
    ]);
    expect(beside[1]).toEqual(alone);
  });

  it("asks memory once a role, with what the role sees", async () => {
    const run = runWith();
    const { contexts } = await host().run(shelfTask(), run);
    expect(new Set(run.asked).size).toBe(run.asked.length);
    expect(Object.keys(contexts).toSorted()).toEqual(run.asked.toSorted());
    for (const { context } of Object.values(contexts)) expect(context).toContain("cup is in box");
    expect(contexts[actor]?.context).toMatch(/Message from [\w-]+: /);
  });

  it("shows a rule to its owner alone", async () => {
    for (const { name: owner } of host().roles) {
      const agent = watched();
      const secret = rule("Never rest at the zebra crossing.");
      const { contexts, steps } = await host({ agent }).run(shelfTask(), runWith({ [owner]: secret }));
      for (const turn of agent.turns) expect(turn.rules).toEqual(turn.role.name === owner ? [secret] : []);
      if (contexts[owner] !== undefined) expect(contexts[owner].rules).toEqual([secret]);
      expect(JSON.stringify(steps)).not.toContain("zebra");
    }
  });

  it("is lifted by a good rule and harmed by a bad one, by neither when the words are shuffled", async () => {
    const none = await mean({});
    expect(
      await mean({ [actor]: rule("Prefer actions that name objects of the goal. Never take a thing that is already in place.") }),
    ).toBeGreaterThan(none);
    expect(await mean({ [actor]: rule("Always put things on the shelf, and never put a thing in the box.") })).toBeLessThan(none);
    expect(await mean({ [actor]: rule("objects already the name is place actions prefer in of thing that never that goal a take") })).toBe(
      none,
    );
  });

  it("follows no rule whose exception fits", async () => {
    const plain = await host().run(shelfTask(), runWith());
    const kept = await host().run(
      shelfTask(),
      runWith({ [actor]: rule("Never put a thing in the box.", { avoidWhen: ["A cup is on the shelf"] }) }),
    );
    expect(kept.steps).toEqual(plain.steps);
  });

  it("names in its configuration what makes runs comparable", () => {
    const same = host().configuration;
    expect(host().configuration).toBe(same);
    expect(host({ actionsPerTurn: 7 }).configuration).not.toBe(same);
    expect(host({ maxSteps: 5 }).configuration).not.toBe(same);
    expect(host({ agent: { name: "another", reply: async () => ({ text: "", tokens: 0 }) } }).configuration).not.toBe(same);
  });

  it("keeps to the limit of steps, and tells the environment's refusals", async () => {
    const agent: Agent = { name: "stubborn", reply: async () => ({ text: "fly", tokens: 3 }) };
    const { steps, score, tokens } = await host({ agent, maxSteps: 4 }).run(shelfTask(), runWith());
    expect(steps.filter(({ kind }) => kind === "action")).toHaveLength(4);
    expect(steps.filter(({ legal }) => legal === false)).toHaveLength(4);
    expect([score, tokens]).toEqual([0, 3 * steps.filter(({ role }) => role !== "environment").length]);
  });

  it("stops when it is told to, and passes on what its members throw", async () => {
    const environment = shelfWorld();
    const stop = new AbortController();
    const agent: Agent = {
      name: "stopping",
      reply: async () => {
        stop.abort();
        return { text: "rest", tokens: 0 };
      },
    };
    await expect(host({ environment, agent }).run(shelfTask(), { ...runWith(), signal: stop.signal })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    await expect(
      host({ environment }).run(shelfTask(), { seed: 1, memory: async () => Promise.reject(new Error("no store")) }),
    ).rejects.toThrow("no store");
    expect(environment.open()).toBe(0);
  });
});

describe("a topology of MacNet", () => {
  const actor = (name: string) => ({ name, duty: "" });
  const edge = (from: string, to: string) => ({ from, to, critic: actor(`${from}-${to}`) });
  const create = (topology: Topology) => createMacnetHost({ environment: shelfWorld(), agent: createOfflineAgent(), topology });

  it("may be a chain, or a diamond whose last actor hears every critic", async () => {
    const chain = await create({ actors: ["a", "b", "c"].map(actor), edges: [edge("a", "b"), edge("b", "c")] }).run(shelfTask(), runWith());
    expect(chain.steps.slice(1, 5).map(({ role }) => role)).toEqual(["a", "a-b", "b", "b-c"]);
    const diamond = await create({
      actors: ["a", "b", "c", "d"].map(actor),
      edges: [edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d")],
    }).run(shelfTask(), runWith());
    expect(diamond.steps.slice(1, 8).map(({ role }) => role)).toEqual(["a", "a-b", "b", "a-c", "c", "b-d", "c-d"]);
    expect(diamond.contexts["d"]?.context).toMatch(/from b: [\s\S]*from b-d: [\s\S]*from c: [\s\S]*from c-d: /);
  });

  it.each<[string, Topology]>([
    ["one actor", { actors: [actor("a")], edges: [] }],
    ["a name twice", { actors: [actor("a"), actor("a")], edges: [edge("a", "a")] }],
    ["an edge backwards", { actors: [actor("a"), actor("b")], edges: [edge("b", "a")] }],
    ["an unknown actor", { actors: [actor("a"), actor("b")], edges: [edge("a", "c")] }],
    ["a loose end", { actors: [actor("a"), actor("b"), actor("c")], edges: [edge("a", "c")] }],
  ])("is refused with %s", (_what, topology) => {
    expect(() => create(topology)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});
