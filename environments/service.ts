import { MnemaError } from "../core/errors.js";

/** Longest wait for a service, in milliseconds. */
const WAIT_MS = 30_000;

/** A service that is asked by JSON, and what to set where another is meant. */
export interface ServiceName {
  /** "passage service". */
  readonly what: string;
  /** Variable that names it. */
  readonly variable: string;
}

/** Asks a service, and gives the JSON that it answers with; null for what is none. MODEL_UNREACHABLE when it does not answer. */
export async function askService(address: string, body: unknown, name: ServiceName): Promise<unknown> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(WAIT_MS),
  }).catch((error: unknown) => {
    throw unusable(address, name, "does not answer", error);
  });
  if (!answer.ok) throw unusable(address, name, `answers ${answer.status}`);
  return answer.json().catch(() => null);
}

/** Why a service is of no use, with what to do. */
export function unusable(address: string, { what, variable }: ServiceName, why: string, cause?: unknown): MnemaError {
  return new MnemaError("MODEL_UNREACHABLE", `The ${what} ${address} ${why}. Start it, or name another (${variable}).`, {
    place: address,
    cause,
  });
}
