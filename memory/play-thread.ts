import { parentPort, workerData } from "node:worker_threads";
import { MnemaError } from "../core/errors.js";
import type { FittedPayload } from "../environments/programs/fit-payload.js";
import type { Called } from "../environments/programs/memo-program.js";
import type { MemoryPayload } from "../environments/programs/recorder.js";
import { playerIn, type PlayOptions } from "../hosts/solo/play.js";
import { createOfflineSoloAgent } from "../hosts/solo/offline/agent.js";
import { createCarriedPrograms } from "./carried-programs.js";
import { type FromThread, type ThreadSettings, told, type ToThread } from "./play-threads.js";
import { openThreadedWorld } from "./threaded-worlds.js";

/** The other end of play-threads.ts, inside a thread: does tasks, and asks outside what memory gives for them. */
const { environment } = workerData as ThreadSettings;
const play = playerIn(openThreadedWorld(environment), createOfflineSoloAgent());
const waiting = new Map<number, (payload: MemoryPayload | null) => void>();
const programs = createCarriedPrograms({
  state: (key) => tell({ kind: "state", key }),
  encode: (key, call, texts) => tell({ kind: "encode", key, call, texts }),
});

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "play") return void answer(message);
  if (message.kind === "prepare") return void programs.prepare(message.program);
  if (message.kind === "stated") return programs.stated(message.key, message.state);
  if (message.kind === "encoded") return programs.encoded(message.call, message.vectors);
  waiting.get(message.id)?.(message.payload);
  waiting.delete(message.id);
});

async function answer({ id, task, seed, maxSteps, program }: Extract<ToThread, { kind: "play" }>): Promise<void> {
  let recalled: Called<FittedPayload> | undefined;
  const recall: PlayOptions["recall"] = async (init) => {
    if (program === null) {
      tell({ kind: "recall", id, init });
      return new Promise((resolve) => waiting.set(id, resolve));
    }
    recalled = await programs.using(program, (one) => one.retrieve({ init }));
    return recalled.ok ? recalled.value.payload : null;
  };
  try {
    const played = await play(task, { seed, maxSteps, recall, keepPicture, picture: async () => null });
    tell({ kind: "played", id, played: recalled === undefined ? played : { ...played, recalled } });
  } catch (error) {
    tell({ kind: "failed", id, ...told(error) });
  }
}

async function keepPicture(): Promise<string> {
  throw new MnemaError("INTERNAL", "A world in a thread shows no pictures.");
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}
