import { ALL, bothFormsRight, type Costs, type Difference, type Figures, pairsOf, RECALLS, RIGHT_KEYS, SCORES } from "../figures.js";
import { PHASES, type QuestionResult, type ScoreName } from "../suite.js";
import { differenceText, percent, type ReportSection, type ReportTable, whole } from "./section.js";

/** Scores by kind of question, those of the suite's publication first. */
export function scoresOf(
  suite: string,
  published: readonly ScoreName[],
  figures: readonly Figures[],
  results: readonly QuestionResult[],
): ReportSection {
  const present = SCORES.filter((score) => !RECALLS.has(score) && figures.some(({ scores }) => scores.has(score)));
  const columns = [...published.filter((score) => present.includes(score)), ...present.filter((score) => !published.includes(score))];
  const both = pairsOf(results).flatMap(({ subject, own }) => {
    const share = bothFormsRight(own);
    return share === null ? [] : [`${subject} ${percent(share)}`];
  });
  return {
    title: suite,
    notes: [
      "Means of 100 with their 95 % bootstrap interval over questions; – where nothing is scored so.",
      ...(both.length === 0 ? [] : [`Both forms of a question right: ${both.join(", ")}.`]),
    ],
    plot: figures.filter(({ group }) => group === ALL),
    tables: [figures.filter(({ group }) => WHOLE.has(group)), figures.filter(({ group }) => !WHOLE.has(group))].flatMap((of) =>
      of.length === 0 ? [] : [scoreTable(of, columns)],
    ),
  };
}

/** Groups over all kinds of question. */
const WHOLE: ReadonlySet<string> = new Set([ALL, RIGHT_KEYS]);

function scoreTable(figures: readonly Figures[], columns: readonly ScoreName[]): ReportTable {
  const hasPaths = figures.some(({ unnecessary }) => unnecessary !== null);
  return {
    head: ["system", "questions", "n", "failed", ...columns, ...(hasPaths ? ["unnecessary calls"] : [])],
    rows: figures.map(({ subject, group, questions, failed, scores, unnecessary }) => [
      subject,
      group,
      String(questions),
      String(failed),
      ...columns.map((score) => {
        const interval = scores.get(score);
        if (interval === undefined) return "–";
        return group === ALL ? `${percent(interval.mean)} (${percent(interval.low)}–${percent(interval.high)})` : percent(interval.mean);
      }),
      ...(hasPaths ? [unnecessary === null ? "–" : unnecessary.toFixed(2)] : []),
    ]),
  };
}

/** Recall within so many units and characters. */
export function recallOf(suite: string, figures: readonly Figures[]): ReportSection {
  const all = figures.filter(({ group, scores }) => group === ALL && scores.has("recall"));
  const columns: ScoreName[] = [...RECALLS];
  return {
    title: `${suite}: evidence`,
    notes: all.length === 0 ? [] : ["Share of the clues in the evidence, within so many units, and so many characters, from the best on."],
    tables:
      all.length === 0
        ? []
        : [
            {
              head: ["system", ...columns.map((score) => score.replace("recall@", "@").replace(/c$/, " chars")), "all"],
              rows: all.map(({ subject, scores }) => [
                subject,
                ...[...columns, "recall" as const].map((score) => percent(scores.get(score)?.mean ?? null)),
              ]),
            },
          ],
  };
}

/** The first system against each other one. */
export function differenceOf(suite: string, differences: readonly Difference[]): ReportSection {
  const shown = differences.filter(({ score }) => !RECALLS.has(score));
  return {
    title: `${suite}: differences`,
    notes:
      shown.length === 0
        ? []
        : ["In points of 100, question by question, with paired 95 % bootstrap intervals; bold where the interval leaves out none."],
    tables:
      shown.length === 0
        ? []
        : [
            {
              head: ["systems", "score", "difference", "questions", "ahead", "behind", "equal"],
              rows: shown.map(({ first, second, score, paired }) => [
                `${first} − ${second}`,
                score,
                differenceText(paired),
                ...[paired.count, paired.wins, paired.losses, paired.ties].map(String),
              ]),
            },
          ],
  };
}

/** What asking and taking in took. */
export function costOf(suite: string, costs: readonly Costs[]): ReportSection {
  const phased = costs.filter(({ phases }) => phases.size > 0);
  return {
    title: `${suite}: cost`,
    timed: true,
    notes: ["Milliseconds to ask, p50 / p95; tokens a question, those of pictures among them in brackets."],
    tables: [
      {
        head: ["system", "ask ms", "evidence characters", "ingest s", "ingest tokens"],
        rows: costs.map(({ subject, ms, chars, ingest }) => [
          subject,
          `${whole(ms.p50)} / ${whole(ms.p95)}`,
          whole(chars),
          (ingest.ms / 1000).toFixed(1),
          ingest.tokens === null ? "–" : `${whole(ingest.tokens)} (${whole(ingest.images)})`,
        ]),
      },
      ...(phased.length === 0
        ? []
        : [
            {
              head: ["system", ...PHASES.flatMap((phase) => [`${phase} ms`, `${phase} tokens`])],
              rows: phased.map(({ subject, phases }) => [
                subject,
                ...PHASES.flatMap((phase) => {
                  const cost = phases.get(phase);
                  return cost === undefined
                    ? ["–", "–"]
                    : [`${cost.p50.toFixed(1)} / ${cost.p95.toFixed(1)}`, `${whole(cost.tokens)} (${whole(cost.images)})`];
                }),
              ]),
            },
          ]),
    ],
  };
}
