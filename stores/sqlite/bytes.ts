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
