import { type Paired, pairedScores } from "../scores/paired.js";
import { pairsOf, questionKey, SCORES, scoresBy } from "./figures.js";
import type { QuestionResult, ScoreName } from "./suite.js";

/** A question on which two runs differ. */
export interface Changed {
  readonly suite: string;
  readonly subject: string;
  readonly part: string;
  readonly id: string;
  /** Scores that differ: now, before. */
  readonly scores: Readonly<Partial<Record<ScoreName, readonly [now: number | null, before: number | null]>>>;
  /** Whether what was said or what it rests on differs. */
  readonly answer: boolean;
}

/** Two runs beside each other. */
export interface RunComparison {
  /** Questions that both asked the same subject. */
  readonly shared: number;
  readonly onlyNow: number;
  readonly onlyBefore: number;
  readonly changed: readonly Changed[];
  readonly differences: readonly { readonly suite: string; readonly subject: string; readonly score: ScoreName; readonly paired: Paired }[];
}

/** Compares two runs question by question: now less before. Of several runs of one question the mean counts. */
export function compareRuns(now: readonly QuestionResult[], before: readonly QuestionResult[]): RunComparison {
  const [nowPairs, beforePairs] = [pairsOf(now), pairsOf(before)];
  const both = nowPairs.flatMap((pair) => {
    const other = beforePairs.find(({ suite, subject }) => suite === pair.suite && subject === pair.subject);
    return other === undefined ? [] : [{ ...pair, before: other.own }];
  });
  const changed: Changed[] = [];
  let shared = 0;
  for (const { suite, subject, own, before: earlier } of both) {
    const [asked, known] = [byQuestion(own), byQuestion(earlier)];
    for (const [key, results] of asked) {
      const others = known.get(key);
      const [first] = results;
      if (others === undefined || first === undefined) continue;
      shared++;
      const scores = Object.fromEntries(
        SCORES.flatMap((score) => {
          const values = [results, others].map((of) => scoresBy(of, score).get(key) ?? null) as [number | null, number | null];
          return values[0] === values[1] ? [] : [[score, values] as const];
        }),
      );
      const answer = digests(results) !== digests(others);
      if (answer || Object.keys(scores).length > 0) changed.push({ suite, subject, part: first.part, id: first.id, scores, answer });
    }
  }
  const count = (results: readonly QuestionResult[]) => new Set(results.map((one) => `${one.subject} ${questionKey(one)}`)).size;
  return {
    shared,
    onlyNow: count(now) - shared,
    onlyBefore: count(before) - shared,
    changed,
    differences: both.flatMap(({ suite, subject, own, before: earlier }) =>
      SCORES.flatMap((score) => {
        const paired = pairedScores(scoresBy(own, score), scoresBy(earlier, score));
        return paired === null ? [] : [{ suite, subject, score, paired }];
      }),
    ),
  };
}

function byQuestion(results: readonly QuestionResult[]): Map<string, QuestionResult[]> {
  const found = new Map<string, QuestionResult[]>();
  for (const result of results) {
    const key = questionKey(result);
    found.set(key, [...(found.get(key) ?? []), result]);
  }
  return found;
}

function digests(results: readonly QuestionResult[]): string {
  return results.map(({ digest }) => digest).join();
}
