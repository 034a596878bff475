import { canonicalJson, sha256 } from "../core/canonical.js";
import { together } from "../core/together.js";
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

const writers = new WeakMap<DecisionLog, (entry: DecisionRecord) => Promise<void>>();

/**
 * Writes a record; resolves when it is stored. Records of decisions that end together (a slice extracted
 * concurrently) are written in one transaction.
 */
export function record(log: DecisionLog, entry: DecisionRecord): Promise<void> {
  const write = writers.get(log) ?? together((records: readonly DecisionRecord[]) => log.record(records));
  writers.set(log, write);
  return write(entry);
}
