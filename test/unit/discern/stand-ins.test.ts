import { describe, expect, it } from "vitest";
import { applyEdit } from "../../../core/discern/edits.js";
import type { TrajectoryStep } from "../../../core/discern/trajectory.js";
import type { RepairRuleInput } from "../../../decisions/discern/judgements.js";
import { extractOffline } from "../../../decisions/discern/offline/extract.js";
import { identityOffline } from "../../../decisions/discern/offline/identity.js";
import { relationOf, thingsIn } from "../../../decisions/discern/offline/facts.js";
import { repairOffline } from "../../../decisions/discern/offline/repair.js";
import { selectOffline } from "../../../decisions/discern/offline/select.js";

const GOAL = "Make all of this hold at once: cup1 is at attic; cup2 is at cellar.";

/** A run of one who acts: each action with the facts that are seen after it and the progress then. */
function run(start: string, acts: readonly (readonly [action: string, facts: string, progress: number])[]): TrajectoryStep[] {
  const steps: Omit<TrajectoryStep, "id">[] = [{ role: "environment", kind: "observation", text: start, progress: null }];
  for (const [action, facts, progress] of acts) {
    steps.push({ role: "carrier", kind: "action", text: action, progress, legal: true });
    steps.push({ role: "environment", kind: "observation", text: `Done: ${action}.\n${facts}`, progress });
  }
  return steps.map((step, at) => ({ id: `s${at + 1}`, ...step }));
}

const extracted = (steps: readonly TrajectoryStep[], role = "carrier") =>
  extractOffline({ role, duty: "", goal: GOAL, context: "", steps, score: 0.5 });

describe("what is extracted from a run", () => {
  const START = "Here are: cup: cup1, cup2; room: attic, cellar.\nNow: cup1 is at cellar. cup2 is at attic.";

  it("names what brings about the kind of thing that the goal asks for, what ends it and what prepares it, without names of the task", () => {
    const { decision, memory, use_when } = extracted(
      run(START, [
        ["grab cup1 cellar", "Now: cup2 is at attic. holding cup1.", 0],
        ["set-down cup1 cellar", "Now: cup1 is at cellar. cup2 is at attic.", 0],
        ["grab cup1 cellar", "Now: cup2 is at attic. holding cup1.", 0],
        ["set-down cup1 attic", "Now: cup1 is at attic. cup2 is at attic.", 0.5],
        ["grab cup1 attic", "Now: cup2 is at attic. holding cup1.", 0],
        ["set-down cup1 attic", "Now: cup1 is at attic. cup2 is at attic.", 0.5],
      ]),
    );
    expect(decision).toBe("STORE");
    expect(memory).toBe(
      "Set down only toward an unmet goal. Never set down outside the goal. Never grab what is already in its goal place. " +
        "Never undo the last action. Prefer to grab toward an unmet goal.",
    );
    expect(use_when).toEqual(["The task is about grab, set down."]);
  });

  it("learns from what is of the goal's kind even when nothing was reached", () => {
    const { memory } = extracted(
      run(START, [
        ["grab cup1 cellar", "Now: cup2 is at attic. holding cup1.", 0],
        ["walk cellar attic", "Now: cup2 is at attic. holding cup1. here is attic.", 0],
        ["walk attic cellar", "Now: cup2 is at attic. holding cup1. here is cellar.", 0],
        ["set-down cup1 cellar", "Now: cup1 is at cellar. cup2 is at attic.", 0],
      ]),
    );
    expect(memory).toContain("Set down only toward an unmet goal.");
  });

  it("is to look first, and to hand in what passed alone, where what was handed in failed and others had named a look", () => {
    const said = {
      role: "critic",
      kind: "message" as const,
      text: "Suggest: weigh parcel-2; weigh parcel-1; post parcel-1.",
      progress: null,
    };
    const steps = (seen: string): TrajectoryStep[] =>
      [
        { role: "environment", kind: "observation" as const, text: "Here are: parcel: parcel-1, parcel-2.", progress: null },
        said,
        { role: "carrier", kind: "action" as const, text: "post parcel-1", progress: 0, legal: true },
        { role: "environment", kind: "observation" as const, text: seen, progress: 0 },
      ].map((step, at) => ({ id: `s${at + 1}`, ...step }));
    expect(extracted(steps("parcel-1 was posted: it fails.")).memory).toBe(
      "Weigh before you post. Post only one that passed. Never post a failed one.",
    );
    expect(extracted(steps("parcel-1 was posted.")).decision).toBe("NO_MEMORY");
  });

  it("is nothing where a run shows nothing, or who is asked about did nothing", () => {
    const steps = run(START, [["wave", "Now: cup1 is at cellar. cup2 is at attic.", 0]]);
    expect(extracted(steps).decision).toBe("NO_MEMORY");
    expect(extracted(steps, "critic").decision).toBe("NO_MEMORY");
  });
});

it("tells what a statement says from the things that it says it of", () => {
  const things = thingsIn(["Here are: cup: blue, red; room: attic."], ["blue", "attic"]);
  expect(relationOf("blue is at attic", things)).toBe("cup is at _");
  expect(relationOf("box12 is at attic", things)).toBe("box is at _");
  expect(relationOf("nothing holds now", things)).toBeNull();
});

describe("what is proposed to mend a rule", () => {
  const body = "Drop only toward an unmet goal. Never undo the last action.";
  const input = (rule: string, rejected: RepairRuleInput["rejected"] = []): RepairRuleInput => ({
    role: "carrier",
    roles: ["carrier"],
    goal: GOAL,
    rule: { body: rule, useWhen: [], avoidWhen: [] },
    diagnosis: { specific_problem_type: "", specific_problem: "It scored less.", trajectory_evidence_refs: [] },
    with: { steps: [], score: 0 },
    without: { steps: [], score: 0.5 },
    source: null,
    capabilities: [],
    round: 1,
    candidates: 3,
    rejected,
  });

  it("changes or drops one sentence of several, each edit one that can be carried out", () => {
    const bodies = repairOffline(input(body)).candidates.map((edit) => applyEdit(body, edit));
    expect(bodies).toEqual([
      { body: "Prefer to drop toward an unmet goal. Never undo the last action." },
      { body: "Never undo the last action." },
      { body: "Drop only toward an unmet goal." },
    ]);
  });

  it("is something else in the next round", () => {
    const first = repairOffline(input(body)).candidates.map(({ operation, anchor, text }) => ({
      edit: { operation, anchor, text },
      body: null,
      feedback: "",
    }));
    const second = repairOffline(input(body, first)).candidates;
    expect(second.length).toBeGreaterThan(0);
    for (const { anchor, text } of second)
      expect(first).not.toContainEqual(expect.objectContaining({ edit: expect.objectContaining({ anchor, text }) }));
  });
});

describe("which rules are selected", () => {
  const rule = (id: string, text: string, useWhen: string[] = [], avoidWhen: string[] = []) => ({ id, body: text, useWhen, avoidWhen });
  const context = "Task: put the cup into the attic. Actions: grab, drop, walk.";

  it("are those that say most of what there is, among those that are meant for the situation", () => {
    const { selected_ids } = selectOffline({
      role: "carrier",
      context,
      candidates: [
        rule("elsewhere", "Grab and drop the cup in the attic.", ["The task is about wheels, jacks."]),
        rule("little", "Never repeat an action."),
        rule("much", "Grab the cup, then drop it.", ["The task is about grab, drop."]),
        rule("avoided", "Grab, drop and walk to the attic.", [], ["The task is about cup, attic."]),
      ],
    });
    expect(selected_ids).toEqual(["much"]);
  });

  it("are the others where none is meant for it, and none where all are to be avoided", () => {
    const other = rule("other", "Grab the cup.", ["The task is about wheels, jacks."]);
    expect(selectOffline({ role: "carrier", context, candidates: [other] }).selected_ids).toEqual(["other"]);
    const avoided = rule("avoided", "Grab the cup.", [], ["The task is about cup, attic."]);
    expect(selectOffline({ role: "carrier", context, candidates: [avoided] })).toEqual({ decision: "NONE", selected_ids: [] });
  });
});

describe("whether a proposal is a rule that is there", () => {
  const known = "Set down only toward an unmet goal. Never undo the last action.";
  const matched = (body: string) => {
    const recalled = [{ id: "known", body: known, useWhen: [], avoidWhen: [] }];
    return identityOffline({ candidate: { body, useWhen: [], avoidWhen: [] }, recalled }).target_memory_id;
  };

  it("is so with the same sentences, in whatever order", () => {
    expect(matched(known)).toBe("known");
    expect(matched("Never undo your last action. Set down only toward the unmet goal.")).toBe("known");
  });

  it("is not so with a sentence more or less, or with one turned round", () => {
    expect(matched(`${known} Prefer to grab toward an unmet goal.`)).toBeNull();
    expect(matched("Never undo the last action.")).toBeNull();
    expect(matched("Set down only toward an unmet goal. Undo the last action.")).toBeNull();
  });
});
