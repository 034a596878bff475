import type { Recipe } from "../../../environments/programs/catalogue/recipe.js";
import type { Reading } from "./reading.js";

/** Something that may be wrong with a program, and the choices that would mend it, the likeliest first. */
export interface Problem {
  readonly name: string;
  readonly shows: (reading: Reading) => boolean;
  readonly remedies: readonly Partial<Recipe>[];
}

/** Nearness below which a memory is far. */
const FAR = 0.45;
/** Characters beyond which a payload is long, and lines. */
const LONG = 8_000;
const MANY_LINES = 40;

const hasFailed = ({ isSolved }: Reading): boolean => !isSolved;
const failedAnd =
  (shows: (reading: Reading) => boolean): Problem["shows"] =>
  (reading) =>
    hasFailed(reading) && shows(reading);

/** What the stand-in for reflection looks for. AutoMMemo appendix C.3 names such failures. */
export const PROBLEMS: readonly Problem[] = [
  {
    name: "Nothing was retrieved.",
    shows: failedAnd(({ items, example }) => items === 0 && example.error === null),
    remedies: [{ threshold: 0 }, { keep: "best" }, { sameDomain: false }, { keep: "all" }, { threshold: 0.3 }],
  },
  {
    name: "What was retrieved is far from the task.",
    shows: failedAnd(({ near }) => near !== null && near < FAR),
    remedies: [{ index: "goal+observation" }, { threshold: 0.5 }, { sameDomain: true }, { threshold: 0.3 }],
  },
  {
    name: "What was retrieved is from another domain.",
    shows: failedAnd(({ elsewhere }) => elsewhere > 0),
    remedies: [{ sameDomain: true }, { index: "goal+observation" }, { threshold: 0.5 }],
  },
  {
    name: "Failures were given as examples.",
    shows: failedAnd(({ failures }) => failures > 0),
    remedies: [{ rank: "reward" }, { keep: "successes" }, { keep: "best" }, { rank: "blend" }, { avoid: true }],
  },
  {
    name: "The payload is long.",
    shows: failedAnd(({ size, lines }) => size > LONG || lines.length > MANY_LINES),
    remedies: [{ steps: "direct" }, { items: 1 }, { format: "actions" }, { keep: "best" }],
  },
  {
    name: "Actions that were followed were refused.",
    shows: failedAnd(({ refused }) => refused > 0),
    remedies: [{ steps: "direct" }, { words: "exchanged" }, { steps: "legal" }, { avoid: true }],
  },
  {
    name: "Actions name what does not occur in the task.",
    shows: failedAnd(({ foreign, lines }) => lines.length > 0 && 3 * foreign >= lines.length),
    remedies: [{ words: "exchanged" }, { format: "started" }, { sameDomain: true }, { words: "slots" }, { index: "goal+observation" }],
  },
  {
    name: "What was given was followed, and the task failed.",
    shows: failedAnd(({ followed, lines }) => lines.length > 0 && 2 * followed >= new Set(lines).size),
    remedies: [{ index: "goal+observation" }, { rank: "blend" }, { items: 3 }, { items: 5 }, { keep: "successes" }, { words: "exchanged" }],
  },
  {
    name: "What was given was not followed.",
    shows: failedAnd(({ followed, lines }) => lines.length > 0 && followed === 0),
    remedies: [{ format: "started" }, { index: "goal+observation" }, { words: "exchanged" }, { items: 5 }, { format: "actions" }],
  },
  {
    name: "Trajectories go over the same again.",
    shows: failedAnd(({ repeated }) => repeated > 1),
    remedies: [{ steps: "direct" }, { keep: "best" }, { format: "hints" }],
  },
  {
    name: "One memory alone was given, and did not do.",
    shows: failedAnd(({ items }) => items === 1),
    remedies: [{ items: 3 }, { items: 5 }, { rank: "blend" }, { format: "hints" }],
  },
  {
    name: "More was given than was of use.",
    shows: ({ isSolved, lines, followed }) => isSolved && lines.length > 3 * followed + 3,
    remedies: [{ items: 1 }, { steps: "direct" }, { threshold: 0.5 }],
  },
];
