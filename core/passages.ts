import { OMITTED } from "./excerpt.js";
import { tellRound, type Detail, type FoundRound, type Told } from "./telling.js";

/** A found round, best first among others, with those to be told beside it. */
export interface Candidate extends FoundRound {
  /** Relevance; higher is better. */
  readonly score: number;
  /** Rounds around it in its session, to give it context. */
  readonly around: readonly FoundRound[];
}

/** Rounds of one session told together, in order: one unit of evidence. */
export interface Passage {
  /** Of its best round. */
  readonly score: number;
  readonly text: string;
  readonly ids: readonly string[];
  readonly seqs: readonly number[];
  readonly pictures: readonly string[];
  readonly time: string | null;
  readonly session: string;
  /** 1-based places of its first and last round in the session. */
  readonly first: number;
  readonly last: number;
}

export interface PassageBudget {
  readonly units: number;
  /** UTF-16 units of all texts together. */
  readonly characters: number;
}

/** So many of the best rounds are told whole; the others briefly, so that many find room. */
const WHOLE = 4;
/** Rounds of a session at most so many places apart are told in one passage. */
const REACH = 2;

/**
 * Makes evidence of ranked rounds: as many, best first, as the budget of units and characters holds. Rounds that stand close
 * together in a session share a passage, so no round is told twice; what lies between them is marked as left out. A round
 * that does not fit is passed over for a shorter one; one of the best that does not fit whole is told briefly.
 */
export function passages(candidates: readonly Candidate[], wanted: ReadonlySet<string>, { units, characters }: PassageBudget): Passage[] {
  let drafts: readonly Draft[] = [];
  const place = (found: FoundRound, score: number, detail: Detail, opens: boolean): void => {
    if (drafts.some(({ told }) => told.some(({ found: { seq } }) => seq === found.seq))) return;
    const told = { found, ...tellRound(found, wanted, detail) };
    if (told.lines.length === 0) return;
    const next = withRound(drafts, told, score);
    if (next.length > drafts.length && (!opens || next.length > units)) return;
    if (lengthOf(next) <= characters) drafts = next;
    else if (detail === "whole") place(found, score, "brief", opens);
  };
  candidates.forEach(({ around, score, ...found }, rank) => {
    place(found, score, rank < WHOLE ? "whole" : "brief", true);
    for (const beside of around) place(beside, score, "brief", false);
  });
  return drafts.map(passageOf);
}

interface ToldRound extends Told {
  readonly found: FoundRound;
}

/** A passage in the making, its rounds by place in the session. */
interface Draft {
  readonly score: number;
  readonly told: readonly ToldRound[];
  readonly text: string;
}

/** The drafts with one more round: joined to those of its session within reach, which become one, else as a new one. */
function withRound(drafts: readonly Draft[], round: ToldRound, score: number): Draft[] {
  const near = drafts.filter(({ told }) => told.some((other) => apart(other, round) <= REACH));
  const [first] = near;
  if (first === undefined) return [...drafts, draftOf([round], score)];
  const joined = draftOf([...near.flatMap(({ told }) => told), round], first.score);
  return drafts.filter((draft) => draft === first || !near.includes(draft)).map((draft) => (draft === first ? joined : draft));
}

function draftOf(rounds: readonly ToldRound[], score: number): Draft {
  const told = rounds.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { score, told, text: textOf(told) };
}

/** Places between two rounds of a session; without end for rounds of different ones. */
function apart({ found: { round: a } }: ToldRound, { found: { round: b } }: ToldRound): number {
  return a.history === b.history && a.session === b.session ? Math.abs(a.position - b.position) : Infinity;
}

function placeOf({ found }: ToldRound): number {
  return found.round.position;
}

function lengthOf(drafts: readonly Draft[]): number {
  return drafts.reduce((sum, { text }) => sum + text.length, 0);
}

/** A head line with time, session and order; the rounds' lines; a mark where rounds are left out, a line where the time changes. */
function textOf(told: readonly ToldRound[]): string {
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return "";
  const places = first === last ? `round ${placeOf(first) + 1}` : `rounds ${placeOf(first) + 1}–${placeOf(last) + 1}`;
  const head = [timeOf(first), sessionLabel(first.found.round.session), places].filter((part) => part !== null).join(", ");
  const lines = told.flatMap((round, index) => {
    const before = told[index - 1] ?? round;
    const omitted = apart(before, round) > 1 ? [OMITTED] : [];
    return [...omitted, ...(timeOf(before) === timeOf(round) ? [] : [`[${timeOf(round) ?? "time unknown"}]`]), ...round.lines];
  });
  return [`[${head}]`, ...lines].join("\n");
}

function timeOf({ found: { round } }: ToldRound): string | null {
  return round.time?.iso ?? null;
}

function sessionLabel(session: string): string {
  return /^session/i.test(session) ? session : `session ${session}`;
}

function passageOf({ score, told, text }: Draft): Passage {
  const { round } = (told[0] as ToldRound).found;
  return {
    score,
    text,
    ids: told.flatMap(({ ids }) => ids),
    seqs: told.map(({ found }) => found.seq),
    pictures: [...new Set(told.flatMap(({ pictures }) => pictures))],
    time: round.time?.iso ?? null,
    session: round.session,
    first: round.position + 1,
    last: placeOf(told.at(-1) as ToldRound) + 1,
  };
}
