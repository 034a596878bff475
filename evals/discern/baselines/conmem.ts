/**
 * ConMem-shaped: Tan et al. 2026, "ConMem: Structured Memory-Guided Adaptation in Training-Free Multi-Agent Systems"
 * (arXiv 2606.08702).
 *
 * Keeps: cards with a strategy and the cue that calls for it, in a graph of what a card depends on and what it contradicts;
 * retrieval by cue, then coordination over the graph: what a chosen card depends on comes with it, ahead of it, and of two that
 * contradict each other the one that proved itself less is dropped.
 * Leaves out: skills beside cards, links between cards of several roles, choosing paths through the graph by a plan.
 * Changed: a card proves itself by the scores of the tasks in which it was given, against the mean of the stream.
 */
import { z } from "zod";
import { fence } from "../../../core/fence.js";
import { sentences } from "../../../core/sentences.js";
import type { Decision } from "../../../decisions/decision.js";
import { denies, meaning } from "../../../decisions/discern/offline/wording.js";
import type { Baseline, BaselineMemory, BaselineParts } from "./contract.js";
import { openShelf } from "./shelf.js";
import { asked, askAboutRun, entryId, lessonOf, packed, type RoleRun, roleRun } from "./texts.js";

const RETRIEVED = 3;
/** Cards that a new one is related to. */
const COMPARED = 5;
/** Share of common words from which the stand-in takes two cards to be about the same. */
const ABOUT = 0.6;

interface Card {
  readonly id: string;
  readonly role: string;
  readonly strategy: string;
  readonly cue: string;
  readonly requires: readonly string[];
  readonly conflicts: readonly string[];
  /** Sum of how far the tasks in which it was given were above the mean. */
  proved: number;
}

const Cards = z.object({
  cards: z.array(z.object({ strategy: z.string().trim().min(1).max(400), cue: z.string().trim().min(1).max(400) })).max(4),
});
const Relations = z.object({
  same: z.int().positive().nullable(),
  requires: z.array(z.int().positive()),
  conflicts: z.array(z.int().positive()),
});

const distil: Decision<RoleRun, typeof Cards> = {
  name: "conmem-distil",
  version: 1,
  answer: Cards,
  ask: (run) =>
    askAboutRun(
      [
        `You write strategy cards for the ${run.role} of a team (${run.duty}) from one finished task.`,
        "cards: at most four. strategy: one imperative sentence that the run shows to help, or to do harm. cue: what is to be seen when it applies. No names and values of this task.",
        'Answer with JSON only: {"cards": [{"strategy": …, "cue": …}]}.',
      ],
      run,
    ),
  offline: (run) => {
    const cue = (run.goal || "Any task.").slice(0, 400);
    return {
      cards: sentences(lessonOf(run) ?? "")
        .slice(0, 4)
        .map((strategy) => ({ strategy: strategy.slice(0, 400), cue })),
    };
  },
};

const relate: Decision<{ readonly card: string; readonly others: readonly string[] }, typeof Relations> = {
  name: "conmem-relate",
  version: 1,
  answer: Relations,
  ask: ({ card, others }) =>
    asked(
      [
        "How does a new strategy card relate to the numbered ones? same: the number of one that says the same, or null. requires: numbers of those that must be followed for the new one to work. conflicts: numbers of those that cannot be followed together with it.",
        'Answer with JSON only: {"same": …, "requires": […], "conflicts": […]}.',
      ],
      [fence("new card", card), ...others.map((other, at) => fence(`card ${at + 1}`, other))],
    ),
  offline: ({ card, others }) => {
    const same = others.indexOf(card);
    const about = others.map((other) => isAboutTheSame(card, other));
    const numbers = (which: (other: string, at: number) => boolean) => others.flatMap((other, at) => (which(other, at) ? [at + 1] : []));
    return {
      same: same < 0 ? null : same + 1,
      requires: numbers((other, at) => about[at] === true && other !== card && denies(other) && denies(card)),
      conflicts: numbers((other, at) => about[at] === true && denies(other) !== denies(card)),
    };
  },
};

export const conMem: Baseline = { name: "ConMem", version: 1, open };

function open(parts: BaselineParts): BaselineMemory {
  const cards = openShelf<Card>(parts, ({ strategy, cue }) => `${strategy}\n${cue}`);
  let tasks = 0;
  let mean = 0;

  /** Chosen cards with what they depend on, each after that; of two that contradict each other the better proved, else the first. */
  const coordinated = (chosen: readonly Card[]): Card[] => {
    const byId = new Map(cards.entries.map((card) => [card.id, card]));
    const all = new Set<Card>();
    for (const card of chosen) {
      for (const id of card.requires) {
        const required = byId.get(id);
        if (required !== undefined) all.add(required);
      }
      all.add(card);
    }
    const contradict = (one: Card, other: Card) => one.conflicts.includes(other.id) || other.conflicts.includes(one.id);
    const order = [...all];
    const isWorse = (card: Card, at: number) =>
      order.some((other, place) => contradict(card, other) && (other.proved > card.proved || (other.proved === card.proved && place < at)));
    return order.filter((card, at) => !isWorse(card, at));
  };

  return {
    retrieve: async (_task, { name }, context) => {
      const found = (await cards.near(context, ({ role }) => role === name)).slice(0, RETRIEVED).map(({ entry }) => entry);
      return packed(
        coordinated(found).map(({ id, strategy }) => ({ id, text: strategy })),
        parts.characters,
      );
    },
    learn: async (done) => {
      const { score, contexts } = done.trajectory;
      mean = (mean * tasks + score) / (tasks + 1);
      tasks++;
      const given = new Set(Object.values(contexts).flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)));
      for (const card of cards.entries) if (given.has(card.id)) card.proved += score - mean;
      for (const role of done.roles) {
        const distilled = await parts.decide(distil, roleRun(done, role));
        for (const [at, card] of (distilled?.cards ?? []).entries()) {
          const others = (await cards.near(`${card.strategy}\n${card.cue}`, (known) => known.role === role.name)).slice(0, COMPARED);
          const relations = await parts.decide(relate, { card: card.strategy, others: others.map(({ entry }) => entry.strategy) });
          if (relations === null || relations.same !== null) continue;
          const named = (numbers: readonly number[]) => numbers.flatMap((number) => others[number - 1]?.entry.id ?? []);
          const links = { requires: named(relations.requires), conflicts: named(relations.conflicts) };
          await cards.add({ id: entryId(role.name, done.ordinal, at), role: role.name, ...card, ...links, proved: 0 });
        }
      }
    },
  };
}

function isAboutTheSame(one: string, other: string): boolean {
  const [some, others] = [new Set(meaning(one)), new Set(meaning(other))];
  const common = [...some].filter((word) => others.has(word)).length;
  return common > 0 && common >= ABOUT * Math.min(some.size, others.size);
}
