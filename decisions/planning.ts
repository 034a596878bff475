import { fence } from "../core/fence.js";
import type { EvidenceUnit, PlanStep, ToolCall, ToolName } from "../core/evidence.js";
import type { TableCard } from "../core/question/card.js";

/** What a plan is made from: the question, and the memory's structures that it may be about. AdaMM's D_q. */
export interface PlanningContext {
  readonly question: string;
  /** The day of asking, ISO 8601: what `last week` is counted from. */
  readonly now: string;
  /** Best first. */
  readonly tables: readonly TableCard[];
  readonly episodes: readonly EpisodeCard[];
}

/** What an answer is made from: the plan as it was carried out, and the evidence that it gave. */
export interface AnswerInput extends PlanningContext {
  readonly plan: readonly PlanStep[];
  readonly calls: readonly ToolCall[];
  readonly evidence: readonly EvidenceUnit[];
}

/** A retrieval episode as planning sees it: AdaMM's μ_P. */
export interface EpisodeCard {
  readonly text: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** A tool as planning sees it, without what runs it. */
export interface ToolCard {
  /** One of the six, or a composite. */
  readonly name: string;
  readonly description: string;
  readonly returns: Readonly<Record<string, string>>;
}

export const TOOL_NAMES = ["Lookup", "Filter", "Compute", "Rank", "SemanticMatch", "EventLocate"] as const satisfies readonly ToolName[];

/** The question and the context as the model reads them, all of it fenced. */
export function contextText({ question, now, tables, episodes }: PlanningContext): string {
  return [
    fence("question", question),
    `It is asked on ${now}.`,
    tables.length === 0 ? "There are no tables." : tables.map((table) => fence(`table ${table.name}`, tableText(table))).join("\n"),
    episodes.length === 0
      ? "There are no episodes."
      : fence(
          "episodes",
          episodes
            .map(({ text, from, to }) => `- ${text} (${from ?? "time unknown"}${to === null || to === from ? "" : ` to ${to}`})`)
            .join("\n"),
        ),
  ].join("\n\n");
}

/** A table's metadata: name, description, columns, sampled values. AdaMM's μ_T. */
export function tableText({ name, aliases, description, rows, from, to, columns }: TableCard): string {
  const head = `${name}${aliases.length === 0 ? "" : ` (also called ${aliases.join(", ")})`}: ${description} ${rows} rows${from === null ? "" : ` from ${from} to ${to}`}.`;
  const lines = columns.map((column) => {
    const values = [...new Set([...column.mentioned, ...column.samples])].map((value) => JSON.stringify(value.slice(0, 80)));
    const range = column.from === null ? "" : `, ${column.from} to ${column.to}`;
    return `- ${column.name} (${column.type}${column.unit === null ? "" : `, in ${column.unit}`}${range}; ${column.filled} of ${rows} rows): ${column.meaning}${values.length === 0 ? "" : ` e.g. ${values.join(", ")}`}`;
  });
  return [head, ...lines, "- @time (date of the row's round), @order, @source (id of the round), @captions"].join("\n");
}

/** Characters of earlier results that a later prompt shows, each. */
const RESULT_LIMIT = 4_000;

/** Calls made so far with what they gave, as the model reads them. */
export function callsText(calls: readonly ToolCall[]): string {
  return calls
    .map(({ goal, tool, arguments: args, result, error }, index) => {
      const outcome = error === null ? JSON.stringify(result).slice(0, RESULT_LIMIT) : `failed (${error.code}): ${error.message}`;
      return `Step ${index + 1}, ${goal}: ${tool}(${JSON.stringify(args)}) → ${outcome}`;
    })
    .join("\n");
}
