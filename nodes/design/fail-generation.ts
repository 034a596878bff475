import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { failed, nodeAt } from "../../core/design/tree.js";
import { teller } from "./progress.js";
import { type Search, treeOf } from "./search.js";
import type { DesignState } from "./state.js";
import { recordStep } from "./steps.js";

/** Ends a generation that came to no valid program: it costs its step, and no evaluation. AutoMMemo appendix C.1. */
export async function failGeneration(
  search: Search,
  { step, node }: Pick<typeof DesignState.State, "step" | "node">,
  config: Pick<LangGraphRunnableConfig, "writer">,
  /** `key`: of the last examination; null where a decision failed. */
  { key, reason }: { readonly key: string | null; readonly reason: string },
): Promise<{ draft: "failed" }> {
  const programs = await search.programs.programs(search.name);
  const changed = programs
    .filter((program) => program.node.id === node)
    .map((program) => ({ ...program, node: nodeAt(failed(treeOf(programs), node), node) }));
  const done = { step, kind: "generate", node, made: null, failed: key ?? "decision", state: null } as const;
  await recordStep(search.programs, search.name, done, changed);
  teller(config, search, { step, node })("failed", { text: reason });
  return { draft: "failed" };
}
