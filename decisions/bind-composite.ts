import { z } from "zod";
import { type CompositeTool, goalOf, type Values } from "../core/evolve/composite.js";
import { readShape, wordsIn } from "../core/evolve/shape.js";
import { FENCE_RULE, fence } from "../core/fence.js";
import type { Decision } from "./decision.js";
import { contextText, type PlanningContext, type ToolCard } from "./planning.js";

export interface BindCompositeInput extends PlanningContext {
  readonly tool: CompositeTool;
}

/** A composite as a planner sees it: what its calls are, and the questions that it is for. */
export function compositeCard({ name, shape, parameters, steps }: CompositeTool): ToolCard {
  const first = Object.fromEntries(Object.keys(parameters).map((one) => [one, `{${one}}`]));
  const said = steps.map((step) => `${step.tool}${step.goal === null ? "" : ` (${goalOf(step, first, "")})`}`).join(", then ");
  return {
    name,
    description: `Does ${said}, in one step. For questions of the form: ${shape.join(" ")}. It counts as ${steps.length} steps; nothing else is to be planned for what it does.`,
    returns: { results: "what each of its calls returns" },
  };
}

/** Binds the parameters of a composite to what the question says. */
export function bindComposite(tool: CompositeTool): Decision<BindCompositeInput, z.ZodType<Values>> {
  const shape = Object.fromEntries(
    Object.entries(tool.parameters).map(([name, { type, examples, choices }]) => [
      name,
      (choices !== undefined ? z.enum(Object.values(choices)) : type === "number" ? z.number() : z.string().min(1)).describe(
        `As ${examples.map((example) => JSON.stringify(example)).join(", ")}.`,
      ),
    ]),
  );
  const answer = z.strictObject(shape) as unknown as z.ZodType<Values>;
  return {
    name: "bind-composite",
    version: 1,
    answer,

    ask: (input) => [
      {
        role: "system",
        content: [
          "You give the parameters of a tool that answers a question from a person's chat memory by calls that are fixed but for these.",
          "Use names of tables and columns exactly as they are given. Never put another attribute in place of one that is missing.",
          FENCE_RULE,
          `Answer with one JSON object only, of this JSON Schema: ${JSON.stringify(z.toJSONSchema(answer, { io: "input", unrepresentable: "any" }))}`,
        ].join("\n"),
      },
      { role: "user", content: [contextText(input), fence("tool", compositeCard(tool).description)].join("\n\n") },
    ],

    offline: (input) => valuesIn(input) ?? {},
  };
}

/** What a question of the tool's shape tells of its parameters; null for one of another shape, or with a column that no table has. */
export function valuesIn({ question, tables, tool }: BindCompositeInput): Values | null {
  const told = readShape(tool.shape, question);
  if (told === null) return null;
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => name));
  const values: Record<string, string | number> = {};
  for (const [name, { type, examples, choices }] of Object.entries(tool.parameters)) {
    const text = told[name] ?? "";
    if (choices !== undefined) {
      const word = text.toLowerCase();
      const chosen = Object.hasOwn(choices, word) ? choices[word] : undefined;
      if (chosen === undefined) return null;
      values[name] = chosen;
      continue;
    }
    const named = columns.find((column) => wordsIn(column).join(" ") === wordsIn(text).join(" "));
    const value = type === "number" ? Number(text.replaceAll(",", "")) : (named ?? text);
    // What was a column's name each time is one's again.
    const isColumn = type === "string" && examples.every((example) => columns.includes(String(example)));
    if (Number.isNaN(value) || (isColumn && named === undefined)) return null;
    values[name] = value;
  }
  return values;
}
