import type { DecisionRuntime } from "../../decisions/runtime.js";
import type { OpenMemory } from "../memory.js";
import type { IngestState } from "./state.js";

/** The runtime of a node's decisions: the run pays for them, and one that derives anew replays recorded ones alone. */
export function runtimeOf(
  { decisions }: Pick<OpenMemory, "decisions">,
  { runId, anew }: Pick<typeof IngestState.State, "runId" | "anew">,
  { signal }: { readonly signal?: AbortSignal | undefined },
): DecisionRuntime {
  return decisions(runId, { ...(signal === undefined ? {} : { signal }), ...(anew ? { recorded: true } : {}) });
}
