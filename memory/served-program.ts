import { z } from "zod";
import { canonicalJson, sha256 } from "../core/canonical.js";
import { DESIGN_DEFAULTS } from "../core/design/settings.js";
import { MnemaError } from "../core/errors.js";
import { createTurns } from "../core/in-turn.js";
import type { Json } from "../environments/isolate/contract.js";
import { type FittedPayload, fitPayload } from "../environments/programs/fit-payload.js";
import type { Called } from "../environments/programs/memo-program.js";
import { emptyPayload, EpisodeRecorder, InitRecord } from "../environments/programs/recorder.js";
import type { ChatModel } from "../models/contract.js";
import { beginning, settingsOf } from "../nodes/design/begun.js";
import { nodeIn } from "../nodes/design/nodes.js";
import { openProgram, type OpenProgram, updateWhole } from "../nodes/design/program.js";
import { doneSteps } from "../nodes/design/steps.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { ProgramRun, ProgramStore } from "../stores/programs.js";
import type { ProgramInUse } from "./program-in-use.js";

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
  /** Lets go of it; its thread ends with the memory, or once another program is in use. Twice is no error. */
  close(): Promise<void>;
}

const UNUSED = { modelCalls: 0, texts: 0 };

/**
 * The program that a memory has in use, ready to be called, in a thread of its own. `model` is what it may ask; `onNote` hears
 * of episodes on record that cannot be read, and are left out.
 */
export async function openServedProgram(
  memory: OpenMemory,
  used: ProgramInUse,
  { model, onNote }: { readonly model: ChatModel | null; readonly onNote: (line: string) => void },
): Promise<ServedProgram> {
  const { programs } = memory.store;
  const { search, node } = used;
  const stored = await nodeIn({ programs, name: search }, node);
  const isRoot = stored.source === "";
  const begun = await beginning(programs, search);
  const { seed } = begun === null ? DESIGN_DEFAULTS : settingsOf(begun);
  const program = openProgram(memory, stored.source, { model, seed });
  program.restore(isRoot ? {} : await stateAfterSearch(programs, search, node));
  const follow = follower(programs, search, isRoot ? null : program, onNote);
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

/** Lets a program catch up with the episodes that were given since it last did. What every update of it came to, by key. */
function follower(
  store: ProgramStore,
  search: string,
  program: OpenProgram | null,
  onNote: (line: string) => void,
): () => Promise<ReadonlyMap<string, Called<null>>> {
  const taken = new Set<string>();
  const outcomes = new Map<string, Called<null>>();
  let version = -1;
  const inTurn = createTurns();
  const catchUp = async () => {
    const now = await store.version();
    if (now === version) return outcomes;
    for (const { key, purpose } of await store.runs(search)) {
      if (purpose !== "serve" || taken.has(key)) continue;
      const run = await store.run(key);
      const episode = run === null ? null : recorderIn(run);
      if (episode?.success === false)
        onNote(`Episode ${key} of ${search} cannot be read and is left out: ${z.prettifyError(episode.error)}`);
      if (episode?.success === true && program !== null) outcomes.set(key, await updateWhole(program, episode.data));
      taken.add(key);
    }
    version = now;
    return outcomes;
  };
  return () => inTurn(catchUp);
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

function recorderIn({ trajectory, payload, reward }: ProgramRun): z.ZodSafeParseResult<EpisodeRecorder> {
  return EpisodeRecorder.safeParse({ ...(trajectory as object), memory_retrieved: payload, reward });
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new MnemaError("INVALID_INPUT", `This is no recorder: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
