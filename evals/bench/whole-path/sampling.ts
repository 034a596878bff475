import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import type { Profile } from "./phases.js";

/** Microseconds between two samples: often enough for phases, and seldom enough not to be one. */
const INTERVAL = 2_000;

/** Does `work` while V8 takes samples of what runs; with `file` the profile is also written there, for a browser's tools. */
export async function sampled<T>(work: () => Promise<T>, file: string | null): Promise<{ readonly result: T; readonly profile: Profile }> {
  const session = new Session();
  session.connect();
  const post = (method: string, parameters: object = {}) =>
    new Promise<object | undefined>((resolve, reject) =>
      session.post(method, parameters, (error, reply) => (error === null ? resolve(reply) : reject(error))),
    );
  await post("Profiler.enable");
  await post("Profiler.setSamplingInterval", { interval: INTERVAL });
  await post("Profiler.start");
  try {
    const result = await work();
    const { profile } = (await post("Profiler.stop")) as { profile: Profile };
    if (file !== null) writeFileSync(file, JSON.stringify(profile));
    return { result, profile };
  } finally {
    session.disconnect();
  }
}
