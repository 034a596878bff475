import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { LogStore, StoredPicture } from "../stores/contract.js";

/**
 * A picture whose bytes are as they were stored, or in words why they cannot be had: a file of the data folder is gone,
 * damaged or not readable. STORE_UNREACHABLE when the store itself does not answer.
 */
export async function soundPicture(log: Pick<LogStore, "picture">, hash: string): Promise<StoredPicture | { readonly fault: string }> {
  const picture = await log.picture(hash).catch((error: unknown) => {
    if (!MnemaError.isInstance(error) || error.code === "STORE_UNREACHABLE") throw error;
    return { fault: error.message };
  });
  if (picture === null) return { fault: "its bytes are gone" };
  if ("fault" in picture) return picture;
  return sha256(picture.bytes) === hash ? picture : { fault: "its bytes are not those that were stored" };
}
