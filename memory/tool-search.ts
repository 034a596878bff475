import { randomUUID } from "node:crypto";
import { canonicalJson, sha256 } from "../core/canonical.js";
import { dealBatches } from "../core/design/batches.js";
import { searchNamed } from "../core/design/searches.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../core/design/settings.js";
import { MnemaError } from "../core/errors.js";
import type { CompositeTool } from "../core/evolve/composite.js";
import { mineComposites } from "../core/evolve/mine.js";
import { recordBeginning, switchesIn } from "../nodes/design/begun.js";
import type { OpenMemory } from "../nodes/memory.js";
import { checkNumbers } from "./design-options.js";
import { holdLease } from "./lease.js";
import { putToUse, TOOLS_SEARCH } from "./program-in-use.js";
import { examined } from "./tool-examination.js";
import { askAll, type ToolQuestion } from "./tool-questions.js";
import { searchSets } from "./tool-sets.js";
import { helps, tested, type ToolSide } from "./tool-test.js";

export interface ToolSearchOptions {
  /** Left out: those that were asked before, with the answers that they got. */
  readonly questions?: readonly ToolQuestion[];
  /** How steps are spent (`core/design/searches.ts`). */
  readonly search?: string;
  readonly label?: string;
  readonly settings?: Partial<DesignSettings>;
  /** Questions that a tool must be found in. */
  readonly support?: number;
  readonly onProgress?: (line: string) => void;
}

export interface ToolSearchReport {
  readonly search: string;
  /** Tools that were found to recur, and why some were not tried. */
  readonly candidates: number;
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** What the search chose; empty: it helps most to have none. */
  readonly tools: readonly CompositeTool[];
  readonly node: number;
  readonly test: { readonly questions: number; readonly with: ToolSide; readonly without: ToolSide };
  /** Whether they are in use now: they answered as many held-out questions, with fewer decisions, or more of them. */
  readonly kept: boolean;
}

const SUPPORT = 3;

/**
 * Tools that evolve: calls that recur among the memory's questions become tools with parameters, each is examined (it must give
 * what the calls gave), and the search of `design` finds the set of them that helps most on one part of the questions. It is
 * put to use if it holds on another part, which nothing else has seen. NOT_FOUND where too few questions were asked.
 */
export async function evolveTools(memory: OpenMemory, options: ToolSearchOptions = {}): Promise<ToolSearchReport> {
  const settings: DesignSettings = { ...DESIGN_DEFAULTS, finalRuns: 1, ...options.settings };
  checkNumbers({ settings });
  const algorithm = searchNamed(options.search ?? "paper");
  const { store } = memory;
  const questions = await questionsOf(memory, options.questions);
  const { test, ...train } = dealBatches(
    questions.map((question) => ({ ...question, domain: "" })),
    settings,
  );
  const trained: readonly ToolQuestion[] = [...train.update, ...train.retrieve];
  if (test.length === 0)
    throw new MnemaError(
      "NOT_FOUND",
      `Tools are found in what was asked, and ${store.memoryId} has ${questions.length} questions that were answered: ask more, or name a file of questions with --source.`,
      {
        place: store.memoryId,
      },
    );
  const agent = memory.decisions("tools").model?.model ?? "offline";
  const label = [options.label ?? "", ...switchesIn(settings).map(([name, value]) => `${name}=${value}`)].filter((part) => part !== "");
  const digest = sha256(canonicalJson(questions)).slice(0, 8);
  const search = `${TOOLS_SEARCH}${[agent, algorithm.name, digest, ...label].join("/")}`;
  const release = await holdLease(store, `tools-${randomUUID()}`, memory.clock, 600_000);
  try {
    const tell = options.onProgress ?? (() => {});
    const bare = await askAll(memory, trained, []);
    const held = new Set(test.map(({ question }) => question));
    const past = (await store.queries.list()).filter(({ question, answer }) => !held.has(question) && (answer?.items.length ?? 0) > 0);
    const candidates = mineComposites(
      [...past, ...bare.map(({ calls }, at) => ({ question: trained[at]?.question ?? "", calls }))],
      options.support ?? SUPPORT,
    );
    const { passed, refused } = await examined(memory, candidates);
    tell(`${candidates.length} tools recur, ${passed.length} give what their calls gave`);

    await store.programs.removeSearch(search);
    await recordBeginning(store.programs, search, {
      digest,
      environment: "tools",
      algorithm: algorithm.name,
      settings: Object.fromEntries(switchesIn(settings)),
    });
    const found = await searchSets(memory, { search, algorithm, settings, trained, bare, passed, tell });
    const node = algorithm.choose(found.tree, settings);
    const tools = found.sets[node] ?? [];
    const outcome = await tested(memory, search, node, tools, test, found.steps);
    const kept = tools.length > 0 && helps(outcome.with, outcome.without);
    if (kept) await putToUse(store.programs, search, node, memory.clock());
    return { search, candidates: candidates.length, refused, tools, node, test: { questions: test.length, ...outcome }, kept };
  } finally {
    await release();
  }
}

async function questionsOf({ store }: OpenMemory, given: readonly ToolQuestion[] | undefined): Promise<readonly ToolQuestion[]> {
  if (given !== undefined) return given;
  const asked = (await store.queries.list()).filter(({ answer }) => (answer?.items.length ?? 0) > 0);
  return [...new Map(asked.map(({ question }) => [question, { question }])).values()];
}
