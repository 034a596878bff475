import type { Time, Turn } from "./history.js";

/** What pairing looks at in a turn. */
export interface Utterance {
  /** As the source says; null when it only names speakers. */
  readonly role: Turn["role"] | null;
  readonly speaker: string | null;
  readonly time: Time | null;
}

export type Paired<U extends Utterance> = U & { readonly role: Turn["role"] };

/**
 * Pairs the turns of one session into rounds: what one party said, then what another replied. Consecutive turns of one
 * party join while they lie on one day, so that a diary without replies stays a round a day. Roles tell the parties
 * apart where both occur, else the speakers' names do; the party that opens a pair is its `user`. A system turn belongs
 * to the round in hand, or opens the first one. Order is kept and no turn is lost.
 */
export function pairTurns<U extends Utterance>(turns: readonly U[]): Paired<U>[][] {
  const byRole = (["user", "assistant"] as const).every((role) => turns.some((turn) => turn.role === role));
  const partyOf = (turn: U): string => (byRole ? (turn.role ?? turn.speaker) : (turn.speaker ?? turn.role)) ?? "";
  const rounds: OpenRound<U>[] = [];
  for (const turn of turns) {
    let open = rounds.at(-1);
    if (open === undefined || (turn.role !== "system" && !continues(open, turn, partyOf(turn), byRole))) {
      open = { turns: [], parties: [], last: null };
      rounds.push(open);
    }
    add(open, turn, partyOf(turn));
  }
  return rounds.map((round) => round.turns);
}

interface OpenRound<U extends Utterance> {
  readonly turns: Paired<U>[];
  /** The one who opened the pair, then the one who replied. */
  readonly parties: string[];
  /** The last turn that was not a system turn. */
  last: U | null;
}

function continues<U extends Utterance>({ parties, last }: OpenRound<U>, turn: U, party: string, byRole: boolean): boolean {
  if (last === null) return true;
  if (party === parties.at(-1)) return !onAnotherDay(last.time, turn.time);
  return parties.length === 1 && !(byRole && turn.role === "user");
}

function add<U extends Utterance>(round: OpenRound<U>, turn: U, party: string): void {
  if (turn.role !== "system") {
    if (party !== round.parties.at(-1)) round.parties.push(party);
    round.last = turn;
  }
  round.turns.push({ ...turn, role: turn.role ?? (round.parties.length === 1 ? "user" : "assistant") });
}

/** Whether both days are known and differ. */
function onAnotherDay(one: Time | null, other: Time | null): boolean {
  const days = [one, other].map((time) => (time === null || time.iso.length < 10 ? null : time.iso.slice(0, 10)));
  return days[0] !== null && days[1] !== null && days[0] !== days[1];
}
