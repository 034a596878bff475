import { addDays } from "../../../core/calendar.js";
import { sample, seeded } from "../../../core/seeded.js";
import { kindsCalled, type Kind, type NumberColumn } from "./kinds.js";
import type { DiaryRecord } from "./diary-record.js";
import { SMALL_TALK, told } from "./telling.js";

/** How a diary is made; equal settings make equal diaries. */
export interface DiarySettings {
  readonly seed: number;
  /** Kinds of record in it, ten at most. */
  readonly kinds: number;
  readonly weeks: number;
  /** `own`: no two kinds call a column the same; `shared`: those that are alike do, and only what the question is about tells. */
  readonly names: "own" | "shared";
}

/** A history in Mnema's format with what it tells. */
export interface Diary {
  readonly kinds: readonly Kind[];
  readonly records: readonly DiaryRecord[];
  readonly history: {
    readonly format: "mnema-history/1";
    readonly id: string;
    readonly sessions: readonly { readonly id: string; readonly rounds: readonly DiaryRound[] }[];
  };
}

export interface DiaryRound {
  readonly id: string;
  readonly time: string;
  readonly user: string;
  readonly assistant: string;
}

const FIRST_DAY = "2024-01-08";
const DAYS = 7;
/** Of the columns after the first, those that a record leaves out. */
const UNTOLD = 0.07;
/** Rounds of small talk on a day. */
const TALKS = 0.8;
const REPLIES = ["Noted.", "Thanks, I have it.", "Written down.", "Okay."];

/** A seeded diary: every day a session, in which records of several kinds and small talk come in any order. */
export function diaryOf({ seed, kinds: wanted, weeks, names }: DiarySettings): Diary {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const kinds = sample(kindsCalled(names), wanted, random);
  const records: DiaryRecord[] = [];
  const sessions = Array.from({ length: weeks * DAYS }, (_, day) => {
    const session = `D${day + 1}`;
    const date = addDays(FIRST_DAY, day);
    const due: (Kind | null)[] = kinds.filter(({ weekly }) => random() < weekly / DAYS);
    for (let talk = random() < TALKS; talk; talk = random() < TALKS - 0.5) due.splice(Math.floor(random() * (due.length + 1)), 0, null);
    const rounds = due.map((kind, place): DiaryRound => {
      const round = { id: `${session}:${place + 1}`, time: date };
      if (kind === null) return { ...round, user: pick(SMALL_TALK)(pick), assistant: "I see." };
      const numbers = kind.numbers.filter((_column, at) => at === 0 || random() >= UNTOLD);
      const texts = kind.texts.filter(() => random() >= UNTOLD);
      const record: DiaryRecord = {
        kind,
        day: date,
        round: round.id,
        numbers: new Map(numbers.map((column) => [column.name, drawn(column, random)])),
        texts: new Map(texts.map(({ name, values }) => [name, pick(values)])),
      };
      records.push(record);
      return { ...round, user: told(record, pick), assistant: pick(REPLIES) };
    });
    return { id: session, rounds };
  });
  return {
    kinds,
    records,
    history: { format: "mnema-history/1", id: `diary-${names}-${seed}`, sessions: sessions.filter(({ rounds }) => rounds.length > 0) },
  };
}

function drawn({ low, high, decimals }: NumberColumn, random: () => number): number {
  return Number((low + random() * (high - low)).toFixed(decimals));
}
