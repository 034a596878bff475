import type { DiaryRecord } from "./diary-record.js";

/** Takes one of several things. */
export type Pick = <Item>(items: readonly Item[]) => Item;

const PEOPLE = ["Nora", "Ivan", "Mei", "Tomas", "Amara", "Pavel"];
const PLACES = ["the harbour", "the old town", "the library", "the station café", "the museum"];

/** Rounds that hold no record, though some speak of what records are about. */
export const SMALL_TALK: readonly ((pick: Pick) => string)[] = [
  (pick) => `Met ${pick(PEOPLE)} at ${pick(PLACES)}; we laughed a lot about the old days.`,
  (pick) => `${pick(PEOPLE)} wants to come along on a run some day, if the weather holds.`,
  (pick) => `I should call ${pick(PEOPLE)} back about the trip.`,
  (pick) => `${pick(PEOPLE)} says the bikes in ${pick(PLACES)} are never locked.`,
  (pick) => `Dreamt of ${pick(PLACES)} again, no idea why.`,
  (pick) => `${pick(PEOPLE)} lent me a book that I will not finish, I fear.`,
  (pick) => `Quiet day. Sat by the window and thought of ${pick(PEOPLE)}.`,
];

type Pair = readonly [name: string, value: string];

/** Ways to tell a record. */
const FORMS: readonly ((lead: string, pairs: readonly Pair[]) => string)[] = [
  (lead, pairs) => `${lead}:\n${pairs.map(([name, value]) => `- ${name}: ${value}`).join("\n")}`,
  (lead, pairs) => `${lead}: ${pairs.map(([name, value]) => `${name} ${value}`).join(", ")}.`,
  (lead, pairs) => `${lead}; ${pairs.map(([name, value]) => `the ${name} was ${value}`).join("; ")}.`,
  (lead, pairs) => `${lead}. ${capital(listed(pairs.map(([name, value]) => `${name} was ${value}`)))}.`,
  (lead, pairs) => `${lead}. ${pairs.map(([name, value]) => `${capital(name)}: ${value}`).join(". ")}.`,
  (lead, pairs) => `${lead} (${pairs.map(([name, value]) => `${name} = ${value}`).join(", ")})`,
];

/** A record in words: its columns in their order, in one of the forms. */
export function told({ kind, numbers, texts }: DiaryRecord, pick: Pick): string {
  const pairs = [
    ...kind.numbers.flatMap(({ name, unit }): Pair[] => {
      const value = numbers.get(name);
      return value === undefined ? [] : [[name, unit === "" ? String(value) : `${value} ${unit}`]];
    }),
    ...kind.texts.flatMap(({ name }): Pair[] => {
      const value = texts.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ];
  return pick(FORMS)(pick(kind.leads), pairs);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
