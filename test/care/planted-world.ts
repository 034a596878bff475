import type { Trajectory, TrajectoryStep } from "../../core/discern/trajectory.js";
import { sample, seeded } from "../../core/seeded.js";
import type { Environment, Task } from "../../environments/contract.js";
import type { Host } from "../../hosts/contract.js";
import type { Arena } from "../../nodes/discern/ports.js";

/** What a planted rule does to the team's score: in the depot, in the garden. */
export type Planted = "helpful" | "harmful" | "mixed";

/** How often a rule has its effect, and how often the opposite one; else it changes what is said and no score. */
const HIT = 0.9;
const FLIP = 0.01;

export const BODY = "Stack the crates on the ramp before loading.";

/** The situations that the mixed rule is meant for, in several wordings. */
export const DEPOT_CONDITIONS = [
  "crates stand in the loading bay",
  "a truck waits at the ramp for crates",
  "the bay of the depot holds crates",
  "a truck is to be loaded with crates",
];

const DEPOT =
  "Depot: crates stand in the loading bay and a truck waits at the ramp. The bay of the depot holds crates; the truck is to be loaded with them.";
const GARDEN =
  "Garden: seedlings wither in the greenhouse and the watering hose hangs by the greenhouse door. Seedlings want watering; the greenhouse is warm.";

/**
 * A team of one in a world where one rule has a planted effect, with noise that depends on the seed and the task: the
 * rule mostly works, sometimes does nothing and rarely the opposite; every run jitters within the tolerance. What
 * harms shows in refused actions with even seeds and in nothing but the score with odd ones; with every third seed an
 * edit that forbids it takes the harm away.
 */
export function plantedArena(planted: Planted, seed: number, count: number): Arena {
  const gardens = new Set(planted === "mixed" ? sample([...Array(count).keys()], count / 2, seeded(seed)) : []);
  const tasks = Array.from({ length: count }, (_, at): Task => {
    const isGarden = gardens.has(at);
    const input = { goal: `Do job ${at + 1}.`, observation: isGarden ? GARDEN : DEPOT, instructions: "" };
    return { id: `job${at + 1}`, environment: "planted", domain: isGarden ? "garden" : "depot", input, maxSteps: 9, data: null };
  });
  return { environment: { name: "planted" } as Environment, tasks, host: team(planted, seed) };
}

function team(planted: Planted, seed: number): Host<Task> {
  return {
    name: "one",
    roles: [{ name: "loader", duty: "Says what is to be done." }],
    configuration: `${planted} ${seed}`,
    run: async (task, { seed: runSeed, memory }): Promise<Trajectory> => {
      const context = `${task.input.goal}\n${task.input.observation}`;
      const rules = await memory("loader", context);
      const body = rules[0]?.body ?? null;
      const random = seeded(1_000 * seed + Number(task.id.slice(3)));
      const [base, strength, luck, jitter] = [0.35 + 0.3 * random(), 0.05 + 0.25 * random(), random(), 0.008 * (random() - 0.5)];
      const sign = body === null ? 0 : signOf(planted, task.domain, isForbidden(body) && seed % 3 === 0);
      const delta = luck < HIT ? sign * strength : luck < HIT + FLIP ? -sign * strength : 0;
      const shows = delta < 0 && seed % 2 === 0;
      const score = base + delta + (body === null ? 0 : jitter);
      return {
        task: task.id,
        host: "one",
        seed: runSeed,
        steps: stepsOf(body, shows),
        score,
        contexts: { loader: { context, rules } },
        tokens: 0,
      };
    },
  };
}

function isForbidden(body: string): boolean {
  return body.startsWith("Never");
}

function signOf(planted: Planted, domain: string, isCured: boolean): number {
  if (planted === "helpful") return 1;
  if (isCured) return 0;
  return planted === "mixed" && domain === "depot" ? 1 : -1;
}

function stepsOf(body: string | null, shows: boolean): TrajectoryStep[] {
  const refused = Array.from({ length: shows ? 4 : 0 }, (_, at) => ({
    kind: "action" as const,
    role: "crew",
    text: `stack crate${at}`,
    legal: false,
  }));
  const done = [
    { kind: "message" as const, role: "loader", text: body ?? "As usual." },
    ...refused,
    { kind: "action" as const, role: "crew", text: "finish job" },
  ];
  return done.map((step, at) => ({ id: `s${at + 1}`, progress: null, ...step }));
}
