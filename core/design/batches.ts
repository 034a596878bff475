import { seeded, shuffled } from "../seeded.js";
import type { DesignSettings } from "./settings.js";

/** Tasks by what they are for. No task is in two batches. */
export interface Batches<Item> {
  /** 𝒟ᵤ: done once without memory, to have experience that every program is updated with. */
  readonly update: readonly Item[];
  /** 𝒟ᵣ: done with each program's memory, which scores it. */
  readonly retrieve: readonly Item[];
  /** Held out: done once a program has been chosen. */
  readonly test: readonly Item[];
}

const NAMES = ["update", "retrieve", "test"] as const;

/**
 * Deals tasks like cards: those of each domain are shuffled and dealt in turn, one domain after the other, so that every
 * domain is in every batch as evenly as its number of tasks allows. Each batch goes through the domains in turn, so that
 * the first of it, which a limit keeps, are of many. AutoMMemo appendix C: both training batches are disjoint.
 */
export function dealBatches<Item extends { readonly domain: string }>(
  tasks: readonly Item[],
  settings: Pick<DesignSettings, "seed" | "updateTasks" | "retrieveTasks" | "testTasks">,
): Batches<Item> {
  const random = seeded(settings.seed);
  const domains = [...new Set(tasks.map(({ domain }) => domain))];
  let turn = 0;
  const dealt = domains.flatMap((domain) =>
    shuffled(
      tasks.filter((task) => task.domain === domain),
      random,
    ).map((task) => ({ task, batch: NAMES[turn++ % NAMES.length] })),
  );
  const batchOf = (name: (typeof NAMES)[number]) => {
    const own = dealt.filter(({ batch }) => batch === name).map(({ task }) => task);
    const spread = inTurns(domains.map((domain) => own.filter((task) => task.domain === domain)));
    const limit = settings[`${name}Tasks`];
    return limit > 0 ? spread.slice(0, limit) : spread;
  };
  return { update: batchOf("update"), retrieve: batchOf("retrieve"), test: batchOf("test") };
}

/** The first of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
