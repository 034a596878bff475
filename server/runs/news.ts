import type { EventEmitter } from "node:events";

/**
 * Resolves when the event comes, when `signal` fires, or after `ms` milliseconds. With a timer of its own: of
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])` nothing may be left when its time is up (Node 20 collects both).
 */
export async function newsOf(emitter: EventEmitter, event: string, signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      emitter.off(event, done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    emitter.once(event, done);
    signal.addEventListener("abort", done);
  });
}
