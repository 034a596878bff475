import { canonicalJson, sha256 } from "../../core/canonical.js";
import type { Task } from "../../environments/contract.js";
import type { FittedPayload } from "../../environments/programs/fit-payload.js";
import type { Called } from "../../environments/programs/memo-program.js";
import { emptyPayload, type EpisodeRecorder, type InitRecord, type MemoryPayload } from "../../environments/programs/recorder.js";
import type { SoloTrace } from "../../hosts/solo/contract.js";
import type { CarriedProgram, PlayOptions } from "../../hosts/solo/play.js";
import { countTokens } from "../../models/counted-model.js";
import { inSpan } from "../../models/spans.js";
import type { ProgramRun } from "../../stores/programs.js";
import { breath } from "../breath.js";
import { tryAgain } from "./again.js";
import type { Search } from "./search.js";

/** What happened in a task's run, beside its payload. */
export interface RunTrajectory extends Pick<EpisodeRecorder, "init" | "steps" | "messages"> {
  /** Why the task counts 0: `retrieve` failed and the agent did not begin, or the agent's model refused to do it. */
  readonly error: string | null;
  readonly cut: FittedPayload["cut"];
}

/** A run as its record holds it. */
export type TaskRun = Omit<ProgramRun, "payload" | "trajectory"> & { readonly payload: MemoryPayload; readonly trajectory: RunTrajectory };

/** What memory gives before an agent's first turn. */
export interface Given {
  readonly payload: MemoryPayload;
  readonly cut: FittedPayload["cut"];
  readonly error: string | null;
  readonly tokens: number;
}

const NO_CUT = { chars: 0, images: 0, items: 0 };

/** What a memory gives where there is nothing to give. */
const NOTHING: Given = { payload: emptyPayload(), cut: NO_CUT, error: null, tokens: 0 };

/** What the agent asks before its first turn. */
export interface AgentMemory {
  retrieve(init: InitRecord): Promise<Given>;
  /** What `retrieve` asks, where that can be asked elsewhere. */
  readonly carried?: CarriedProgram;
}

/** No memory. */
export const NO_MEMORY: AgentMemory = { retrieve: async () => NOTHING };

/** What a program gives; where it fails the task counts 0, as every failure that is not the world's. */
export function givenBy(called: Called<FittedPayload>, tokens: number): Given {
  if (called.ok) return { ...called.value, error: null, tokens };
  return { ...NOTHING, error: `${called.reason}: ${called.message}`, tokens };
}

/** A task that is to be done, with all that could make it go otherwise. */
export interface WantedRun extends Pick<ProgramRun, "program" | "purpose" | "visit"> {
  readonly task: Task;
  /** Settles what world and agent leave to chance. */
  readonly seed: number;
  /** Key of the memory's state; null: none. */
  readonly memory: string | null;
}

/** Key of a run: all that could make it go otherwise. */
export function runKey(search: Search, { task, seed, memory }: WantedRun): string {
  const { environment, agent } = search.arena;
  return sha256(canonicalJson([environment.name, agent.configuration, digestOf(task), stepsFor(search, task), seed, memory]));
}

/** A run from its record; null when it is not on record. */
export async function recordedRun({ programs }: Pick<Search, "programs">, key: string): Promise<TaskRun | null> {
  return (await programs.run(key)) as TaskRun | null;
}

/**
 * The agent does a task with what its memory gives for it, from the record where there is one: nothing is paid twice. Throws
 * BUDGET_EXCEEDED before it would spend what is not there.
 */
export async function doTask(search: Search, wanted: WantedRun, memory: AgentMemory): Promise<TaskRun> {
  const key = runKey(search, wanted);
  const known = await recordedRun(search, key);
  if (known !== null) return known;
  search.ports.budget.check();
  await breath();
  const { task, program, purpose, visit } = wanted;
  const started = performance.now();
  const done = await inSpan("agent run", { "mnema.purpose": purpose, "mnema.search": search.name }, async (span) => {
    const result = await attempts(search, wanted, memory);
    span.setAttributes({ "mnema.tokens": result.tokens });
    return result;
  });
  search.ports.budget.tokens(done.tokens);
  const ms = Math.round(performance.now() - started);
  const run: TaskRun = { key, program, task: task.id, purpose, visit, ms, ...done };
  await search.programs.putRun(search.name, run);
  return run;
}

/** An episode as `update` gets it. */
export function recorderOf({ trajectory, payload, reward }: TaskRun): EpisodeRecorder {
  const { init, steps, messages } = trajectory;
  return { init, steps, messages, memory_retrieved: payload, reward };
}

/** Read by who reflects on the program. */
const REFUSED = "Memory is not to blame: the agent's model refused the task.";

type Attempt = Pick<TaskRun, "reward" | "tokens" | "payload" | "trajectory">;

/** A model that refuses a task each time, once it was begun, has failed in it, and the search goes on. */
function attempts(search: Search, wanted: WantedRun, memory: AgentMemory): Promise<Attempt> {
  let begun: { readonly init: InitRecord; readonly given: Given } | null = null;
  const once = () => {
    begun = null;
    const retrieve = async (init: InitRecord): Promise<Given> => {
      const given = await memory.retrieve(init);
      begun = { init, given };
      return given;
    };
    return attempt(search, wanted, { ...memory, retrieve });
  };
  const refused = ({ message }: Error): Attempt | null =>
    begun === null ? null : attemptOf(begun.init, { ...begun.given, error: `${REFUSED} ${message}` }, UNDONE);
  return tryAgain(search, `Task ${wanted.task.id}`, once, refused);
}

async function attempt(search: Search, { task, seed }: WantedRun, { retrieve, carried }: AgentMemory): Promise<Attempt> {
  let given = NOTHING;
  const options: PlayOptions = {
    ...pictureBook(search),
    seed,
    maxSteps: stepsFor(search, task),
    workers: search.ports.concurrency,
    recall: async (seen) => {
      given = await retrieve(seen);
      return given.error === null ? given.payload : null;
    },
    ...(carried === undefined ? {} : { carried }),
  };
  // A judge or a reader of pages asks a model too.
  const { result: played, tokens: ofWorld } = await countTokens(() => search.arena.play(task, options));
  const { init, trace, recalled } = played;
  if (recalled !== undefined) given = givenBy(recalled, 0);
  const run = attemptOf(init, given, trace ?? UNDONE);
  return { ...run, tokens: run.tokens + ofWorld };
}

function attemptOf(init: InitRecord, given: Given, { steps, messages, reward, tokens }: SoloTrace): Attempt {
  const { payload, cut, error } = given;
  return { reward, tokens: given.tokens + tokens, payload, trajectory: { init, steps: [...steps], messages: [...messages], error, cut } };
}

const UNDONE: SoloTrace = { steps: [], messages: [], reward: 0, tokens: 0 };

function stepsFor({ ports }: Search, { maxSteps }: Task): number {
  const { interactionSteps } = ports.settings;
  return interactionSteps === 0 ? maxSteps : Math.min(maxSteps, interactionSteps);
}

/** Where pictures that were seen are kept. */
function pictureBook({ memory, ports }: Search): Pick<PlayOptions, "keepPicture" | "picture" | "signal"> {
  const { log } = memory.store;
  return {
    keepPicture: async (bytes, mime) => {
      const hash = sha256(bytes);
      if ((await log.picture(hash)) === null) await log.putPicture({ hash, mime, bytes });
      return hash;
    },
    picture: (hash) => log.picture(hash),
    ...(ports.signal === undefined ? {} : { signal: ports.signal }),
  };
}

/** Digest of a task, what only its world reads (its tests, say) included; tasks are asked for again and again. */
const digests = new WeakMap<Task, string>();

function digestOf(task: Task): string {
  const digest = digests.get(task) ?? sha256(canonicalJson([task.id, task.input, task.data]));
  digests.set(task, digest);
  return digest;
}
