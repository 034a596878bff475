import { setImmediate } from "node:timers/promises";

let next: Promise<void> | null = null;

/**
 * Lets the event loop go round once. Without a model or an encoder process a graph never waits by itself, and a server
 * would answer nobody until the run is done; a node takes a breath for each round or run that it works on. Those that take
 * one at once go on together, so that what they write goes into one transaction.
 */
export function breath(): Promise<void> {
  return (next ??= setImmediate().then(() => void (next = null)));
}
