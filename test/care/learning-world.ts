import type { Trajectory, TrajectoryStep } from "../../core/discern/trajectory.js";
import type { Environment, Task } from "../../environments/contract.js";
import type { Host } from "../../hosts/contract.js";
import type { ChatModel } from "../../models/contract.js";
import type { Arena } from "../../nodes/discern/ports.js";
import { plainModel } from "./plain-model.js";

/**
 * A small world in which everything that can happen to a rule happens, with a model that decides by plain rules. Jobs are in
 * a depot, every third one in a garden. The worker's tools: `saw` helps in the depot and harms in the garden, `file` harms
 * with refused steps and as `rasp` it does nothing, `glue` helps only where the foreman says "hold"; `tape` does nothing.
 */
export const ROLES = [
  { name: "foreman", duty: "Says how." },
  { name: "worker", duty: "Does it." },
];

/** What each job teaches, in turn, by role. */
const LESSONS: Readonly<Record<string, readonly string[]>> = {
  worker: ["file", "saw", "tape", "glue", "saw", "file"],
  foreman: ["", "", "", "hold", "", ""],
};

export function learningArena(count: number, onRun: (task: string) => void | Promise<void> = () => {}): Arena {
  const tasks = Array.from({ length: count }, (_, at): Task => {
    const place = at % 3 === 2 ? "garden" : "depot";
    const input = { goal: `Do job ${at + 1}.`, observation: `A bench stands in the ${place}.`, instructions: "" };
    return { id: `job${at + 1}`, environment: "learning", domain: place, input, maxSteps: 9, data: null };
  });
  return { environment: { name: "learning" } as Environment, tasks, host: learningHost(onRun) };
}

function learningHost(onRun: (task: string) => void | Promise<void>): Host<Task> {
  return {
    name: "pair",
    roles: ROLES,
    configuration: "pair 1",
    run: async (task, { seed, memory }): Promise<Trajectory> => {
      await onRun(task.id);
      const contexts: Record<string, Trajectory["contexts"][string]> = {};
      const said: string[] = [];
      for (const { name } of ROLES) {
        const context = `${task.input.goal}\n${task.input.observation}\nthe ${name}'s turn`;
        const rules = await memory(name, context);
        contexts[name] = { context, rules };
        said.push(...rules.map(({ body }) => body));
      }
      const text = said.join(" ");
      return { task: task.id, host: "pair", seed, steps: stepsOf(text), score: scoreOf(text, task.domain), contexts, tokens: 7 };
    },
  };
}

function scoreOf(text: string, domain: string): number {
  const has = (word: string) => text.includes(word);
  const gain = (has("saw") ? (domain === "depot" ? 0.25 : -0.25) : 0) + (has("file") ? -0.25 : 0) + (has("glue") && has("hold") ? 0.25 : 0);
  return 0.5 + gain;
}

function stepsOf(text: string): TrajectoryStep[] {
  const refused = Array.from({ length: text.includes("file") ? 3 : 0 }, () => ({ kind: "action" as const, text: "file it", legal: false }));
  const steps = [{ kind: "message" as const, text: text || "As usual." }, ...refused, { kind: "action" as const, text: "finish" }];
  return steps.map((step, at) => ({ id: `s${at + 1}`, role: "worker", progress: null, ...step }));
}

/** Answers every decision of `discern` by plain rules; those named in `failing` never in a usable way. */
export function learningModel(
  failing: ReadonlySet<string> = new Set(),
  onAsked: (name: string) => void | Promise<void> = () => {},
): ChatModel {
  const answer = (decision: string, asked: string): string => {
    const given = ANSWERS[decision]?.(asked);
    return given === null ? "I would rather not." : JSON.stringify(given);
  };
  return plainModel(answer, failing, onAsked);
}

const ANSWERS: Readonly<Record<string, (asked: string) => unknown>> = {
  "extract-rule": (asked) => {
    const role = /The member is the (\w+)/.exec(asked)?.[1] ?? "";
    const tool = LESSONS[role]?.[(jobIn(asked) - 1) % 6] ?? "";
    if (tool === "") return { decision: "NO_MEMORY", memory: "NO_MEMORY", use_when: [], avoid_when: [] };
    return { decision: "STORE", memory: `Use the ${tool} at the bench.`, use_when: ["a bench is there"], avoid_when: [] };
  },
  "judge-identity": (asked) => {
    const [own = "", ...others] = bodies(asked);
    const same = others.indexOf(own);
    const id = same < 0 ? null : (ids(asked)[same] ?? null);
    return { same_operation: id !== null, target_memory_id: id, reason: "" };
  },
  // Each candidate in turn, so that all are tried.
  "select-rules": (asked) => {
    const candidates = ids(asked);
    return { decision: "SELECT", selected_ids: [candidates[jobIn(asked) % candidates.length]] };
  },
  "check-scope": (asked) => {
    const inGarden = asked.includes("in the garden.");
    const avoid = inGarden && asked.includes("- the garden");
    return {
      use_when_matches: !(inGarden && asked.includes("the saw")),
      avoid_when_matches: avoid,
      avoid_when_matched: avoid ? ["the garden"] : [],
      deployment_avoid_when: inGarden && asked.includes("the saw") ? "the garden" : "",
    };
  },
  "diagnose-content": (asked) => {
    const step = /\[(s\d+)\] worker action \(refused\)/.exec(asked.slice(asked.indexOf("Run with the rule")))?.[1];
    return step === undefined
      ? { specific_problem_type: "", specific_problem: "", trajectory_evidence_refs: [] }
      : { specific_problem_type: "unexecutable_action", specific_problem: "It is refused.", trajectory_evidence_refs: [`with:${step}`] };
  },
  "generalize-use": () => ({ use_when: ["a bench stands in the depot"], avoid_when: [] }),
  "repair-rule": (asked) => {
    const edit = (text: string) => ({
      operation: "REPLACE",
      anchor: "file",
      text,
      evidence: ["with:s2"],
      expected_change: "nothing is refused",
      claimed_preserved_capability_ids: [],
      handoffs: [],
    });
    return { candidates: bodies(asked)[0]?.includes("file") ? [edit("big file"), edit("rasp")] : [], no_update_reason: "" };
  },
};

function jobIn(asked: string): number {
  return Number(/Do job (\d+)/.exec(asked)?.[1] ?? 0);
}

function ids(asked: string): string[] {
  return [...new Set([...asked.matchAll(/rule ([0-9a-f]{16})/g)].map(([, id]) => id as string))];
}

function bodies(asked: string): string[] {
  return [...asked.matchAll(/memory: (.+)/g)].map(([, body]) => body as string).filter((body) => body.startsWith("Use the"));
}
