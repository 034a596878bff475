import neo4j from "neo4j-driver";

/**
 * The one place where JavaScript's values and Neo4j's meet. The driver would send every number as a float, and gives
 * whole numbers back as objects of two halves unless `disableLosslessIntegers` is set; ours are all safe integers.
 */

/** A value as the driver is to send it: whole numbers as integers, vectors as lists of floats, bytes as bytes. */
export function toParameter(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Float32Array) return Array.from(value);
  if (value instanceof Uint8Array) return new Int8Array(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map(toParameter);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toParameter(member)]));
}

/** Bytes that Neo4j gave back. */
export function toBytes(bytes: unknown): Uint8Array {
  return new Uint8Array(bytes as Int8Array);
}

/** A vector that Neo4j gave back: doubles that were 32-bit floats, so nothing is lost. */
export function toVector(list: readonly number[]): Float32Array {
  return Float32Array.from(list);
}
