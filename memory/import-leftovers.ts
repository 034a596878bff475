import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import type { StoreSpace } from "../stores/contract.js";
import { isThere } from "./is-there.js";
import { holdLease } from "./lease.js";
import { mayBegin, type Scratch, scratchOf } from "./scratch.js";

/** Removes what imports left that were killed. STORE_LOCKED when one of the same memory is not dead. */
export async function removeLeftovers(space: StoreSpace, memoryId: string, clock: () => Date): Promise<void> {
  for (const { memoryId: id } of await space.services.memories()) {
    const scratch = scratchOf(id);
    if (scratch === null || (await removeDead(space, scratch, clock).catch(() => false)) || scratch.target !== memoryId) continue;
    throw new MnemaError("STORE_LOCKED", `Memory "${memoryId}" is being imported by another process. Try again when it has ended.`, {
      place: memoryId,
    });
  }
}

/** False when its import may still work on it. */
async function removeDead(space: StoreSpace, scratch: Scratch, clock: () => Date): Promise<boolean> {
  if (mayBegin(scratch, clock().getTime())) return false;
  // One that is only registered was killed as it got its name.
  if (!(await exists(space, scratch.id))) return space.destroy(scratch.id);
  const store = await space.open(scratch.id, { create: false, now: "" });
  const release = await holdLease(store, `import-${randomUUID()}`, clock, 0).catch(() => null);
  if (release !== null) {
    await space.destroy(scratch.id);
    // The lease went with it; only its renewal has to end.
    await release().catch(() => undefined);
  }
  await store.close();
  return release !== null;
}

/** Whether there is a memory of this id. */
export async function exists(space: StoreSpace, memoryId: string): Promise<boolean> {
  return isThere(space.open(memoryId, { create: false, now: "" }).then((store) => store.close()));
}
