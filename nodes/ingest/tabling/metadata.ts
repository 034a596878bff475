import { decide } from "../../../decisions/decide.js";
import { isFailedDecision } from "../../../decisions/failed.js";
import { nameTable, type TableMetadata } from "../../../decisions/name-table.js";
import { decisionKey, identify, OFFLINE } from "../../../decisions/record.js";
import type { DecisionRuntime } from "../../../decisions/runtime.js";
import type { Proposal } from "./proposal.js";

/**
 * Decides name, description and columns of a proposed table. Where the model gives no valid answer the stand-in's is
 * recorded beside the failure and used: no value of the round waits for a name, so the round is not parked. The model is
 * asked again when the table grows or is derived anew. Throws CANCELLED.
 */
export async function decideMetadata({ input, rounds }: Proposal, runtime: DecisionRuntime): Promise<TableMetadata> {
  try {
    return await decide(nameTable, input, runtime, rounds);
  } catch (error) {
    if (!isFailedDecision(error) || runtime.model === null) throw error;
    return decide(nameTable, input, { ...runtime, model: null }, rounds);
  }
}

/** What `decideMetadata` decided before, without asking a model that failed again; decides when nothing is recorded. */
export async function recordedMetadata(proposal: Proposal, runtime: DecisionRuntime): Promise<TableMetadata> {
  const { model, log } = runtime;
  const identity = identify(nameTable, proposal.input, runtime);
  const isDecided = model === null || (await log.find(decisionKey(identity, model.model, model.parameters))) !== null;
  const hasStandIn = (await log.find(decisionKey(identity, OFFLINE, {}))) !== null;
  return decideMetadata(proposal, !isDecided && hasStandIn ? { ...runtime, model: null } : runtime);
}
