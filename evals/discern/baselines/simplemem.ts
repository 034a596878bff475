/**
 * SimpleMem-shaped: Liu et al. 2026, "SimpleMem: Efficient Lifelong Memory for LLM Agents" (arXiv 2601.02553).
 *
 * Keeps: its three stages. A run is cut into windows, those that tell little that is new are dropped, and the rest is compressed
 * into units that stand alone; a unit close to one that is there is merged with it into a more general one; retrieval adds up
 * likeness of meaning, of words and of the world, and takes more units the more a task involves.
 * Leaves out: resolving times and pronouns by rules, persons and dates as symbolic fields (a run has neither), consolidation in
 * the background (it is done at once), reading a question's intent with the model.
 * Changed: the memory is the whole team's, as the method knows no roles.
 */
import { z } from "zod";
import { fence } from "../../../core/fence.js";
import { sentences } from "../../../core/sentences.js";
import { terms } from "../../../core/tokens.js";
import type { Decision } from "../../../decisions/decision.js";
import type { Task } from "../../../environments/contract.js";
import type { Role } from "../../../hosts/contract.js";
import type { Baseline, BaselineMemory, BaselineParts, Done } from "./contract.js";
import { openShelf } from "./shelf.js";
import { asked, askAboutRun, entryId, lessonOf, packed, type RoleRun, roleRun } from "./texts.js";

/** Steps of a window, and how many it shares with the one before. */
const WINDOW = 24;
const OVERLAP = 4;
/** Share of a window's words that must be new. */
const NEW = 0.1;
/** Similarity from which two units are merged. */
const MERGED = 0.9;
/** Units for the simplest task, and how many more the words of a task call for. */
const FEWEST = 2;
const WORDS_A_UNIT = 15;
const MOST = 8;
/** How much likeness of words and of the world count beside that of meaning. */
const LEXICAL = 0.5;
const SYMBOLIC = 0.25;

interface Unit {
  readonly id: string;
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** Worlds that it was met in. */
  readonly domains: ReadonlySet<string>;
}

const Units = z.object({ units: z.array(z.string().trim().min(1).max(400)).max(5) });
const Merged = z.object({ unit: z.string().trim().min(1).max(400) });

const compress: Decision<RoleRun & { readonly roles: readonly Role[] }, typeof Units> = {
  name: "simplemem-compress",
  version: 1,
  answer: Units,
  ask: (run) =>
    askAboutRun(
      [
        "This is a stretch of a team's work. Compress what is worth keeping for later tasks into units that can be understood alone.",
        "units: at most five, each one sentence on what to do or not to do, and in what situation; nothing twice, nothing that holds for this task alone, no names and values of it.",
        'Answer with JSON only: {"units": […]}.',
      ],
      run,
    ),
  offline: ({ roles, ...run }) => {
    const lessons = roles.flatMap(({ name, duty }) => sentences(lessonOf({ ...run, role: name, duty }) ?? ""));
    return { units: [...new Set(lessons)].map((unit) => unit.slice(0, 400)).slice(0, 5) };
  },
};

const merge: Decision<{ readonly units: readonly [string, string] }, typeof Merged> = {
  name: "simplemem-merge",
  version: 1,
  answer: Merged,
  ask: ({ units }) =>
    asked(
      [
        "Two units of a memory say nearly the same. Write the one that can stand for both: one sentence, as general as both allow, nothing of either lost that matters.",
        'Answer with JSON only: {"unit": …}.',
      ],
      units.map((unit, at) => fence(`unit ${at + 1}`, unit)),
    ),
  // The shorter one names fewer particulars.
  offline: ({ units: [older, newer] }) => ({ unit: newer.length < older.length ? newer : older }),
};

export const simpleMem: Baseline = { name: "SimpleMem", version: 1, open };

function open(parts: BaselineParts): BaselineMemory {
  const units = openShelf<Unit>(parts, ({ text }) => text);

  const keep = async (id: string, text: string, domain: string) => {
    const [nearest] = await units.near(text);
    const same = nearest !== undefined && (nearest.entry.text === text || nearest.similarity >= MERGED) ? nearest.entry : null;
    if (same === null) return units.add(unitOf(id, text, [domain]));
    const merged = same.text === text ? text : ((await parts.decide(merge, { units: [same.text, text] }))?.unit ?? same.text);
    units.remove(({ id: known }) => known === same.id);
    return units.add(unitOf(same.id, merged, [...same.domains, domain]));
  };

  return {
    retrieve: async (task, _role, context) => {
      const asks = new Set(terms(context));
      const ranked = (await units.near(context))
        .map(({ entry, similarity }) => ({
          entry,
          score: similarity + LEXICAL * shareIn(entry.words, asks) + (entry.domains.has(task.domain) ? SYMBOLIC : 0),
        }))
        .toSorted((one, other) => other.score - one.score);
      return packed(
        ranked.slice(0, depthOf(task)).map(({ entry }) => entry),
        parts.characters,
      );
    },
    learn: async (done) => {
      const [first = { name: "team", duty: "" }] = done.roles;
      for (const [at, steps] of windowsOf(done).entries()) {
        const compressed = await parts.decide(compress, { ...roleRun(done, first), steps, roles: done.roles });
        for (const [place, text] of (compressed?.units ?? []).entries())
          await keep(entryId("unit", done.ordinal, at, place), text, done.task.domain);
      }
    },
  };
}

/** Windows of a run that tell something new: enough of their words were not in the ones before. */
function windowsOf({ trajectory: { steps } }: Done): (typeof steps)[] {
  const seen = new Set<string>();
  const windows: (typeof steps)[] = [];
  for (let from = 0; from === 0 || from + OVERLAP < steps.length; from += WINDOW - OVERLAP) {
    const window = steps.slice(from, from + WINDOW);
    const words = new Set(window.flatMap(({ text }) => terms(text)));
    const isNew = [...words].filter((word) => !seen.has(word)).length >= NEW * words.size;
    for (const word of words) seen.add(word);
    if (isNew && window.length > 0) windows.push(window);
  }
  return windows;
}

/** Units that a task calls for: the more different words its goal has, the more. */
function depthOf({ input }: Task): number {
  return Math.min(MOST, FEWEST + Math.floor(new Set(terms(input.goal)).size / WORDS_A_UNIT));
}

function unitOf(id: string, text: string, domains: readonly string[]): Unit {
  return { id, text, words: new Set(terms(text)), domains: new Set(domains) };
}

function shareIn(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size;
}
