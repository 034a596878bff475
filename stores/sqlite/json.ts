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

/** The value with every text in it well-formed. */
export function wellFormed<T>(value: T): T {
  const clean = (part: unknown): unknown => {
    if (typeof part === "string") return part.toWellFormed();
    if (Array.isArray(part)) return part.map(clean);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key.toWellFormed(), clean(member)]));
  };
  return clean(value) as T;
}

/** A text as bytes that SQLite orders as JavaScript's `<` orders the text: UTF-16, high byte first. */
export function toOrder(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

export function fromOrder(bytes: unknown): string {
  return Buffer.from(bytes as Buffer)
    .swap16()
    .toString("utf16le");
}

export function toBlob(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function fromBlob(bytes: unknown): Float32Array {
  // A copy: a Buffer may begin at an address that a Float32Array cannot.
  return new Float32Array(new Uint8Array(bytes as Buffer).buffer);
}
