import { useCallback, useEffect, useState } from "react";

/** Something that is fetched when a component appears. */
export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: Error; readonly again: () => void }
  | { readonly state: "ready"; readonly data: T; readonly again: () => void };

/** Loads when `of` changes and when `again` is called; what was there stays until the new is. An answer that comes too late is dropped. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, of: string): Loaded<T> {
  const [result, setResult] = useState<{ of: string; data?: T; error?: Error } | null>(null);
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal).then(
      (data) => setResult({ of, data }),
      (error: Error) => void (controller.signal.aborted || setResult({ of, error })),
    );
    return () => controller.abort();
    // `load` is made anew on every drawing; `of` says what it loads.
  }, [of, round]);
  if (result === null || result.of !== of) return { state: "loading" };
  if (result.error !== undefined) return { state: "failed", error: result.error, again };
  return { state: "ready", data: result.data as T, again };
}
