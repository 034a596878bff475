import type { DecisionRuntime } from "../../../decisions/runtime.js";
import type { Seq } from "../../../stores/contract.js";
import type { OpenMemory } from "../../memory.js";
import { decideMetadata } from "./metadata.js";
import { positionOf } from "./position.js";
import { proposalsAt } from "./proposal.js";

/** Decides the metadata of those of these tables that are to be made or to grow with the slice's first `mined` rounds. */
export async function decideTables(
  memory: OpenMemory,
  runtime: DecisionRuntime,
  { slice, mined }: { readonly slice: readonly Seq[]; readonly mined: number },
  tableIds: readonly string[],
): Promise<void> {
  const position = await positionOf(memory.store.log, slice, mined);
  if (position === null || tableIds.length === 0) return;
  const proposals = await proposalsAt(memory, position);
  for (const proposal of proposals.filter(({ schema }) => tableIds.includes(schema.id))) await decideMetadata(proposal, runtime);
}
