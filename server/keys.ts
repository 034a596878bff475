import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import type { ApiKeyRecord, ServiceStore } from "../stores/contract.js";

/** Who sends a request, and what it may do. */
export interface Caller {
  /** Null for the owner of this machine, when there are no keys. */
  readonly keyId: string | null;
  /** Null: every memory. */
  readonly memories: readonly string[] | null;
  readonly access: "read" | "write";
}

export const OWNER: Caller = { keyId: null, memories: null, access: "write" };

/** Makes a key and stores its hash. The key itself is in the result only. It is 256 random bits, so that a plain hash keeps it. */
export async function addKey(
  services: ServiceStore,
  { name, memories, access }: Pick<ApiKeyRecord, "name" | "memories" | "access">,
  clock: () => Date,
): Promise<{ key: string; record: ApiKeyRecord }> {
  if (memories?.length === 0 || memories?.includes(""))
    throw new MnemaError("INVALID_INPUT", "A key opens at least one memory, and a memory's id is not empty.", { place: "memories" });
  const id = randomBytes(6).toString("hex");
  const key = `mnema_${id}_${randomBytes(32).toString("base64url")}`;
  const record = { id, name, hash: hashOf(key).toString("hex"), memories, access, createdAt: clock().toISOString() };
  await services.putKey(record);
  return { key, record };
}

/** The caller that an Authorization header names; UNAUTHORIZED unless a key fits. */
export function callerOf(keys: readonly ApiKeyRecord[], authorization: string | undefined): Caller {
  const [, key] = /^Bearer\s+(\S+)$/i.exec(authorization ?? "") ?? [];
  if (key === undefined)
    throw new MnemaError("UNAUTHORIZED", "Send an API key as `Authorization: Bearer KEY`. `mnema keys add` makes one.");
  const hash = hashOf(key);
  const found = keys.find((record) => timingSafeEqual(Buffer.from(record.hash, "hex"), hash));
  if (found === undefined) throw new MnemaError("UNAUTHORIZED", "This API key is not known here. `mnema keys list` shows those that are.");
  return { keyId: found.id, memories: found.memories, access: found.access };
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
