import type { Seq } from "../../../stores/contract.js";
import type { OpenMemory } from "../../memory.js";
import { decideMetadata } from "./metadata.js";
import { positionOf } from "./position.js";
import { proposalsAt } from "./proposal.js";

/** The run that decides, and how far into the slice in hand it has mined. */
export interface Deciding {
  readonly runId: string;
  readonly slice: readonly Seq[];
  readonly mined: number;
  readonly signal: AbortSignal | undefined;
}

/** Decides the metadata of those of these tables that are to be made or to grow; nothing where that is done. */
export async function decideTables(
  memory: OpenMemory,
  { runId, slice, mined, signal }: Deciding,
  tableIds: readonly string[],
): Promise<void> {
  const position = await positionOf(memory.store.log, slice, mined);
  if (position === null || tableIds.length === 0) return;
  const runtime = memory.decisions(runId, signal === undefined ? {} : { signal });
  const proposals = await proposalsAt(memory, position);
  for (const proposal of proposals.filter(({ schema }) => tableIds.includes(schema.id))) await decideMetadata(proposal, runtime);
}
