import { describe, expect, it } from "vitest";
import type { Act, AgentTurn } from "../../../hosts/agent.js";
import { candidateOf } from "../../../hosts/offline/candidate.js";
import { applicability, fits } from "../../../hosts/offline/conditions.js";
import { preference } from "../../../hosts/offline/preference.js";
import { readRule } from "../../../hosts/offline/read-rule.js";
import { situationOf } from "../../../hosts/offline/situation.js";

const ACTIONS = [
  "pick ball1 kitchen",
  "pick ball2 garden",
  "drop ball3 kitchen",
  "drop ball3 garden",
  "move kitchen garden",
  "move kitchen kitchen",
  "put-away tool1 box",
  "put-on-wheel wheel1 hub1",
  "jack-up hub1",
  "jack-down hub1",
];

function turn(overrides: Partial<AgentTurn> = {}): AgentTurn {
  return {
    role: { name: "executor", duty: "" },
    expects: "action",
    task: {
      goal: "Make all of this hold at once: ball1 is at garden; ball2 is at garden; ball3 is at garden.",
      observation: "Here are: ball: ball1, ball2, ball3; room: kitchen, garden; tool: tool1.",
      instructions: "- pick BALL ROOM\n- drop BALL ROOM\n- move FROM TO\n- put-away TOOL BOX",
    },
    observation: "Now: ball1 is at kitchen. ball2 is at garden. carrying ball3. tool1 is clean.",
    actions: ACTIONS,
    situation: "now",
    acts: [],
    heard: [],
    rules: [],
    seed: 1,
    ...overrides,
  };
}

const act = (action: string, before = "before", after = "now", observation = "Done."): Act => ({
  role: "executor",
  action,
  legal: true,
  observation,
  before,
  after,
});

/** What a rule says of each action: those that it speaks for and those that it speaks against. */
function saidOf(body: string, overrides: Partial<AgentTurn> = {}): { for: string[]; against: string[] } {
  const situation = situationOf(turn(overrides));
  const said = situation.candidates.map((candidate) => ({ text: candidate.text, value: preference(readRule(body), candidate, situation) }));
  return {
    for: said.filter(({ value }) => value > 0).map(({ text }) => text),
    against: said.filter(({ value }) => value < 0).map(({ text }) => text),
  };
}

describe("the reader of rules", () => {
  const picks = ["pick ball1 kitchen", "pick ball2 garden"];
  const drops = ["drop ball3 kitchen", "drop ball3 garden"];
  const moves = ["move kitchen garden", "move kitchen kitchen"];

  it.each<[string, string[], string[]]>([
    ["Pick up a ball.", picks, []],
    ["Never pick up a ball.", [], picks],
    ["Do not move.", [], moves],
    ["You should avoid moving.", [], moves],
    ["Drop the ball instead of moving.", drops, moves],
    ["Drop the ball rather than picking another one.", drops, picks],
    ["Never pick or drop a ball.", [], [...picks, ...drops]],
    ["Drop a ball only in the goal room.", ["drop ball3 garden"], ["drop ball3 kitchen"]],
    ["Never drop a ball outside its goal room.", [], drops],
    ["Never pick up a ball that is already in its goal room.", [], ["pick ball2 garden"]],
    ["Put away the tools.", ["put-away tool1 box"], []],
    ["Put on the wheel.", ["put-on-wheel wheel1 hub1"], []],
    ["Jack up the hub, and never jack down the hub.", ["jack-up hub1"], ["jack-down hub1"]],
    ["Grab a ball.", picks, []],
    ["Pick up a ball because moving costs time.", picks, []],
    ["Avoid actions that change nothing.", [], ["move kitchen kitchen"]],
    ["When a ball is carried, drop it.", drops, []],
    ["When a wheel is loose, drop it.", [], []],
    ["Drop the ball unless it is broken.", drops, []],
    ["Drop the ball unless something is clean.", [], []],
    ["Pick up a ball unless something is carried.", [], []],
    ["Pick up a ball if something is carried.", picks, []],
    ["If nothing is carried, pick up a ball.", [], []],
    ["Frobnicate the quux before gliding.", [], []],
    ["It was a fine day and all went well.", [], []],
    ["", [], []],
  ])("reads: %s", (body, liked, disliked) => {
    const said = saidOf(body);
    expect(said.for).toEqual(liked);
    expect(said.against).toEqual(disliked);
  });

  it("likes what the goal names in the measure in which it names it", () => {
    const situation = situationOf(turn());
    const of = (action: string) => preference(readRule("Prefer actions that name objects of the goal."), candidateOf(action), situation);
    expect(of("drop ball3 garden")).toBeGreaterThan(of("drop ball3 kitchen"));
    expect(of("drop ball3 kitchen")).toBeGreaterThan(of("jack-up hub1"));
  });

  it.each([
    "Pick up a ball before moving.",
    "Before moving, pick up a ball.",
    "First pick up a ball, then move.",
    "Move after picking up a ball.",
    "Never move without picking up a ball.",
    "Do not move until a ball is picked.",
    "Never move before picking up a ball.",
  ])("wishes one ahead of the other: %s", (body) => {
    const before = saidOf(body);
    expect(before.against).toEqual(moves);
    expect(saidOf(body, { acts: [act("pick ball1 kitchen")] }).against).not.toContain("move kitchen garden");
    expect(saidOf(body, { acts: [act("pick ball1 kitchen"), act("move kitchen garden")] }).against).toEqual(moves);
  });

  it("bars what is never to follow", () => {
    const body = "Never drop a ball after picking it up.";
    expect(saidOf(body)).toEqual({ for: [], against: [] });
    expect(saidOf(body, { acts: [act("pick ball3 kitchen")] }).against).toEqual(drops);
  });

  it("tells taking back, repeating and leading nowhere from the run", () => {
    expect(saidOf("Never undo the last action.", { acts: [act("pick ball3 kitchen")] }).against).toEqual(["drop ball3 kitchen"]);
    expect(saidOf("Avoid repeating the same action.", { acts: [act("pick ball1 kitchen", "now", "now")] }).against).toEqual([
      "pick ball1 kitchen",
    ]);
    expect(saidOf("Prefer an action that was not tried yet.", { acts: [act("pick ball1 kitchen")] }).for).not.toContain(
      "pick ball1 kitchen",
    );
    expect(saidOf("If the last action had no effect, move.", { acts: [act("pick ball1 kitchen", "now", "now")] }).for).toEqual(moves);
    expect(saidOf("If the last action had no effect, move.", { acts: [act("pick ball1 kitchen")] }).for).toEqual([]);
  });

  it("judges by what was seen of a thing", () => {
    const actions = ["submit variant-1", "submit variant-2", "submit variant-3"];
    const acts = [
      act("run variant-1", "a", "b", "variant-1 fails 1 of 3 examples."),
      act("run variant-2", "b", "now", "variant-2 passes all 3 examples."),
    ];
    expect(saidOf("Submit only a variant that passed.", { actions, acts })).toEqual({
      for: ["submit variant-2"],
      against: ["submit variant-1", "submit variant-3"],
    });
  });

  it("takes another meaning, mostly none, from the same words in another order", () => {
    const body = "undoing last never the action";
    expect(saidOf(body, { acts: [act("pick ball3 kitchen")] })).toEqual({ for: [], against: [] });
    expect(saidOf("ball a before up moving pick")).toEqual({ for: [], against: [] });
  });

  it("never fails, whatever it is given", () => {
    for (const body of [
      "before",
      "and and, then; never",
      "when",
      ",,,",
      "only only if unless",
      "{}[]()^$\\",
      "a".repeat(5000),
      "не ходи 走",
    ])
      expect(() => saidOf(body)).not.toThrow();
  });
});

describe("conditions of a rule", () => {
  it.each<[string, string, boolean]>([
    ["A ball is at the kitchen", "ball1 is at kitchen. There is a ball.", true],
    ["The task has blocks to be stacked", "Make this hold: ball1 is at garden.", false],
    ["There is no container", "shot1 and shaker1 are on the table", true],
    ["There is no container", "the container is open", false],
    ["the of and", "anything", false],
  ])("%s / %s", (condition, context, expected) => expect(fits(condition, context)).toBe(expected));

  it("make an owner leave a rule aside, or follow it less", () => {
    const rule = { ruleId: "r", version: 1, body: "Move.", useWhen: [] as string[], avoidWhen: [] as string[] };
    const situation = situationOf(turn());
    expect(applicability(rule, situation)).toBe(1);
    expect(applicability({ ...rule, useWhen: ["A ball is carried"] }, situation)).toBe(1);
    expect(applicability({ ...rule, useWhen: ["A shaker is full"] }, situation)).toBeLessThan(1);
    expect(applicability({ ...rule, useWhen: ["A ball is carried"], avoidWhen: ["A ball is at the kitchen"] }, situation)).toBe(0);
  });
});
