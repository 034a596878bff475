import { z } from "zod";
import type { DesignSettings } from "../core/design/settings.js";
import { MnemaError } from "../core/errors.js";

const count = z.int().min(0);
const part = z.number().min(0);

const Settings = z.strictObject({
  steps: count,
  quickTasks: count,
  repairs: count,
  interactionSteps: count,
  evaluation: part,
  generation: part,
  prior: part,
  // A node without children would have no score at 0.
  pseudoCount: z.number().positive(),
  width: count,
  updateTasks: count,
  retrieveTasks: count,
  testTasks: count,
  finalRuns: count,
  references: z.int().min(0).max(1),
  tries: z.int().min(1),
  seed: z.int(),
} satisfies Record<keyof DesignSettings, z.ZodNumber>);

const Numbers = z.object({
  settings: Settings,
  tokens: part.optional(),
  ms: part.optional(),
  concurrency: z.int().min(1).optional(),
});

/** What a search is given in numbers. */
export interface DesignNumbers {
  readonly settings: DesignSettings;
  readonly tokens?: number;
  readonly ms?: number;
  readonly concurrency?: number;
}

/** USAGE for a number that a search cannot go by, with the setting's name as the place. */
export function checkNumbers(numbers: DesignNumbers): void {
  const { error } = Numbers.safeParse(numbers);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
  const name = String(unknown[0] ?? issue.path.at(-1));
  throw new MnemaError("USAGE", `The setting ${name} will not do: ${issue.message}.`, { place: name, cause: error });
}
