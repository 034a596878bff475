import { stat } from "node:fs/promises";
import { canonicalJson, sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import { historyFiles } from "../../importers/history-files.js";
import { askSafely, NOTHING } from "../harness/evaluate.js";
import type { Asked } from "../harness/subject.js";
import { RUN_MOMENT } from "./moment.js";
import type { Judge } from "./judge.js";
import { phasesOf } from "./phases.js";
import { scoreAnswer, scorePath } from "./score.js";
import type { Answered, IngestResult, NamedSubject, QuestionResult, Scores, Suite, SuitePart, SuiteQuestion } from "./suite.js";

/** What is run. */
export interface RunPlan {
  readonly suites: readonly { readonly suite: Suite; readonly path: string }[];
  readonly subjects: readonly NamedSubject[];
  /** Times that everything is done. */
  readonly runs: number;
  /** Questions of each suite at most, from the beginning. */
  readonly limit: number;
  /** Null: no answer is judged. */
  readonly judge: Judge | null;
}

/** Where results go as they come. */
export interface RunSink {
  result(result: QuestionResult): void;
  /** The same question with texts and path, for people. */
  told(told: ToldQuestion): void;
  ingested(result: IngestResult): void;
}

/** A question with all that was said; it holds text of the data set and stays out of the repository. */
export interface ToldQuestion extends Pick<QuestionResult, "suite" | "subject" | "run" | "part" | "id" | "point"> {
  readonly question: string;
  readonly golds: readonly string[];
  readonly clues: readonly string[];
  readonly expected: SuiteQuestion["expected"];
  readonly asked: Asked;
}

/**
 * Puts each part of each suite into each subject and asks its questions, one after another. A question that fails is a result with
 * its error; a part that cannot be taken in fails all of its questions. NOT_FOUND, with where to get it, for a suite without data.
 */
export async function runSuites(plan: RunPlan, sink: RunSink): Promise<void> {
  let opened = 0;
  // What is missing is told before anything takes its time.
  const found = await Promise.all(plan.suites.map(async ({ suite, path }) => ({ suite, path, files: await filesOf(suite, path) })));
  for (const { suite, path, files } of found) {
    let asked = 0;
    const sources = suite.together === undefined ? files.map((file) => () => suite.parts(file)) : [() => suite.together?.(path) ?? []];
    for (const parts of sources) {
      if (asked >= plan.limit) break;
      for await (const part of parts()) {
        const questions = part.questions.slice(0, plan.limit - asked);
        asked += questions.length;
        for (let run = 0; run < plan.runs; run++)
          for (const subject of plan.subjects) await runPart({ suite, part: { ...part, questions }, subject, run }, plan, sink, opened++);
        if (asked >= plan.limit) break;
      }
    }
    if (asked === 0)
      throw new MnemaError("UNKNOWN_FORMAT", `${path} holds no questions of ${suite.name}. What belongs there: ${suite.source}.`, {
        place: path,
      });
  }
}

/** The data files of a suite. NOT_FOUND, with where to get them. */
async function filesOf(suite: Suite, path: string): Promise<readonly string[]> {
  if ((await stat(path).catch(() => null)) === null)
    throw new MnemaError(
      "NOT_FOUND",
      `${suite.name}: there is no ${path}. Get it from ${suite.source}, and put it there, or name its place with --data.`,
      { place: path },
    );
  return (await historyFiles(path)).files;
}

interface PartRun {
  readonly suite: Suite;
  readonly part: SuitePart;
  readonly subject: NamedSubject;
  readonly run: number;
}

async function runPart({ suite, part, subject, run }: PartRun, plan: RunPlan, sink: RunSink, number: number): Promise<void> {
  const common = { suite: suite.name, subject: subject.name, run, part: part.name };
  const system = await subject.open(number);
  try {
    const started = performance.now();
    const error = await system.ingest(part.file).then(() => null, messageOf);
    const ms = performance.now() - started;
    const tokens = (error === null ? await system.spent?.() : undefined) ?? null;
    sink.ingested({ ...common, ms, tokens, error });
    for (const question of part.questions) {
      const { asked, error: failed } =
        error === null ? await askSafely(system, question, { now: question.now ?? RUN_MOMENT }) : { asked: NOTHING, error };
      const conversation = part.conversations[question.conversation] ?? { history: "", texts: new Map() };
      const answered: Answered = { question, asked, conversation };
      const result = await resultOf(answered, suite, failed, plan.judge);
      sink.result({ ...common, ...result });
      const { id, point, golds, clues, expected } = question;
      // A path has the evidence once more.
      const once = asked.trace === undefined ? asked : { ...asked, evidence: [] };
      sink.told({ ...common, id: String(id), point, question: question.asked, golds, clues, expected, asked: once });
    }
  } finally {
    await system.close();
  }
}

async function resultOf(
  answered: Answered,
  suite: Suite,
  error: string | null,
  judge: Judge | null,
): Promise<Omit<QuestionResult, "suite" | "subject" | "run" | "part">> {
  const { question, asked } = answered;
  const path = scorePath(answered);
  const judged = judge === null || error !== null ? { score: null, error } : await judgedSafely(judge, answered);
  const scores: Scores = {
    ...scoreAnswer(answered, suite.score),
    ...(path === null
      ? {}
      : { tool: path.tool, table: path.table, arguments: path.arguments, strict: path.strict, superset: path.superset }),
    judge: judged.score,
  };
  return {
    id: String(question.id),
    point: question.point,
    scores: Object.fromEntries(Object.entries(scores).filter(([, score]) => score !== null)),
    unnecessary: path?.unnecessary ?? null,
    pair: question.pair,
    wrongKey: question.wrongKey,
    chars: asked.evidence.reduce((sum, { text }) => sum + text.length, 0),
    ms: asked.ms,
    phases: asked.trace === undefined ? {} : phasesOf(asked.trace),
    digest: digestOf(asked),
    error: judged.error,
  };
}

/** An answer that could not be judged keeps its other scores, and says so. */
async function judgedSafely(judge: Judge, { question, asked }: Answered): Promise<{ score: number | null; error: string | null }> {
  try {
    return { score: await judge.judge(question, asked), error: null };
  } catch (error) {
    return { score: null, error: `not judged: ${messageOf(error)}` };
  }
}

/** Of everything that an answer says and rests on, so that two runs can be told equal without their texts. */
export function digestOf({ answer, value, items, citations, evidence, trace }: Asked): string {
  const calls = trace?.calls.map(({ tool, arguments: args, result }) => ({ tool, arguments: args, result }));
  const units = evidence.map(({ rounds, text }) => ({ rounds, text }));
  return sha256(canonicalJson({ answer, value, items, citations, evidence: units, calls })).slice(0, 16);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
