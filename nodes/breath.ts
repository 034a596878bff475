import { setImmediate } from "node:timers/promises";

/**
 * Lets the event loop go round once. Without a model or an encoder process a graph never waits by itself, and a server
 * would answer nobody until the run is done; a node takes a breath for each round or run that it works on.
 */
export async function breath(): Promise<void> {
  await setImmediate();
}
