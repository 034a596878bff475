import { MnemaError } from "../../core/errors.js";
import type { ProgramStore, StoredProgram } from "../../stores/programs.js";

/** A program of a search by its node. NOT_FOUND for one that is not there. */
export async function nodeIn(
  { programs, name }: { readonly programs: ProgramStore; readonly name: string },
  id: number,
): Promise<StoredProgram> {
  const found = await programs.program(name, id);
  if (found === null)
    throw new MnemaError("NOT_FOUND", `The search ${name} has no program ${id}. "mnema design tree" lists them.`, { place: String(id) });
  return found;
}
