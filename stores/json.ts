/** An escaped half of a surrogate pair, as `JSON.stringify` writes it. Literal backslashes match too and do no harm. */
const HALF = /\\ud[89a-f]/;

/**
 * JSON text of a value for storage: every character survives, zero bytes included, but a half of a surrogate pair,
 * which no UTF-8 file can hold, becomes U+FFFD.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return HALF.test(text) ? JSON.stringify(wellFormed(value)) : text;
}

export function fromJson<T>(text: unknown): T {
  return JSON.parse(text as string) as T;
}

/** The value with every text in it well-formed: itself when it is. */
export function wellFormed<T>(value: T): T {
  if (isWellFormed(value)) return value;
  const clean = (part: unknown): unknown => {
    if (typeof part === "string") return part.toWellFormed();
    if (Array.isArray(part)) return part.map(clean);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key.toWellFormed(), clean(member)]));
  };
  return clean(value) as T;
}

function isWellFormed(part: unknown): boolean {
  if (typeof part === "string") return part.isWellFormed();
  if (Array.isArray(part)) return part.every(isWellFormed);
  if (part === null || typeof part !== "object") return true;
  for (const key in part) if (!key.isWellFormed() || !isWellFormed((part as Record<string, unknown>)[key])) return false;
  return true;
}
