import { seeded, shuffled } from "../../../core/seeded.js";
import type { ExpectedCall } from "../../scores/trajectory.js";
import type { Diary } from "./diary.js";
import type { DiaryRecord } from "./diary-record.js";
import type { Kind, NumberColumn, TextColumn } from "./kinds.js";
import type { Pick } from "./telling.js";

/** A question about a diary with its answer, worked out record by record. */
export interface DiaryQuestion {
  readonly id: string;
  /** What is asked for: `average`, `total`, `most`, `count`, `month`, `day`, `other`, `group`, `across`. */
  readonly point: string;
  readonly question: string;
  readonly answer: string;
  /** Null where the answer is a word. */
  readonly value: number | null;
  /** Rounds that the answer rests on. */
  readonly evidence: readonly string[];
  readonly paths: readonly (readonly ExpectedCall[])[];
}

type Draft = Omit<DiaryQuestion, "id">;

/** What questions of one kind of record are made from. */
interface Subject {
  readonly kind: Kind;
  readonly records: readonly DiaryRecord[];
  /** Words of a column that no other kind of the diary has: they tell the right table. */
  readonly own: string;
  /** The whole diary, for questions that go from one table to another. */
  readonly diary: Diary;
  readonly pick: Pick;
  readonly random: () => number;
}

/** Seeded questions about a diary, `each` of every kind of record, in forms that vary. What has no single right answer is not asked. */
export function questionsOn(diary: Diary, each: number, seed: number): DiaryQuestion[] {
  const random = seeded(seed);
  const pick: Pick = (items) => items[Math.floor(random() * items.length)] as (typeof items)[number];
  return diary.kinds.flatMap((kind) => {
    const records = diary.records.filter((record) => record.kind === kind);
    const subject: Subject = { kind, records, own: ownColumn(kind, diary.kinds), diary, pick, random };
    const drafts = shuffled(ASKED, random).flatMap((ask) => ask(subject) ?? []);
    return drafts.slice(0, each).map((draft, at) => ({ id: `${kind.noun}-${at + 1}-${draft.point}`, ...draft }));
  });
}

/** Of all ways to ask, each makes one question about a subject, or none. */
const ASKED: readonly ((subject: Subject) => Draft | null)[] = [
  average,
  total,
  most,
  most,
  counted,
  inMonth,
  onDay,
  other,
  other,
  grouped,
  across,
];

function average({ kind, records, own, pick }: Subject): Draft {
  const column = pick(kind.numbers);
  const told = having(records, column);
  const mean = sum(told, column) / told.length;
  return number({
    point: "average",
    question: pick([
      `What was the average ${column.name} of my ${kind.plural}?`,
      `What is the mean ${column.name} over all of my ${kind.plural}?`,
      `Tell me the average ${column.name} of a ${kind.noun}.`,
    ]),
    value: mean,
    told,
    paths: [[compute(own, column, "avg")]],
  });
}

function total({ kind, records, own, pick }: Subject): Draft | null {
  const column = pick(kind.numbers.filter(({ adds }) => adds));
  if (column === undefined) return null;
  const told = having(records, column);
  return number({
    point: "total",
    question: pick([
      `What was the total ${column.name} of all my ${kind.plural}?`,
      `What is the sum of the ${column.name} over all ${kind.plural}?`,
      `What does the ${column.name} of my ${kind.plural} add up to?`,
    ]),
    value: sum(told, column),
    told,
    paths: [[compute(own, column, "sum")]],
  });
}

function most({ kind, records, own, pick }: Subject): Draft {
  const [column, end] = [pick(kind.numbers), pick(["highest", "lowest"] as const)];
  const told = having(records, column);
  const value = ends(told, column)[end];
  return number({
    point: "most",
    question: pick([
      `What was the ${end} ${column.name} of all my ${kind.plural}?`,
      `What is the ${end} ${column.name} that I noted for a ${kind.noun}?`,
      `Of all ${kind.plural}, what was the ${end} ${column.name}?`,
    ]),
    value,
    told: told.filter((record) => record.numbers.get(column.name) === value),
    paths: [[compute(own, column, end === "highest" ? "max" : "min")], [rank(own, column, end)]],
  });
}

function counted({ kind, records, own, pick, random }: Subject): Draft | null {
  const [column, side] = [pick(kind.numbers), pick(["above", "below"] as const)];
  const told = having(records, column);
  const limit = Math.round(column.low + (0.3 + 0.4 * random()) * (column.high - column.low));
  const within = told.filter(({ numbers }) => {
    const value = numbers.get(column.name) ?? limit;
    return side === "above" ? value > limit : value < limit;
  });
  if (within.length === 0) return null;
  const bound = `${side} ${limit}${column.unit === "" ? "" : ` ${column.unit}`}`;
  return number({
    point: "count",
    question: pick([
      `How many ${kind.plural} had a ${column.name} ${bound}?`,
      `How many of my ${kind.plural} had ${column.name} ${bound}?`,
      `For how many ${kind.plural} was the ${column.name} ${bound}?`,
    ]),
    value: within.length,
    told: within,
    paths: [[compute(own, column, "count")], [{ tools: ["Filter"], table: own, arguments: [column.name] }]],
  });
}

function inMonth({ kind, records, own, pick }: Subject): Draft | null {
  const column = pick(kind.numbers);
  const told = having(records, column);
  const month = pick([...new Set(told.map(({ day }) => day.slice(0, 7)))]);
  const within = told.filter(({ day }) => month !== undefined && day.startsWith(month));
  if (month === undefined || within.length < 2) return null;
  const name = new Date(`${month}-15T00:00:00Z`).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  return number({
    point: "month",
    question: pick([
      `What was the average ${column.name} of my ${kind.plural} in ${name}?`,
      `In ${name}, what was the average ${column.name} of the ${kind.plural}?`,
    ]),
    value: sum(within, column) / within.length,
    told: within,
    paths: [[compute(own, column, "avg", month)]],
  });
}

function onDay({ kind, records, own, pick }: Subject): Draft | null {
  const column = pick(kind.numbers);
  // One record a day at most, so that the day tells it.
  const record = pick(having(records, column));
  if (record === undefined) return null;
  return number({
    point: "day",
    question: pick([
      `What was the ${column.name} of the ${kind.noun} on ${record.day}?`,
      `On ${record.day}, what was the ${column.name} of my ${kind.noun}?`,
    ]),
    value: record.numbers.get(column.name) ?? 0,
    told: [record],
    paths: [[{ tools: ["Lookup", "Filter", "Compute"], table: own, arguments: [record.day] }]],
  });
}

/** Another column of the record that has most or least of one. */
function other({ kind, records, own, pick }: Subject): Draft | null {
  const [column, end] = [pick(kind.numbers), pick(["highest", "lowest"] as const)];
  const record = alone(records, column, end);
  const wanted = pick<NumberColumn | TextColumn>([...kind.numbers.filter((one) => one !== column), ...kind.texts]);
  if (record === null || wanted === undefined) return null;
  const value = record.numbers.get(wanted.name) ?? record.texts.get(wanted.name);
  if (value === undefined) return null;
  return {
    point: "other",
    question: pick([
      `What was the ${wanted.name} of the ${kind.noun} with the ${end} ${column.name}?`,
      `For the ${kind.noun} with the ${end} ${column.name}, what was the ${wanted.name}?`,
    ]),
    answer: String(value),
    value: typeof value === "number" ? value : null,
    evidence: [record.round],
    paths: [[rank(own, column, end)], [rank(own, column, end), { tools: ["Lookup", "Filter"], table: own, arguments: [] }]],
  };
}

function grouped({ kind, records, own, pick }: Subject): Draft | null {
  const [text, column, end] = [pick(kind.texts), pick(kind.numbers), pick(["highest", "lowest"] as const)];
  if (text === undefined) return null;
  const means = text.values.flatMap((name) => {
    const told = having(records, column).filter(({ texts }) => texts.get(text.name) === name);
    return told.length === 0 ? [] : [{ name, told, mean: sum(told, column) / told.length }];
  });
  const [best, next] = means.toSorted((a, b) => (end === "highest" ? b.mean - a.mean : a.mean - b.mean));
  if (best === undefined || next === undefined || best.mean === next.mean) return null;
  return {
    point: "group",
    question: pick([
      `Which ${text.name} had the ${end} average ${column.name} of my ${kind.plural}?`,
      `Over all ${kind.plural}, which ${text.name} had the ${end} average ${column.name}?`,
    ]),
    answer: best.name,
    value: null,
    evidence: best.told.map(({ round }) => round),
    paths: [[compute(own, column, "avg", text.name)]],
  };
}

/** What another kind's record told on the day of the record that has most or least of one. */
function across({ kind, records, own, diary, pick }: Subject): Draft | null {
  const [column, end] = [pick(kind.numbers), pick(["highest", "lowest"] as const)];
  const record = alone(records, column, end);
  const elsewhere = pick(diary.records.filter((one) => one.kind !== kind && one.day === record?.day));
  if (record === null || elsewhere === undefined) return null;
  const wanted = elsewhere.kind.numbers[0];
  const value = elsewhere.numbers.get(wanted.name);
  if (value === undefined) return null;
  const table = ownColumn(elsewhere.kind, diary.kinds);
  return number({
    point: "across",
    question: `On the day of the ${kind.noun} with the ${end} ${column.name}, what was the ${wanted.name} of the ${elsewhere.kind.noun}?`,
    value,
    told: [record, elsewhere],
    paths: [[rank(own, column, end), { tools: ["Lookup", "Filter", "Compute"], table, arguments: [record.day] }]],
  });
}

function number({
  told,
  value,
  ...rest
}: { readonly point: string; readonly question: string; readonly paths: Draft["paths"] } & {
  value: number;
  told: readonly DiaryRecord[];
}): Draft {
  const answer = String(Number(value.toFixed(4)));
  return { ...rest, answer, value: Number(answer), evidence: told.map(({ round }) => round) };
}

function compute(table: string, column: NumberColumn, operator: string, ...more: readonly string[]): ExpectedCall {
  return { tools: ["Compute"], table, arguments: [column.name, `"${operator}"`, ...more] };
}

function rank(table: string, column: NumberColumn, end: "highest" | "lowest"): ExpectedCall {
  return { tools: ["Rank"], table, arguments: [column.name, end === "highest" ? "desc" : "asc"] };
}

/** The name of a column that no other kind has, nor one that holds it. */
function ownColumn(kind: Kind, kinds: readonly Kind[]): string {
  const others = kinds.filter((one) => one !== kind).flatMap(namesOf);
  return namesOf(kind).find((name) => !others.some((one) => one.includes(name))) ?? kind.numbers[0].name;
}

function namesOf({ numbers, texts }: Kind): string[] {
  return [...numbers, ...texts].map(({ name }) => name);
}

function having(records: readonly DiaryRecord[], { name }: NumberColumn): DiaryRecord[] {
  return records.filter(({ numbers }) => numbers.has(name));
}

function sum(records: readonly DiaryRecord[], { name }: NumberColumn): number {
  return records.reduce((total, { numbers }) => total + (numbers.get(name) ?? 0), 0);
}

function ends(records: readonly DiaryRecord[], { name }: NumberColumn): { readonly highest: number; readonly lowest: number } {
  const values = records.flatMap(({ numbers }) => numbers.get(name) ?? []);
  return { highest: Math.max(...values), lowest: Math.min(...values) };
}

/** The only record at that end; null where several share it. */
function alone(records: readonly DiaryRecord[], column: NumberColumn, end: "highest" | "lowest"): DiaryRecord | null {
  const told = having(records, column);
  const at = told.filter(({ numbers }) => numbers.get(column.name) === ends(told, column)[end]);
  return at.length === 1 ? (at[0] ?? null) : null;
}
