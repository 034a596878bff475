import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { RequestRecord } from "../stores/contract.js";
import type { Exchange, Reply } from "./route.js";

/** How long a key is remembered. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

export const IDEMPOTENCY_HEADER = {
  "Idempotency-Key":
    "Any text of up to 200 characters: the same request sent again within a day gets the first one's reply and does nothing.",
};

/**
 * Does `work` once for each Idempotency-Key of a caller and address. CONFLICT while the first request with it is in hand,
 * INVALID_INPUT when it comes with other content (`digest`). Without the header it just works.
 */
export async function once(
  { service, request, caller }: Exchange,
  memoryId: string,
  digest: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const given = request.get("Idempotency-Key");
  if (given === undefined) return work();
  if (given === "" || given.length > 200)
    throw new MnemaError("INVALID_INPUT", "An Idempotency-Key has 1 to 200 characters.", { place: "Idempotency-Key" });
  const { services } = service.mnema.space;
  const now = service.clock();
  const key = sha256(JSON.stringify([caller.keyId, request.path, given]));
  const since = new Date(now.getTime() - REMEMBERED_MS).toISOString();
  const held = await services.claimRequest({ key, memoryId, digest, at: now.toISOString(), reply: null }, since);
  if (held !== null) return repeated(held, digest);
  try {
    const reply = await work();
    await services.answerRequest(key, { status: reply.status ?? 200, body: reply.body });
    return reply;
  } catch (error) {
    await services.releaseRequest(key);
    throw error;
  }
}

function repeated(held: Pick<RequestRecord, "digest" | "reply">, digest: string): Reply {
  const place = { place: "Idempotency-Key" };
  if (held.digest !== digest)
    throw new MnemaError("INVALID_INPUT", "This Idempotency-Key was used for other content. Use a new one.", place);
  if (held.reply === null)
    throw new MnemaError("CONFLICT", "The first request with this Idempotency-Key is still in hand. Ask again.", place);
  if (held.reply === "forgotten")
    throw new MnemaError(
      "CONFLICT",
      "The first request with this Idempotency-Key was answered, and what it told is forgotten since. Use a new one to send it again.",
      place,
    );
  return { ...held.reply, headers: { "Idempotency-Replayed": "true" } };
}
