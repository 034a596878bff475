import { bootstrapMean, type Interval } from "../../core/bootstrap.js";
import { mean } from "../../core/numbers.js";
import { BOOTSTRAP_SEED, type Paired, pairedScores } from "../scores/paired.js";
import { percentile } from "../scores/percentile.js";
import { BUDGETS, DEPTHS, type IngestResult, type Phase, PHASES, type QuestionResult, type ScoreName } from "./suite.js";

/** Recall within a part of the evidence: a table of its own. */
export const RECALLS: ReadonlySet<ScoreName> = new Set([
  ...DEPTHS.map((depth) => `recall@${depth}` as const),
  ...BUDGETS.map((characters) => `recall@${characters}c` as const),
]);

/** Scores in the order of tables. */
export const SCORES: readonly ScoreName[] = [
  "exact",
  "em",
  "f1",
  "bleu1",
  "choice",
  "judge",
  "abstention",
  "answered",
  "rounds",
  "recall",
  ...RECALLS,
  "tool",
  "table",
  "arguments",
  "strict",
  "superset",
];

/** Figures over a group of questions. */
export interface Figures {
  readonly suite: string;
  readonly subject: string;
  /** `all`, `known keys right` (without those known to be wrong), or a kind of question. */
  readonly group: string;
  readonly questions: number;
  readonly failed: number;
  /** Mean with its bootstrap interval, over the questions that are scored so. */
  readonly scores: ReadonlyMap<ScoreName, Interval>;
  readonly unnecessary: number | null;
}

export const ALL = "all";
export const RIGHT_KEYS = "without keys known to be wrong";

/** What makes two results those of one question: all but subject and run. */
export function questionKey({ suite, part, id }: Pick<QuestionResult, "suite" | "part" | "id">): string {
  return JSON.stringify([suite, part, id]);
}

/** One number a question: the mean over runs. By question. */
export function scoresBy(results: readonly QuestionResult[], score: ScoreName): ReadonlyMap<string, number> {
  const found = new Map<string, number[]>();
  for (const result of results) {
    const value = result.scores[score];
    if (value === undefined || value === null) continue;
    const key = questionKey(result);
    found.set(key, [...(found.get(key) ?? []), value]);
  }
  return new Map([...found].map(([key, values]) => [key, mean(values) ?? 0]));
}

/** Figures of each suite and subject: over all, without wrong keys where there are some, and by kind of question. */
export function figuresOf(results: readonly QuestionResult[]): Figures[] {
  return pairsOf(results).flatMap(({ suite, subject, own }) => {
    const points = [...new Set(own.map(({ point }) => point))].filter((point) => point !== "").toSorted();
    const groups: [string, readonly QuestionResult[]][] = [
      [ALL, own],
      ...(own.some(({ wrongKey }) => wrongKey)
        ? [[RIGHT_KEYS, own.filter(({ wrongKey }) => !wrongKey)] as [string, readonly QuestionResult[]]]
        : []),
      ...(points.length < 2
        ? []
        : points.map((point): [string, readonly QuestionResult[]] => [point, own.filter((one) => one.point === point)])),
    ];
    return groups.map(([group, of]) => ({
      suite,
      subject,
      group,
      questions: new Set(of.map(questionKey)).size,
      failed: of.filter(({ error }) => error !== null).length,
      scores: new Map(
        SCORES.flatMap((score) => {
          const interval = bootstrapMean([...scoresBy(of, score).values()], { seed: BOOTSTRAP_SEED, resamples: RESAMPLES });
          return interval === null ? [] : [[score, interval] as const];
        }),
      ),
      unnecessary: mean(of.flatMap(({ unnecessary }) => (unnecessary === null ? [] : [unnecessary]))),
    }));
  });
}

/** Of the intervals of single means, of which a report has hundreds; comparisons take ten thousand. */
const RESAMPLES = 2_000;

/** Milliseconds and tokens of asking. */
export interface Costs {
  readonly suite: string;
  readonly subject: string;
  readonly ms: { readonly p50: number | null; readonly p95: number | null };
  readonly phases: ReadonlyMap<Phase, { readonly p50: number; readonly p95: number; readonly tokens: number; readonly images: number }>;
  /** Means over the questions. */
  readonly chars: number;
  /** Of taking in, over all parts. */
  readonly ingest: { readonly ms: number; readonly tokens: number | null; readonly images: number | null };
}

export function costsOf(results: readonly QuestionResult[], ingests: readonly IngestResult[]): Costs[] {
  return pairsOf(results).map(({ suite, subject, own }) => {
    const taken = ingests.filter((one) => one.suite === suite && one.subject === subject);
    const tokens = taken.flatMap((one) => one.tokens ?? []);
    return {
      suite,
      subject,
      ms: {
        p50: percentile(
          own.map(({ ms }) => ms),
          0.5,
        ),
        p95: percentile(
          own.map(({ ms }) => ms),
          0.95,
        ),
      },
      phases: new Map(
        PHASES.flatMap((phase) => {
          const costs = own.flatMap(({ phases }) => phases[phase] ?? []);
          if (costs.length === 0) return [];
          const times = costs.map(({ ms }) => ms);
          const per = (cost: (one: (typeof costs)[number]) => number) => mean(costs.map(cost)) ?? 0;
          return [
            [
              phase,
              {
                p50: percentile(times, 0.5) ?? 0,
                p95: percentile(times, 0.95) ?? 0,
                tokens: per(({ input, output }) => input + output),
                images: per(({ images }) => images),
              },
            ] as const,
          ];
        }),
      ),
      chars: mean(own.map(({ chars }) => chars)) ?? 0,
      ingest: {
        ms: taken.reduce((sum, { ms }) => sum + ms, 0),
        tokens: tokens.length === 0 ? null : tokens.reduce((sum, { input, output }) => sum + input + output, 0),
        images: tokens.length === 0 ? null : tokens.reduce((sum, { images }) => sum + images, 0),
      },
    };
  });
}

/** A difference on one score of one suite. */
export interface Difference {
  readonly suite: string;
  readonly first: string;
  readonly second: string;
  readonly score: ScoreName;
  readonly paired: Paired;
}

/** The first subject of a run against each other one, on every score that both have. */
export function differencesOf(results: readonly QuestionResult[]): Difference[] {
  const pairs = pairsOf(results);
  return pairs.flatMap(({ suite, subject, own }) => {
    const first = pairs.find((pair) => pair.suite === suite);
    if (first === undefined || first.subject === subject) return [];
    return SCORES.flatMap((score) => {
      const paired = pairedScores(scoresBy(first.own, score), scoresBy(own, score));
      return paired === null ? [] : [{ suite, first: first.subject, second: subject, score, paired }];
    });
  });
}

/** Of both forms of a question: the share of pairs of which both are right, by multiple choice and by the judge or exact match. */
export function bothFormsRight(results: readonly QuestionResult[]): number | null {
  const pairs = new Map<string, number[]>();
  for (const { pair, scores, subject, run } of results) {
    const right = scores.choice ?? scores.judge ?? scores.em;
    if (pair === null || right === undefined || right === null) continue;
    const key = JSON.stringify([pair, subject, run]);
    pairs.set(key, [...(pairs.get(key) ?? []), right]);
  }
  return mean([...pairs.values()].filter((forms) => forms.length === 2).map((forms) => (forms.every((right) => right >= 0.5) ? 1 : 0)));
}

/** Results of each suite and subject, in the order in which they came. */
export function pairsOf(results: readonly QuestionResult[]): { suite: string; subject: string; own: QuestionResult[] }[] {
  const found = new Map<string, { suite: string; subject: string; own: QuestionResult[] }>();
  for (const result of results) {
    const { suite, subject } = result;
    const key = JSON.stringify([suite, subject]);
    const pair = found.get(key) ?? { suite, subject, own: [] };
    pair.own.push(result);
    found.set(key, pair);
  }
  return [...found.values()];
}
