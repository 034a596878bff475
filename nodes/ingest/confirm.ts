import { interrupt, type GraphNode } from "@langchain/langgraph";
import { z } from "zod";
import { recordHuman } from "../../decisions/decide.js";
import { nameTable } from "../../decisions/name-table.js";
import type { IngestPorts } from "./ports.js";
import { runtimeOf } from "./runtime.js";
import { isStanding } from "./standing.js";
import type { IngestState } from "./state.js";
import { recordedMetadata } from "./tabling/metadata.js";
import { positionOf } from "./tabling/position.js";
import { proposalsAt } from "./tabling/proposal.js";

/** What a person answers: take the tables as proposed, or with other names and columns, by the proposal's 0-based index. */
const Resume = z.object({ edits: z.record(z.string().regex(/^\d+$/), nameTable.answer).default({}) });

/**
 * Before new or grown tables are written, shows a person what they would be called and hold, when the input asks for
 * it. What is answered becomes a decision marked `human`. Nothing is written before the interrupt.
 */
export function confirm({ memory }: IngestPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, mined, review: asked, ...run }, config) => {
    if (!asked) return {};
    const open = await memory(memoryId);
    if (!(await isStanding(open, run))) return {};
    const position = await positionOf(open.store.log, slice, mined);
    if (position === null) return {};
    const runtime = runtimeOf(open, run, config);
    const proposals = await proposalsAt(open, position);
    const proposed = await Promise.all(proposals.map((proposal) => recordedMetadata(proposal, runtime)));
    const shown = proposed.map((metadata, index) => ({
      metadata,
      rows: proposals[index]?.rows.length ?? 0,
      columns: proposals[index]?.input.columns ?? [],
    }));
    const { edits } = Resume.parse(interrupt({ tables: shown }));
    for (const [index, proposal] of proposals.entries()) {
      await recordHuman(nameTable, proposal.input, edits[String(index)] ?? proposed[index], runtime, proposal.rounds);
    }
    return {};
  };
}
