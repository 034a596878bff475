import type { TableCard } from "./card.js";
import { alikeDoings } from "./row-words.js";
import { wordsOf } from "./words.js";

/** Stems of what a table is known to be spoken of with: its name and description, its columns' meanings, its rounds' words. */
export function knownStems(card: TableCard): Set<string> {
  const texts = [card.name, ...card.aliases, card.description, ...card.columns.map(({ meaning }) => meaning)];
  return new Set([
    ...stemsOf(texts.join(" ")),
    ...card.common,
    ...ownStems(card),
    ...stemsOf(card.columns.map(({ name }) => name).join(" ")).flatMap((stem) => [...alikeDoings(stem)]),
  ]);
}

/** Stems of the table's own names, and of words for the same doing (`expenses`: `purchases`, `bought`). */
export function ownStems({ name, aliases }: TableCard): Set<string> {
  return new Set(stemsOf([name, ...aliases].join(" ")).flatMap((stem) => [...alikeDoings(stem)]));
}

export function stemsOf(text: string): string[] {
  return wordsOf(text.replace(/_/g, " ")).map(({ stem }) => stem);
}
