import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Episode, Task } from "../../../environments/contract.js";
import { createPlanningEnvironment } from "../../../environments/planning/environment.js";
import { keyOf, type State } from "../../../environments/planning/conditions.js";
import { readDomain } from "../../../environments/planning/read-domain.js";
import { readProblem } from "../../../environments/planning/read-problem.js";
import type { PlanningData } from "../../../environments/planning/tasks.js";
import { factInWords } from "../../../environments/planning/words.js";
import { createWorld, legalActions, successor } from "../../../environments/planning/world.js";

const FIXTURES = fileURLToPath(new URL("../../fixtures/pddl", import.meta.url));
const environment = createPlanningEnvironment();

async function started(id: string, maxSteps?: number): Promise<{ task: Task<PlanningData>; episode: Episode }> {
  const task = (await environment.tasks(FIXTURES)).find((one) => one.id === id);
  if (task === undefined) throw new Error(`no fixture ${id}`);
  return { task, episode: await environment.start(task, { seed: 42, ...(maxSteps === undefined ? {} : { maxSteps }) }) };
}

describe("tasks of the planning environment", () => {
  it("come in natural order, each with its domain, in words", async () => {
    const tasks = await environment.tasks(FIXTURES);
    expect(tasks.map(({ id, domain }) => `${id} ${domain}`)).toEqual([
      "bicycle/p1 bicycle",
      "courier/p1 courier",
      "courier/p2 courier",
      "garden/p1 garden",
      "shelf/p1 shelf-4",
      "shelf/p2 shelf-4",
      "tea-bar/p1 tea-bar",
    ]);
    const [, courier] = tasks;
    expect(courier?.input.goal).toBe("Make all of this hold at once: letter is at harbour; crate is at south; vase is at north.");
    expect(courier?.input.observation).toContain("Now: van is at north. letter is at north.");
    expect(courier?.input.instructions).toContain(
      "- drive FROM TO. Needs: FROM is depot; TO is depot; van is at FROM. Then: van is at TO; no longer: van is at FROM.",
    );
    expect(JSON.parse(JSON.stringify(tasks))).toEqual(tasks);
  });

  it("may be those of one problem's file", async () => {
    const tasks = await environment.tasks(join(FIXTURES, "shelf", "p2.pddl"));
    expect(tasks.map(({ id, domain }) => [id, domain])).toEqual([["p2", "shelf-4"]]);
  });

  describe("in folders of their own", () => {
    let folder = "";
    const domain = (extra: string): string =>
      `(define (domain d) (:predicates (p ?x) ${extra}) (:action a :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))`;
    const problem = "(define (problem one) (:domain d) (:objects o) (:init (p o)) (:goal (not (p o))))";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "mnema-pddl-"));
      for (const [name, extra] of [
        ["one", "(q ?x)"],
        ["two", "(r ?x)"],
      ] as const) {
        await mkdir(join(folder, name));
        await writeFile(join(folder, name, "domain.pddl"), domain(extra));
        await writeFile(join(folder, name, "prob10.pddl"), problem);
        await writeFile(join(folder, name, "prob2.pddl"), problem);
      }
    });
    afterAll(() => rm(folder, { recursive: true }));

    it("take the nearest of several domains of one name", async () => {
      const tasks = await environment.tasks(folder);
      expect(tasks.map(({ id, data }) => [id, data.domain.text.includes("(q ?x)")])).toEqual([
        ["one/prob2", true],
        ["one/prob10", true],
        ["two/prob2", false],
        ["two/prob10", false],
      ]);
    });

    it("are NOT_FOUND where there are none, or their domain is missing", async () => {
      await expect(environment.tasks(join(folder, "nowhere"))).rejects.toMatchObject({ code: "NOT_FOUND" });
      await rm(join(folder, "two", "domain.pddl"));
      await rm(join(folder, "one", "domain.pddl"));
      await expect(environment.tasks(folder)).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining("`d`") });
    });
  });
});

describe("an episode of the planning environment", () => {
  it("reaches its goal by legal actions, and is then over", async () => {
    const { episode } = await started("courier/p2");
    expect(episode.actions()).toEqual(["drive south north", "drive south south"]);
    for (const action of ["drive south north", "load letter north hook1", "drive north south"]) {
      const step = await episode.step(action);
      expect(step).toMatchObject({ legal: true, done: false, progress: 0 });
      expect(step.observation).toContain(`Done: ${action}.`);
    }
    expect(await episode.step("(UNLOAD Letter, South, Hook1)")).toMatchObject({ legal: true, done: true, progress: 1 });
    expect(episode.score()).toBe(1);
    await expect(episode.step("drive south north")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("scores the highest share of the goal at any step, also when it is lost again", async () => {
    const { episode } = await started("courier/p1");
    const deliver = ["load letter north hook1", "drive north harbour", "unload letter harbour hook1"];
    for (const action of deliver) await episode.step(action);
    expect(episode.score()).toBeCloseTo(1 / 3);
    const lost = await episode.step("load letter harbour hook1");
    expect(lost.progress).toBe(0);
    expect(episode.score()).toBeCloseTo(1 / 3);
  });

  it.each([
    ["fly north south", 'There is no action "fly". The actions are: drive, load, unload.'],
    ["drive north", "drive is done with 2 things, not 1: drive FROM TO."],
    ["drive north mars", 'drive cannot be done with these: there is no "mars" here.'],
    ["load vase north hook1", "load vase north hook1 needs what does not hold now: vase is at north."],
    ["unload crate south hook2", "unload crate south hook2 needs what does not hold now: crate hangs hook2; van is at south."],
    ["drive crate north", "drive crate north needs what does not hold now: crate is depot; van is at crate."],
    ["", 'There is no action "".'],
  ])("explains why %j cannot be done, changes nothing and counts the step", async (action, reason) => {
    const { episode } = await started("courier/p1", 1);
    const before = episode.actions();
    const step = await episode.step(action);
    expect(step).toMatchObject({ legal: false, done: true, progress: 0 });
    expect(step.observation).toContain(`Not done. ${reason}`);
    expect(episode.actions()).toEqual(before);
  });

  it("tells a wrong type from a wrong state", async () => {
    const { episode } = await started("tea-bar/p1");
    expect((await episode.step("lift cup1 left")).observation).toContain(
      "lift cannot be done with these: cup1 is a cup, not a arm; left is a arm, not a vessel.",
    );
    expect((await episode.step("set-down left cup1")).observation).toContain("needs what does not hold now: left is holding cup1.");
  });

  it("tells conditions with negation, equality, choice and quantifiers in words", async () => {
    const { task, episode } = await started("garden/p1");
    expect(task.input.instructions).toContain("FROM is another than TO; one of these: (next-to of FROM is TO) or (next-to of TO is FROM)");
    expect((await episode.step("walk ann east pond")).observation).toContain("one of these:");
    expect((await episode.step("water ann east")).observation).toContain("hose on");
    await episode.step("dig-out ann rose east");
    expect((await episode.step("dig-out ann mint east")).observation).toContain("not: for some plant Q");
  });

  it("is the same again for equal actions", async () => {
    const run = async (): Promise<unknown[]> => {
      const { episode } = await started("tea-bar/p1");
      const seen: unknown[] = [episode.observation];
      for (let index = 0; index < 25; index += 1) {
        const actions = episode.actions() ?? [];
        seen.push(await episode.step(actions[(index * 7) % actions.length] ?? ""), actions);
      }
      return seen;
    };
    expect(await run()).toEqual(await run());
  });
});

describe("what is not PDDL, or not supported", () => {
  const domain = (parts: string): string => `(define (domain d)\n ${parts})`;
  it.each([
    ["(:requirements :strips :fluents)", "UNSUPPORTED_OPERATION", "d.pddl:2:25", "`:fluents`"],
    ["(:functions (cost))", "UNSUPPORTED_OPERATION", "d.pddl:2:2", "`:functions`"],
    ["(:durative-action a)", "UNSUPPORTED_OPERATION", "d.pddl:2:2", "`:durative-action`"],
    ["(:derived (p) (q))", "UNSUPPORTED_OPERATION", "d.pddl:2:2", "`:derived`"],
    ["(:predicates (p)) (:action a :effect (increase (cost) 1))", "UNSUPPORTED_OPERATION", "d.pddl:2:39", "`increase`"],
    ["(:predicates (p)) (:action a :precondition (> (p) 1))", "UNSUPPORTED_OPERATION", "d.pddl:2:45", "`>`"],
    ["(:predicates (p)) (:action a :cost 1)", "UNSUPPORTED_OPERATION", "d.pddl:2:31", "`:cost`"],
    ["(:predicates (p)) (:action a :effect (q))", "INVALID_INPUT", "d.pddl:2:39", "`q`"],
    ["(:predicates (p ?x)) (:action a :effect (p))", "INVALID_INPUT", "d.pddl:2:42", "1 terms"],
    ["(:predicates (p ?x)) (:action a :effect (p ?y))", "INVALID_INPUT", "d.pddl:2:45", "`?y`"],
    ["(:types a) (:predicates (p ?x - b))", "INVALID_INPUT", "d.pddl:2:32", "`b`"],
    ["(:predicates (p) (p))", "INVALID_INPUT", "d.pddl:2:19", "twice"],
    ["(:predicates (p)", "INVALID_INPUT", "d.pddl:1:1", "never closed"],
    [") (p", "INVALID_INPUT", "d.pddl:2:4", ""],
  ])("is refused with its place: %s", (parts, code, place, said) => {
    expect(() => readDomain(domain(parts), "d.pddl")).toThrow(
      expect.objectContaining({ code, place, message: expect.stringContaining(said) }),
    );
  });

  it("is refused in problems too", () => {
    const read = readDomain("(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))", "d.pddl");
    const problem =
      (parts: string): (() => unknown) =>
      () =>
        readProblem(`(define (problem q) (:domain d) (:objects o) ${parts})`, "q.pddl", read);
    expect(problem("(:init (p z)) (:goal (p o))")).toThrow(expect.objectContaining({ place: "q.pddl:1:56" }));
    expect(problem("(:init) (:goal (p o)) (:metric minimize (total-cost))")).toThrow(
      expect.objectContaining({ code: "UNSUPPORTED_OPERATION" }),
    );
    expect(problem("(:init)")).toThrow(/one :goal/);
    expect(() => readProblem("(define (problem q) (:domain e) (:goal (p o)))", "q.pddl", read)).toThrow(/`e`, not `d`/);
  });

  it("is refused when too many actions would be possible", () => {
    const read = readDomain("(define (domain d) (:predicates (p ?x)) (:action a :parameters (?a ?b ?c ?d) :effect (p ?a)))", "d.pddl");
    const objects = Array.from({ length: 60 }, (_, index) => `o${index}`).join(" ");
    const problem = readProblem(`(define (problem q) (:domain d) (:objects ${objects}) (:init) (:goal (p o1)))`, "q.pddl", read);
    expect(() => createWorld(read, problem)).toThrow(expect.objectContaining({ code: "TOO_LARGE" }));
  });
});

describe("a world", () => {
  it("keeps what is both deleted and added, and takes effects' conditions from before the action", () => {
    const read = readDomain(
      `(define (domain d) (:predicates (p) (q)) (:action swap :effect (and (not (p)) (p) (when (q) (not (q))) (when (not (q)) (q)))))`,
      "d",
    );
    const world = createWorld(read, readProblem("(define (problem x) (:domain d) (:init (p)) (:goal (q)))", "x", read));
    const facts = (state: State): string[] => world.facts.filter((_, fact) => state[fact] === 1).map(keyOf);
    const [swap] = legalActions(world, world.initial);
    if (swap === undefined) throw new Error("swap is not legal");
    const once = successor(world, world.initial, swap);
    expect(facts(once)).toEqual(["p", "q"]);
    expect(facts(successor(world, once, swap))).toEqual(["p"]);
  });
});

describe("facts in words", () => {
  it.each([
    [["on", "a", "b"], "a is on b"],
    [["at-robot", "hall"], "robot is at hall"],
    [["on-table", "a"], "a is on table"],
    [["holding", "a"], "holding a"],
    [["holding", "hand", "a"], "hand is holding a"],
    [["contains", "cup", "tea"], "cup contains tea"],
    [["isopen", "box"], "box is open"],
    [["not-flat", "tyre"], "tyre is not flat"],
    [["used", "cup", "tea"], "cup is used with tea"],
    [["level-of", "cup", "l1"], "level-of of cup is l1"],
    [["arm-empty"], "arm empty"],
    [["path", "a", "b", "c"], "path (a, b, c)"],
  ])("reads %j", ([predicate = "", ...terms], words) => {
    expect(factInWords({ predicate, terms })).toBe(words);
  });
});
