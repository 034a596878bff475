import { canonicalJson, sha256 } from "../core/canonical.js";
import type { DecisionLog, DecisionRecord } from "../stores/contract.js";
import type { DecisionRuntime } from "./runtime.js";

/** Names of the answerers that are no language model. */
export const OFFLINE = "offline";
export const HUMAN = "human";

/** What makes two decisions the same: all that the answer may depend on. */
export interface DecisionIdentity {
  readonly name: string;
  readonly version: number;
  /** sha-256 of the canonical input. */
  readonly input: string;
  readonly label: string;
}

/** The input must be plain JSON data. */
export function identify(
  decision: { readonly name: string; readonly version: number },
  input: unknown,
  runtime: DecisionRuntime,
): DecisionIdentity {
  return { name: decision.name, version: decision.version, input: sha256(canonicalJson(input)), label: runtime.label };
}

/** Key of the answer that this answerer gives. */
export function decisionKey(identity: DecisionIdentity, model: string, parameters: Readonly<Record<string, unknown>>): string {
  return sha256(canonicalJson({ ...identity, model, parameters }));
}

const waiting = new WeakMap<DecisionLog, { records: DecisionRecord[]; written: Promise<void> }>();

/**
 * Writes a record; resolves when it is stored. Records of decisions that end together (a slice extracted
 * concurrently) are written in one transaction.
 */
export function record(log: DecisionLog, entry: DecisionRecord): Promise<void> {
  const batch = waiting.get(log);
  if (batch !== undefined) {
    batch.records.push(entry);
    return batch.written;
  }
  const records = [entry];
  const written = Promise.resolve().then(() => {
    waiting.delete(log);
    return log.record(records);
  });
  waiting.set(log, { records, written });
  return written;
}
