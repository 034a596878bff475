import { parentPort, workerData } from "node:worker_threads";
import { MnemaError } from "../core/errors.js";
import type { MemoryPayload } from "../environments/programs/recorder.js";
import { playerIn } from "../hosts/solo/play.js";
import { createOfflineSoloAgent } from "../hosts/solo/offline/agent.js";
import type { FromThread, ThreadSettings, ToThread } from "./play-threads.js";
import { openThreadedWorld } from "./threaded-worlds.js";

/** The other end of play-threads.ts, inside a thread: does tasks, and asks outside what memory gives for them. */
const { environment } = workerData as ThreadSettings;
const play = playerIn(openThreadedWorld(environment), createOfflineSoloAgent());
const waiting = new Map<number, (payload: MemoryPayload | null) => void>();

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "play") return void answer(message);
  waiting.get(message.id)?.(message.payload);
  waiting.delete(message.id);
});

async function answer({ id, task, seed, maxSteps }: Extract<ToThread, { kind: "play" }>): Promise<void> {
  try {
    const played = await play(task, {
      seed,
      maxSteps,
      keepPicture: async () => {
        throw new MnemaError("INTERNAL", "A world in a thread shows no pictures.");
      },
      picture: async () => null,
      recall: (init) =>
        new Promise((resolve) => {
          waiting.set(id, resolve);
          tell({ kind: "recall", id, init });
        }),
    });
    tell({ kind: "played", id, played });
  } catch (error) {
    const code = MnemaError.isInstance(error) ? error.code : "INTERNAL";
    tell({ kind: "failed", id, code, message: error instanceof Error ? error.message : String(error) });
  }
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}
