import { workerData } from "node:worker_threads";

/** Starts play-thread.ts: from the build as it is, from source with what loads TypeScript. */
const entry = workerData.isSource ? "./play-thread.ts" : "./play-thread.js";
if (workerData.isSource) (await import("tsx/esm/api")).register();
await import(entry);
