import { MnemaError } from "../core/errors.js";

/** INVALID_INPUT for an id that no memory can have. */
export function checkId(memoryId: string): void {
  if (memoryId === "") throw new MnemaError("INVALID_INPUT", "A memory id must not be empty.", { place: "memoryId" });
}

export function notFound(memoryId: string): MnemaError {
  return new MnemaError("NOT_FOUND", `There is no memory "${memoryId}". Ingest a history into it first, or check its name.`, {
    place: memoryId,
  });
}

/** A name that a memory cannot be given. */
export function taken(memoryId: string): MnemaError {
  return new MnemaError("INVALID_INPUT", `A memory cannot be called "${memoryId}": choose a name that is not taken.`, { place: memoryId });
}
