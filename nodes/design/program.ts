import { MnemaError } from "../../core/errors.js";
import { createTurns } from "../../core/in-turn.js";
import { type Json, Refusal } from "../../environments/isolate/contract.js";
import type { ProgramModel } from "../../environments/programs/capabilities.js";
import { type Called, createMemoProgram } from "../../environments/programs/memo-program.js";
import type { FittedPayload } from "../../environments/programs/fit-payload.js";
import type { EpisodeRecorder, InitRecord } from "../../environments/programs/recorder.js";
import type { ChatModel, Message, MessagePart } from "../../models/contract.js";
import type { OpenMemory } from "../memory.js";

/** What a call came to, with the tokens of what the program asked the model. */
export type Paid<Value> = Called<Value> & { readonly tokens: number };

/** A memo program of a memory, ready to be called. */
export interface OpenProgram {
  missing(): Promise<Paid<readonly string[]>>;
  update(recorder: EpisodeRecorder): Promise<Paid<null>>;
  retrieve(init: InitRecord): Promise<Paid<FittedPayload>>;
  state(): Readonly<Record<string, Json>>;
  restore(state: Readonly<Record<string, Json>>): void;
  keep(): () => void;
  close(): Promise<void>;
}

/**
 * Opens a program with the memory's encoder and the agent's model. Calls throw what encoder and model throw, but for a request
 * that the model's service will not take: that is an error of the program's.
 */
export function openProgram(
  { encoder, store }: Pick<OpenMemory, "encoder" | "store">,
  source: string,
  { model, seed, signal }: { readonly model: ChatModel | null; readonly seed: number; readonly signal?: AbortSignal },
): OpenProgram {
  let tokens = 0;
  const asked =
    model === null
      ? null
      : programModel(
          model,
          (hash) => store.log.picture(hash),
          (used) => (tokens += used),
          signal,
        );
  const program = createMemoProgram({ source, encoder, model: asked, seed });
  const inTurn = createTurns();
  /** One call after the other, so that what is asked meanwhile is this call's. */
  const paid = <Value>(call: () => Promise<Called<Value>>): Promise<Paid<Value>> =>
    inTurn(async () => {
      tokens = 0;
      const called = await call();
      return { ...called, tokens };
    });
  return {
    missing: () => paid(() => program.missing()),
    update: (recorder) => paid(() => program.update(recorder)),
    retrieve: (init) => paid(() => program.retrieve({ init })),
    state: () => program.state(),
    restore: (state) => program.restore(state),
    keep: () => program.keep(),
    close: () => program.close(),
  };
}

/** One update. Where encoder or model fail in it, what it left so far goes. */
export async function updateWhole(program: OpenProgram, recorder: EpisodeRecorder): Promise<Paid<null>> {
  const putBack = program.keep();
  try {
    return await program.update(recorder);
  } catch (error) {
    putBack();
    throw error;
  }
}

function programModel(
  model: ChatModel,
  pictures: (hash: string) => Promise<{ mime: string; bytes: Uint8Array } | null>,
  spend: (tokens: number) => void,
  signal: AbortSignal | undefined,
): ProgramModel {
  return {
    ask: async ({ system, user, images }) => {
      const content: readonly MessagePart[] = [
        { type: "text", text: user },
        ...images.map(({ value }) => ({ type: "picture" as const, hash: value })),
      ];
      const messages: readonly Message[] = [
        ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
        { role: "user", content },
      ];
      const { text, tokens } = await model
        .complete(messages, { pictures, ...(signal === undefined ? {} : { signal }) })
        .catch((error: unknown) => {
          // A request that is too long, say, would be refused each time: it is the program's to mend.
          throw MnemaError.isInstance(error) && error.code === "MODEL_REFUSED" ? new Refusal(error.message) : error;
        });
      spend(tokens.input + tokens.output);
      return text;
    },
  };
}
