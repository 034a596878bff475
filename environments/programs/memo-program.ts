import { z } from "zod";
import { createTurns } from "../../core/in-turn.js";
import type { FailureReason, IsolateLimits, Json, Outcome } from "../isolate/contract.js";
import { createIsolate } from "../isolate/isolate.js";
import { createState } from "../isolate/state.js";
import { CALL_BUDGET, type CallBudget, programCapabilities, type ProgramPorts, type Used } from "./capabilities.js";
import { fitPayload, type FittedPayload, PAYLOAD_BUDGET, type PayloadBudget } from "./fit-payload.js";
import { type EpisodeRecorder, type InitRecord, MemoryPayload } from "./recorder.js";

/** What a call came to. A program's failure is a value; the host's own failures (an encoder, a model) are thrown. */
export type Called<Value> =
  | { readonly ok: true; readonly value: Value; readonly used: Used }
  /** `payload`: what it returned is none, and `message` says where. `trace` is the program's stack, if any. */
  | {
      readonly ok: false;
      readonly reason: FailureReason | "payload";
      readonly message: string;
      readonly trace: string;
      readonly used: Used;
    };

/** The functions that every memo program has. */
export const MEMO_FUNCTIONS = ["update", "retrieve"] as const;

export interface MemoProgramSettings extends ProgramPorts {
  readonly source: string;
  readonly budget?: Partial<CallBudget>;
  readonly payload?: PayloadBudget;
  /** Time, memory and stack of one call. */
  readonly limits?: Partial<IsolateLimits>;
  /** Settles `Math.random` of every call. */
  readonly seed?: number;
}

/**
 * A memo program, ready to be called: `m.update(e)` and `m.retrieve(e)` of AutoMMemo §3.1, in an isolate of its own. Calls
 * run one after the other. What lasts from call to call is `state` alone: every call finds fresh globals, so that the
 * state is the whole memory and can be kept, moved to another isolate and frozen.
 */
export interface MemoProgram {
  /** Which of the two functions the source lacks; a failure where it does not run at all. */
  missing(): Promise<Called<readonly string[]>>;
  /** Takes an episode in. What a failing update wrote before it failed stays. */
  update(recorder: EpisodeRecorder): Promise<Called<null>>;
  /** What memory gives for a task, cut to its budget. The program sees `{ init }` alone, and its state is frozen. */
  retrieve(recorder: { readonly init: InitRecord }): Promise<Called<FittedPayload>>;
  /** Everything that the program keeps. */
  state(): Readonly<Record<string, Json>>;
  /** Puts a state in place; `{}` begins anew. TOO_LARGE beyond the limit of a state. */
  restore(state: Readonly<Record<string, Json>>): void;
  /** What it gives puts the state back to how it is now. */
  keep(): () => void;
  /** Ends its thread. Calls under way and later ones throw CANCELLED. */
  close(): Promise<void>;
}

/** Makes a memo program; its thread starts with its first call. */
export function createMemoProgram(settings: MemoProgramSettings): MemoProgram {
  const { source, limits, seed = 0, payload: payloadBudget = PAYLOAD_BUDGET } = settings;
  const state = createState();
  const { capabilities, begin } = programCapabilities(settings, { ...CALL_BUDGET, ...settings.budget });
  const isolate = createIsolate({
    ...limits,
    source,
    seed,
    freshCalls: true,
    state,
    capabilities,
  });
  const inTurn = createTurns();

  /** One call after the other: each has its budget, and the state is frozen for some. */
  const counted = (work: () => Promise<Outcome>): Promise<Called<Json>> =>
    inTurn(async () => {
      const used = begin();
      return { ...(await work()), used };
    });

  return {
    missing: async () => {
      const looked = await counted(() => isolate.evaluate(`[${MEMO_FUNCTIONS.map((name) => `typeof ${name}`).join(", ")}]`));
      if (!looked.ok) return looked;
      const kinds = z.array(z.string()).parse(looked.value);
      return { ...looked, value: MEMO_FUNCTIONS.filter((_, at) => kinds[at] !== "function") };
    },

    update: async (recorder) => {
      const called = await counted(() => isolate.call("update", [asJson(recorder)]));
      return called.ok ? { ...called, value: null } : called;
    },

    retrieve: async ({ init }) => {
      const called = await counted(async () => {
        state.freeze();
        try {
          return await isolate.call("retrieve", [asJson({ init })]);
        } finally {
          state.thaw();
        }
      });
      if (!called.ok) return called;
      const parsed = MemoryPayload.safeParse(called.value);
      if (parsed.success) return { ...called, value: fitPayload(parsed.data, payloadBudget) };
      return {
        ok: false,
        reason: "payload",
        message: `retrieve gave no payload: ${z.prettifyError(parsed.error)}`,
        trace: "",
        used: called.used,
      };
    },

    state: () => state.dump(),
    restore: (kept) => state.restore(kept),
    keep: () => state.keep(),
    close: () => isolate.close(),
  };
}

/** Recorders are JSON by their schema; only the type of members that may be missing says less. */
function asJson(recorder: Partial<EpisodeRecorder>): Json {
  return recorder as Json;
}
