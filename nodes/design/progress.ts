import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { DesignProgress } from "./ports.js";
import type { Search } from "./search.js";

/** Tells what happens in the step in hand, to whoever watches the run. */
export function teller(
  config: Pick<LangGraphRunnableConfig, "writer">,
  { ports }: Pick<Search, "ports">,
  { step, node }: { readonly step: number; readonly node: number },
): (event: DesignProgress["event"], more?: Partial<DesignProgress>) => void {
  return (event, more = {}) => {
    const progress: DesignProgress = { step: Math.max(0, step), steps: ports.settings.steps, event, node, ...more };
    config.writer?.(progress);
  };
}
