import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import { isDeadProcess, PROCESS } from "./lease.js";

/** Begins the id of every scratch, and of no memory that a person can name. */
const MARK = "\u0000import\u0000";

/** Until then a scratch that nobody holds may be one whose import is about to take its lease. */
const BEGINS_MS = 60_000;

/** What an import loads into before it gives it its name. */
export interface Scratch {
  readonly id: string;
  /** Id that the memory is to have. */
  readonly target: string;
  /** The process that imports. */
  readonly process: string;
  /** When it began, in epoch milliseconds. */
  readonly began: number;
}

/** A new place to load the memory `target` into. */
export function newScratch(target: string, began: number): Scratch {
  return { id: MARK + JSON.stringify([target, PROCESS, began, randomUUID()]), target, process: PROCESS, began };
}

/** Null for a memory's own id. */
export function scratchOf(id: string): Scratch | null {
  if (!isReserved(id)) return null;
  try {
    const [target, process, began] = JSON.parse(id.slice(MARK.length)) as [string, string, number];
    return { id, target, process, began };
  } catch {
    return { id, target: "", process: "", began: 0 };
  }
}

/** Whether an import may be about to write to it although nobody holds its lease. */
export function mayBegin({ process, began }: Scratch, now: number): boolean {
  return !isDeadProcess(process) && now - began < BEGINS_MS;
}

/** Whether an id is of those that only imports use, until the memory gets its own. */
export function isReserved(id: string): boolean {
  return id.startsWith(MARK);
}

/** INVALID_INPUT for an id that only imports may use. */
export function refuseReserved(id: string): void {
  if (isReserved(id))
    throw new MnemaError("INVALID_INPUT", "This memory is still being imported. Its name is free for others when that has ended.", {
      place: "memoryId",
    });
}
