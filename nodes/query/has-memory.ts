import type { ToolName } from "../../core/evidence.js";
import type { Ablation } from "../memory.js";

/** Whether the memory that a tool works on is there: tools of one that is left out are not offered, nor is a plan's step kept that names one. */
export function hasMemory(tool: ToolName, without: Ablation | undefined): boolean {
  const retrieves = tool === "SemanticMatch" || tool === "EventLocate";
  return without !== (retrieves ? "retrieval memory" : "analytic memory");
}
