import type { Json } from "../../environments/isolate/contract.js";
import type { ProgramModel } from "../../environments/programs/capabilities.js";
import { type Called, createMemoProgram } from "../../environments/programs/memo-program.js";
import type { FittedPayload } from "../../environments/programs/fit-payload.js";
import type { EpisodeRecorder, InitRecord } from "../../environments/programs/recorder.js";
import type { ChatModel, MessagePart } from "../../models/contract.js";
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
  close(): Promise<void>;
}

/** Opens a program with the memory's encoder and the agent's model. Calls throw what encoder and model throw. */
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
  let last: Promise<unknown> = Promise.resolve();
  /** One call after the other, so that what is asked meanwhile is this call's. */
  const paid = <Value>(call: () => Promise<Called<Value>>): Promise<Paid<Value>> => {
    const turn = last.then(async () => {
      tokens = 0;
      const called = await call();
      return { ...called, tokens };
    });
    last = turn.catch(() => {});
    return turn;
  };
  return {
    missing: () => paid(() => program.missing()),
    update: (recorder) => paid(() => program.update(recorder)),
    retrieve: (init) => paid(() => program.retrieve({ init })),
    state: () => program.state(),
    restore: (state) => program.restore(state),
    close: () => program.close(),
  };
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
      const { text, tokens } = await model.complete(
        [...(system === "" ? [] : [{ role: "system" as const, content: system }]), { role: "user", content }],
        { pictures, ...(signal === undefined ? {} : { signal }) },
      );
      spend(tokens.input + tokens.output);
      return text;
    },
  };
}
