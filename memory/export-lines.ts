import type { MemoryStore } from "../stores/contract.js";
import type { RECORD_TYPES } from "./export-records.js";
import { soundPicture } from "./picture-fault.js";

/** One line of an export. What it holds is checked when it is read (export-records.ts). */
export interface ExportLine {
  readonly type: keyof typeof RECORD_TYPES;
  readonly [member: string]: unknown;
}

const BATCH = 500;

/** A picture whose bytes are gone or damaged is written without them, with its `fault`. */
export async function pictureLine({ log }: MemoryStore, hash: string): Promise<ExportLine> {
  const picture = await soundPicture(log, hash);
  const texts = [...(await log.pictureTexts(hash))];
  if ("fault" in picture) return { type: "picture", hash, mime: null, bytes: null, texts, fault: picture.fault };
  return { type: "picture", hash, mime: picture.mime, bytes: Buffer.from(picture.bytes).toString("base64"), texts };
}

/** In the order given, without those that are not there. */
export async function* vectorLines(
  { vectors }: MemoryStore,
  wanted: readonly { hash: string; model: string }[],
): AsyncGenerator<ExportLine> {
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    const found = new Map<string, ReadonlyMap<string, Float32Array>>();
    for (const model of new Set(batch.map((one) => one.model)))
      found.set(
        model,
        await vectors.get(
          batch.map(({ hash }) => hash),
          model,
        ),
      );
    for (const { hash, model } of batch) {
      const vector = found.get(model)?.get(hash);
      if (vector !== undefined) yield { type: "vector", hash, model, vector: toBase64(vector) };
    }
  }
}

export function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}
