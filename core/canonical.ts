import { createHash } from "node:crypto";

/**
 * JSON with sorted keys and no spaces: equal values give equal text. `undefined` members are left out. Throws TypeError
 * for what JSON would write as an empty object (Map, Set, Date), since different ones would look equal.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (value instanceof Map || value instanceof Set || value instanceof Date) throw new TypeError("Only plain data has a canonical form.");
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value as Record<string, unknown>)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** sha-256 in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
