import { AsyncLocalStorage } from "node:async_hooks";

/** What was read in this moment, by reader. */
const moments = new AsyncLocalStorage<Map<object, Promise<unknown>>>();

/**
 * Within `work` a memory has one version: a store that is asked for it again and again looks once. For work that is short
 * and reads one state anyway, such as one step of a question. Writes are not held back, and what is not kept by version is
 * read as it is.
 */
export function inOneMoment<T>(work: () => T): T {
  return moments.run(new Map(), work);
}

/** What `reader` reads, once in a moment; outside of one, each time. */
export function onceInMoment<T>(reader: () => Promise<T>): Promise<T> {
  const moment = moments.getStore();
  const known = moment?.get(reader) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const reading = reader();
  moment?.set(reader, reading);
  reading.catch(() => moment?.delete(reader));
  return reading;
}
