import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { seeded } from "../../core/seeded.js";
import { keyOf } from "../../environments/planning/conditions.js";
import { worldOf, type PlanningData } from "../../environments/planning/tasks.js";
import { goalsMet, legalActions, successor, type World } from "../../environments/planning/world.js";

/** The Python that `scripts/pddl-reference.mjs` prepares. */
const PYTHON = fileURLToPath(new URL("../../.services/pddl-reference/bin/python", import.meta.url));
const REFERENCE = fileURLToPath(new URL("./reference.py", import.meta.url));

/** A state of a walk as the reference is told it, with the action that was taken from it; null at the end. */
interface Seen {
  readonly facts: readonly string[];
  readonly legal: readonly string[];
  readonly goal: boolean;
  readonly action: string | null;
}

/** What the reference made of the walks. */
export interface Compared {
  readonly states: number;
  readonly differences: readonly string[];
}

export function hasReference(): boolean {
  return existsSync(PYTHON);
}

/** Holds random walks of up to `length` steps against the library, problem by problem. The seed settles them all. */
export async function compareWalks(
  problems: readonly PlanningData[],
  { walks, length, seed, library }: { walks: number; length: number; seed: number; library: "pyperplan" | "unified-planning" },
): Promise<Compared> {
  const python = spawn(PYTHON, [REFERENCE], { stdio: ["pipe", "pipe", "inherit"] });
  const output: Buffer[] = [];
  python.stdout.on("data", (data: Buffer) => output.push(data));
  const ended = new Promise<number | null>((resolve) => python.on("close", resolve));
  for (const [index, data] of problems.entries()) {
    const world = worldOf(data);
    const share = Math.floor(walks / problems.length) + (index < walks % problems.length ? 1 : 0);
    const random = seeded(seed + index);
    const job = {
      domain: data.domain.file,
      problem: data.problem.file,
      library,
      walks: Array.from({ length: share }, () => walk(world, length, random)),
    };
    if (!python.stdin.write(`${JSON.stringify(job)}\n`)) await new Promise((resolve) => python.stdin.once("drain", resolve));
  }
  python.stdin.end();
  if ((await ended) !== 0) throw new Error("The reference failed; its own message is above.");
  const replies = Buffer.concat(output)
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Compared);
  return { states: replies.reduce((sum, { states }) => sum + states, 0), differences: replies.flatMap(({ differences }) => differences) };
}

function walk(world: World, length: number, random: () => number): Seen[] {
  const seen: Seen[] = [];
  let state = world.initial;
  for (let step = 0; step <= length; step += 1) {
    const legal = legalActions(world, state);
    const action = step < length ? (legal[Math.floor(random() * legal.length)] ?? null) : null;
    seen.push({
      facts: world.facts.filter((_, fact) => state[fact] === 1).map(keyOf),
      legal: legal.map(({ text }) => text),
      goal: goalsMet(world, state).every(Boolean),
      action: action?.text ?? null,
    });
    if (action === null) return seen;
    state = successor(world, state, action);
  }
  return seen;
}
