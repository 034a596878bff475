import type { RunComparison } from "../compare.js";
import type { EntryReport } from "../entries.js";
import { costsOf, differencesOf, figuresOf } from "../figures.js";
import type { RunCard } from "../folder.js";
import { machineInWords } from "../machine.js";
import type { IngestResult, QuestionResult } from "../suite.js";
import { differenceText, percent, type ReportSection } from "./section.js";
import { costOf, differenceOf, recallOf, scoresOf } from "./suite-sections.js";

/** All that a report tells. */
export interface Report {
  readonly card: RunCard;
  readonly results: readonly QuestionResult[];
  readonly ingests: readonly IngestResult[];
  /** With an earlier run; null without one. */
  readonly comparison: (RunComparison & { readonly before: RunCard }) | null;
  readonly elsewhere: readonly EntryReport[];
}

/** Questions on which runs differ that a report names. */
const CHANGED_SHOWN = 200;

/** The parts of a report, in order; those without anything to tell are left out. */
export function reportSections({ card, results, ingests, comparison, elsewhere }: Report): ReportSection[] {
  const figures = figuresOf(results);
  const costs = costsOf(results, ingests);
  const differences = differencesOf(results);
  return [
    about(card),
    ...card.suites.flatMap(({ name, published }) => {
      const own = figures.filter(({ suite }) => suite === name);
      return [
        scoresOf(
          name,
          published,
          own,
          results.filter(({ suite }) => suite === name),
        ),
        recallOf(name, own),
        differenceOf(
          name,
          differences.filter(({ suite }) => suite === name),
        ),
        costOf(
          name,
          costs.filter(({ suite }) => suite === name),
        ),
      ];
    }),
    ...(comparison === null ? [] : [comparisonOf(comparison)]),
    ...elsewhere.map(({ title, command, markdown }) => ({ title, notes: [`\`${command}\``], tables: [], markdown })),
  ].filter(({ tables, markdown, notes }) => tables.length > 0 || markdown !== undefined || notes.length > 0);
}

function about(card: RunCard): ReportSection {
  const { machine, judge, model } = card;
  const rows = [
    ["command", card.command],
    ["mode", card.mode],
    ["answers", model === null ? "offline stand-ins" : `${model.name} ${JSON.stringify(model.parameters)}`],
    ["judge", judge === null ? "none" : `${judge.model} ${JSON.stringify(judge.parameters)}, prompt version ${judge.version} (run.json)`],
    ["runs averaged", String(card.runs)],
    ["encoder", card.encoder],
    ["seed of intervals", String(card.seed)],
    ["asked on", `${card.now.slice(0, 10)}, or the question's own day`],
    ["Mnema", `${machine.mnema}${machine.commit === null ? "" : `, commit ${machine.commit}`}`],
    ["machine", `${machine.platform}, ${machineInWords(machine)}, ${machine.processor}`],
    ...card.subjects.map(({ name, about: what }) => [name, what]),
  ];
  return { title: "This run", notes: [], tables: [{ head: ["what", "value"], rows }] };
}

function comparisonOf({ before, shared, onlyNow, onlyBefore, changed, differences }: NonNullable<Report["comparison"]>): ReportSection {
  const moved = differences.filter(({ paired }) => paired.wins + paired.losses > 0);
  const shown = changed.slice(0, CHANGED_SHOWN);
  return {
    title: "Compared with an earlier run",
    notes: [
      `Before: \`${before.command}\`, Mnema ${before.machine.mnema}${before.machine.commit === null ? "" : `, commit ${before.machine.commit}`}.`,
      `${shared} questions in both, ${onlyNow} only now, ${onlyBefore} only before. ${changed.length} differ${changed.length > shown.length ? `, of which ${shown.length} are shown` : ""}.`,
    ],
    tables: [
      ...(moved.length === 0
        ? []
        : [
            {
              head: ["suite", "system", "score", "now − before", "questions", "ahead", "behind"],
              rows: moved.map(({ suite, subject, score, paired }) => [
                suite,
                subject,
                score,
                differenceText(paired),
                ...[paired.count, paired.wins, paired.losses].map(String),
              ]),
            },
          ]),
      ...(shown.length === 0
        ? []
        : [
            {
              head: ["suite", "system", "part", "question", "scores, now ← before", "answer"],
              rows: shown.map(({ suite, subject, part, id, scores, answer }) => [
                suite,
                subject,
                part,
                id,
                Object.entries(scores)
                  .map(([score, [now, then]]) => `${score} ${percent(now)} ← ${percent(then)}`)
                  .join(", ") || "equal",
                answer ? "differs" : "equal",
              ]),
            },
          ]),
    ],
  };
}
