import { MnemaError } from "../core/errors.js";

/** Whether something could be opened; false when it is not there (NOT_FOUND). Other errors are thrown. */
export async function isThere(opening: Promise<unknown>): Promise<boolean> {
  try {
    await opening;
    return true;
  } catch (error) {
    if (MnemaError.isInstance(error) && error.code === "NOT_FOUND") return false;
    throw error;
  }
}
