import { z } from "zod";
import type { CompositeTool } from "../core/evolve/composite.js";
import { TOOL_NAMES } from "../decisions/planning.js";
import type { ProgramStore } from "../stores/programs.js";
import { programInUse } from "./program-in-use.js";

const Composite = z.strictObject({
  name: z.string().regex(/^\w{1,100}$/),
  shape: z.array(z.string().max(100)).max(200),
  parameters: z.record(
    z.string().regex(/^\w+$/),
    z.strictObject({
      type: z.enum(["string", "number"]),
      examples: z.array(z.union([z.string().max(500), z.number()])).max(20),
      choices: z.record(z.string(), z.string()).optional(),
    }),
  ),
  steps: z
    .array(z.strictObject({ tool: z.enum(TOOL_NAMES), goal: z.string().nullable(), arguments: z.json() }))
    .min(1)
    .max(10),
  seen: z.int().min(1),
});
const Composites = z.array(Composite).max(50);

/** A set of tools as a search for them keeps it; none for what is no such set. */
export function toolsFrom(source: string): readonly CompositeTool[] {
  if (source === "") return [];
  try {
    const read = Composites.safeParse(JSON.parse(source));
    return read.success ? (read.data as readonly CompositeTool[]) : [];
  } catch {
    return [];
  }
}

/** The tools that were put to use last; none before the first. */
export async function toolsInUse(store: ProgramStore): Promise<readonly CompositeTool[]> {
  const used = await programInUse(store, true);
  const program = used === null ? null : await store.program(used.search, used.node);
  return program === null ? [] : toolsFrom(program.source);
}
