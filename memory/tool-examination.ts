import { canonicalJson } from "../core/canonical.js";
import type { ToolCall } from "../core/evidence.js";
import { filledFrom, withValues } from "../core/evolve/composite.js";
import type { Candidate } from "../core/evolve/mine.js";
import type { OpenMemory } from "../nodes/memory.js";
import { toolRuntime } from "../nodes/query/tool-runtime.js";
import { toolNamed } from "../tools/registry.js";

/** Candidates that give what their calls gave, on every question that they were found in. */
export async function examined(memory: OpenMemory, candidates: readonly Candidate[]) {
  const passed: Candidate[] = [];
  const refused: { name: string; reason: string }[] = [];
  for (const candidate of candidates) {
    const reason = await differs(memory, candidate);
    if (reason === null) passed.push(candidate);
    else refused.push({ name: candidate.tool.name, reason });
  }
  return { passed, refused };
}

async function differs(memory: OpenMemory, { tool, runs }: Candidate): Promise<string | null> {
  if (tool.steps.length > memory.settings.steps) return `It has ${tool.steps.length} steps; a plan has ${memory.settings.steps} at most.`;
  const runtime = await toolRuntime(memory, { units: 0, characters: 0 });
  const resultOf = async (name: ToolCall["tool"], args: unknown) => {
    const own = toolNamed(name);
    return (await own.run(own.arguments.parse(args), runtime)).result;
  };
  for (const { question, calls, values } of runs) {
    const results: unknown[] = [];
    for (const [at, step] of tool.steps.entries()) {
      const call = calls[at] as ToolCall;
      try {
        const filled = filledFrom(withValues(step.arguments, values, 0), results);
        const result = await resultOf(step.tool, filled);
        if (canonicalJson(result) !== canonicalJson(await resultOf(call.tool, call.arguments)))
          return `It gives something else for: ${question}`;
        results.push(result);
      } catch (error) {
        return `It fails for: ${question} ${error instanceof Error ? error.message : ""}`.trim();
      }
    }
  }
  return null;
}
