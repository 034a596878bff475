import { MnemaError } from "../../core/errors.js";
import type { Connection } from "./connection.js";

/** The file of one memory. */
export interface MemoryFile {
  readonly sql: Connection["sql"];
  readonly read: Connection["read"];
  /** A write that changes what readers derive their indexes from: raises the memory's version. */
  change<T>(work: () => T): Promise<T>;
  /** A write that does not: decisions, vectors, queries, the lease. */
  note<T>(work: () => T): Promise<T>;
}

/** NOT_FOUND from a write once the memory has been destroyed, by this process or another. */
export function memoryFile({ sql, read, write, file }: Connection): MemoryFile {
  const refuseDestroyed = () => {
    const { destroyed } = sql("SELECT destroyed FROM memory").get() as { destroyed: number };
    if (destroyed === 1) throw new MnemaError("NOT_FOUND", "This memory has been deleted. Open it anew.", { place: file });
  };
  const note = <T>(work: () => T) =>
    write(() => {
      refuseDestroyed();
      return work();
    });
  const change = <T>(work: () => T) =>
    note(() => {
      sql("UPDATE memory SET version = version + 1").run();
      return work();
    });
  return { sql, read, change, note };
}
