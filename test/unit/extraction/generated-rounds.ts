/** Made-up record rounds in the forms people use, of many kinds of tables, for measuring extraction. Test-only. */

import { type Kind, KINDS } from "./kinds.js";
import { MORE_PUBLIC_KINDS } from "./more-public-kinds.js";
import { PUBLIC_KINDS } from "./public-kinds.js";

/** A round's text with the pairs it states. */
export interface GeneratedRound {
  readonly form: string;
  readonly user: string;
  readonly caption: string | null;
  readonly pairs: Readonly<Record<string, string>>;
}

/** A small seeded generator (mulberry32): numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Pairs = readonly (readonly [string, string])[];

const FORMS: Readonly<Record<string, (frame: string, caption: string, pairs: Pairs) => { user: string; caption: string | null }>> = {
  "list after stop": (frame, _, pairs) => ({
    user: `${frame}.\n${pairs.map(([name, value]) => `- ${name}: ${value}`).join("\n")}`,
    caption: null,
  }),
  "list after colon": (frame, _, pairs) => ({
    user: `${frame}:\n${pairs.map(([name, value]) => `* ${name}: ${value}`).join("\n")}`,
    caption: null,
  }),
  "was after colon": (frame, _, pairs) => ({
    user: `${frame}: ${pairs.map(([name, value]) => `the ${name} was ${value}`).join("; ")}.`,
    caption: null,
  }),
  "was after stop": (frame, _, pairs) => ({
    user: `${frame}. ${pairs.map(([name, value]) => `the ${name} was ${value}`).join("; ")}.`,
    caption: null,
  }),
  "bare after colon": (frame, _, pairs) => ({
    user: `${frame}: ${pairs.map(([name, value]) => `${name} ${value}`).join(", ")}.`,
    caption: null,
  }),
  "bare after stop": (frame, _, pairs) => ({
    user: `${frame}. ${pairs.map(([name, value]) => `${name} ${value}`).join(", ")}.`,
    caption: null,
  }),
  "caption with signs": (frame, caption, pairs) => ({
    user: `${frame}.`,
    caption: `${caption} showing ${pairs.map(([name, value]) => `${name} = ${value}`).join("; ")}.`,
  }),
  "colons in a line": (frame, _, pairs) => ({
    user: `${frame}: ${pairs.map(([name, value]) => `${name}: ${value}`).join("; ")}`,
    caption: null,
  }),
};

/** `count` rounds of every kind and form, each with two or more of the kind's attributes, in their order. */
export function generatedRounds(
  count: number,
  seed: number,
  kinds: readonly Kind[] = [...KINDS, ...PUBLIC_KINDS, ...MORE_PUBLIC_KINDS],
): GeneratedRound[] {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return kinds.flatMap((kind) =>
    Object.entries(FORMS).flatMap(([form, write]) =>
      Array.from({ length: count }, () => {
        const all = Object.entries(kind.values).map(([name, values]) => [name, pick(values)] as const);
        const kept = all.filter(() => random() < 0.85);
        const pairs = kept.length < 2 ? all : kept;
        return { form, ...write(pick(kind.frame), kind.caption, pairs), pairs: Object.fromEntries(pairs) };
      }),
    ),
  );
}
