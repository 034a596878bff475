import { z } from "zod";
import { canonicalJson, sha256 } from "../core/canonical.js";
import { DESIGN_DEFAULTS } from "../core/design/settings.js";
import { MnemaError } from "../core/errors.js";
import type { Json } from "../environments/isolate/contract.js";
import { type FittedPayload, fitPayload } from "../environments/programs/fit-payload.js";
import type { Called } from "../environments/programs/memo-program.js";
import { emptyPayload, EpisodeRecorder, InitRecord } from "../environments/programs/recorder.js";
import type { ChatModel } from "../models/contract.js";
import { beginning, settingsOf } from "../nodes/design/begun.js";
import { nodeIn } from "../nodes/design/nodes.js";
import { openProgram, type OpenProgram } from "../nodes/design/program.js";
import { doneSteps } from "../nodes/design/steps.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { ProgramRun, ProgramStore } from "../stores/programs.js";
import { type ProgramInUse, programInUse } from "./program-in-use.js";

/**
 * The program that a memory has in use, with what it keeps: the update episodes of its search, then every episode that it
 * was given here, by any process. Episodes are the log; what the program keeps of them follows, and another program that is
 * put to use takes them in anew.
 */
export interface ServedProgram extends ProgramInUse {
  /** Takes an episode in, once however often it is given. A failure of the program is a value; INVALID_INPUT for what is no recorder. */
  update(recorder: EpisodeRecorder): Promise<Called<null>>;
  /** What memory gives for a task. INVALID_INPUT for what is no `init`. */
  retrieve(recorder: { readonly init: InitRecord }): Promise<Called<FittedPayload>>;
  /** Ends its thread. Twice is no error. */
  close(): Promise<void>;
}

const UNUSED = { modelCalls: 0, texts: 0 };

/** The memory's program in use, ready to be called; null when none is. `model` is what it may ask. */
export async function openServedProgram(memory: OpenMemory, model: ChatModel | null): Promise<ServedProgram | null> {
  const { programs } = memory.store;
  const used = await programInUse(programs);
  if (used === null) return null;
  const { search, node } = used;
  const stored = await nodeIn({ programs, name: search }, node);
  const isRoot = stored.source === "";
  const begun = await beginning(programs, search);
  const { seed } = begun === null ? DESIGN_DEFAULTS : settingsOf(begun);
  const program = openProgram(memory, stored.source, { model, seed });
  program.restore(isRoot ? {} : await stateAfterSearch(programs, search, node));
  const follow = follower(programs, search, isRoot ? null : program);
  return {
    ...used,
    update: async (given) => {
      const recorder = checked(EpisodeRecorder, given);
      const episode = episodeOf(search, recorder);
      await programs.putRun(search, episode);
      return (await follow()).get(episode.key) ?? { ok: true, value: null, used: UNUSED };
    },
    retrieve: async (given) => {
      const { init } = checked(z.object({ init: InitRecord }), given);
      await follow();
      return isRoot ? { ok: true, value: fitPayload(emptyPayload()), used: UNUSED } : program.retrieve(init);
    },
    close: () => program.close(),
  };
}

/** Lets a program catch up with the episodes that were given since it last did. What each update came to, by key. */
function follower(store: ProgramStore, search: string, program: OpenProgram | null): () => Promise<ReadonlyMap<string, Called<null>>> {
  const taken = new Set<string>();
  let version = -1;
  let last: Promise<unknown> = Promise.resolve();
  const catchUp = async () => {
    const outcomes = new Map<string, Called<null>>();
    const now = await store.version();
    if (now === version) return outcomes;
    for (const { key, purpose } of await store.runs(search)) {
      if (purpose !== "serve" || taken.has(key)) continue;
      const run = await store.run(key);
      if (run !== null && program !== null) outcomes.set(key, await program.update(recorderIn(run)));
      taken.add(key);
    }
    version = now;
    return outcomes;
  };
  return () => {
    const turn = last.then(catchUp);
    last = turn.catch(() => {});
    return turn;
  };
}

/** What a program keeps after the update episodes of its search, as its last evaluation left it. */
async function stateAfterSearch(store: ProgramStore, search: string, id: number): Promise<Readonly<Record<string, Json>>> {
  const evaluations = (await doneSteps(store, search)).filter(({ kind, node, made }) => (kind === "evaluate" ? node === id : made === id));
  const key = evaluations.at(-1)?.state ?? null;
  const run = key === null ? null : await store.run(key);
  if (run === null) throw new MnemaError("NOT_FOUND", `What program ${id} of ${search} kept is not on record.`, { place: search });
  return run.payload as Readonly<Record<string, Json>>;
}

function episodeOf(search: string, recorder: EpisodeRecorder): ProgramRun {
  const { init, steps, messages, memory_retrieved, reward } = recorder;
  return {
    key: sha256(canonicalJson(["serve", search, recorder])),
    program: null,
    task: init.goal,
    purpose: "serve",
    visit: 0,
    reward,
    tokens: 0,
    ms: 0,
    payload: memory_retrieved,
    trajectory: { init, steps, messages },
  };
}

function recorderIn({ trajectory, payload, reward }: ProgramRun): EpisodeRecorder {
  return EpisodeRecorder.parse({ ...(trajectory as object), memory_retrieved: payload, reward });
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new MnemaError("INVALID_INPUT", `This is no recorder: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
