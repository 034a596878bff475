import { sha256 } from "../../core/canonical.js";
import type { EarlierChange, Example, Feedback, ProposedProgram, ReflectInput } from "../../decisions/design/contract.js";
import { mutate } from "../../decisions/design/mutate.js";
import { reflect } from "../../decisions/design/reflect.js";
import { repair } from "../../decisions/design/repair.js";
import type { StoredProgram } from "../../stores/programs.js";
import type { Attempt } from "../attempt.js";
import { asked } from "./asked.js";
import { evaluationRuns } from "./evaluation.js";
import { type Examination, recordedExamination } from "./examination.js";
import { nodeIn } from "./nodes.js";
import { type Search, seedFor } from "./search.js";
import type { DesignState } from "./state.js";
import { doneSteps } from "./steps.js";
import type { TaskRun } from "./task-run.js";

/** The generation in hand. */
type Generation = Pick<typeof DesignState.State, "step" | "node" | "repairs">;

/** Reflect(mᵢ): what is wrong with the parent, from what happened with it. AutoMMemo appendix C.3. */
export function feedbackOn(search: Search, generation: Pick<Generation, "step" | "node">): Promise<Attempt<Feedback>> {
  return remembered(search, `feedback ${generation.step}`, async () => asked(search, reflect, await reflectInput(search, generation)));
}

/**
 * The program in hand, as it is after so many repairs. It follows from the decisions on record, and so is not kept anywhere
 * else: those that were made are answered from the log, and only the last one is asked. AutoMMemo algorithm 2.
 */
export function draftIn(search: Search, generation: Generation): Promise<Attempt<ProposedProgram>> {
  return remembered(search, `draft ${generation.step} ${generation.repairs}`, () => drafted(search, generation));
}

async function drafted(search: Search, generation: Generation): Promise<Attempt<ProposedProgram>> {
  const { step, node, repairs } = generation;
  const feedback = await feedbackOn(search, generation);
  if ("failed" in feedback) return feedback;
  const { world } = search;
  const parent = await nodeIn(search, node);
  const { source } = parent;
  let draft = await asked(search, mutate, {
    world,
    source,
    mean: parent.node.mean,
    feedback: feedback.answer,
    earlier: await earlierChanges(search, generation),
    known: await knownSources(search, generation),
    seed: seedFor(search, "mutate", step),
  });
  for (let attempt = 1; attempt <= repairs && "answer" in draft; attempt++) {
    const failure = (await recordedExamination(search, draft.answer.source))?.trajectory.failure ?? null;
    if (failure === null) break;
    draft = await asked(search, repair, { world, source: draft.answer.source, change: draft.answer.change, failure, attempt });
  }
  return draft;
}

/** Answers of the generation in hand: several nodes ask for them, and what they are asked from is long. */
const known = new WeakMap<Search["ports"], Map<string, unknown>>();
/** Feedback, and the draft after each repair. */
const KNOWN = 8;

async function remembered<Answer>(
  { ports, memory, name }: Search,
  what: string,
  ask: () => Promise<Attempt<Answer>>,
): Promise<Attempt<Answer>> {
  const answers = known.get(ports) ?? new Map<string, unknown>();
  known.set(ports, answers);
  const key = JSON.stringify([memory.store.memoryId, name, what]);
  const before = answers.get(key) as Attempt<Answer> | undefined;
  if (before !== undefined) return before;
  const answer = await ask();
  if ("failed" in answer) return answer;
  answers.set(key, answer);
  for (const oldest of answers.keys()) {
    if (answers.size <= KNOWN) break;
    answers.delete(oldest);
  }
  return answer;
}

async function reflectInput(search: Search, generation: Pick<Generation, "step" | "node">): Promise<ReflectInput> {
  const { node, source, change } = await nodeIn(search, generation.node);
  const { id, mean, visits } = node;
  const runs = await evaluationRuns(search, { id, source, visit: visits - 1 });
  const earlier = await earlierChanges(search, generation);
  return { world: search.world, source, change, mean, visits, examples: runs.map(exampleOf), earlier };
}

function exampleOf({ task, payload, reward, trajectory }: TaskRun): Example {
  const { init, steps, error } = trajectory;
  return {
    task,
    domain: String(init.metadata["domain"] ?? ""),
    goal: init.goal,
    observation: init.observation,
    payload,
    steps,
    reward,
    error,
  };
}

/** What this search had tried before the step, in order: the same whenever it is asked. */
async function earlierChanges({ programs, name }: Search, { step, node }: Pick<Generation, "step" | "node">): Promise<EarlierChange[]> {
  const made = await programs.programs(name);
  const changes: EarlierChange[] = [];
  for (const { step: at, kind, node: parent, made: child, failed } of await doneSteps(programs, name)) {
    if (kind !== "generate" || at >= step) continue;
    const here = parent === node;
    if (child !== null) changes.push({ ...changeOf(made[child] as StoredProgram), here });
    const examined = failed === null ? null : ((await programs.run(failed)) as Examination | null);
    if (examined !== null) changes.push({ change: examined.payload.change, gain: null, here });
  }
  return changes;
}

/** sha-256 of the programs that were there before the step. */
async function knownSources({ programs, name }: Search, { step }: Pick<Generation, "step">): Promise<string[]> {
  const since = new Set((await doneSteps(programs, name)).filter((done) => done.step >= step).map(({ made }) => made));
  return (await programs.programs(name)).filter(({ node }) => !since.has(node.id)).map(({ source }) => sha256(source));
}

function changeOf({ change, scores, snapshot, node }: StoredProgram): Pick<EarlierChange, "change" | "gain"> {
  return { change, gain: (scores[0]?.score ?? node.mean) - (snapshot ?? 0) };
}
