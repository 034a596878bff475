import { MnemaError } from "../../core/errors.js";
import type { Agent, AgentTurn } from "../agent.js";
import { told } from "./messages.js";
import { chance } from "./noise.js";
import { ranked, type Ranked } from "./policy.js";
import { type Situation, situationOf } from "./situation.js";

/** Part of a host's configuration: raised with every change of behaviour, so that replays are comparable. */
const NAME = "offline-1";
/** Actions that a message names at most. */
const NAMED = 3;
/** A rule must speak this much against an action for it to be advised against. */
const AGAINST = -1;

/**
 * The offline team: a fixed, seeded policy over the legal actions, which rules steer through their words alone (how is
 * in `read-rule.ts`). It sees what a model would see and looks no step ahead. UNSUPPORTED_OPERATION where the
 * environment's actions cannot be enumerated.
 */
export function createOfflineAgent(): Agent {
  return { name: NAME, reply: async (turn) => ({ text: replyOf(turn), tokens: 0 }) };
}

function replyOf(turn: AgentTurn): string {
  if (turn.actions === null)
    throw new MnemaError(
      "UNSUPPORTED_OPERATION",
      "The offline team chooses among listed actions, and this environment lists none: configure a model.",
    );
  const situation = situationOf(turn);
  const ranking = ranked(situation);
  if (turn.expects === "action") return ranking[0]?.candidate.text ?? "wait";
  return message(situation, ranking);
}

/** A proposal names a part of the goal; a review speaks of actions only. */
function message({ turn, goals }: Situation, ranking: readonly Ranked[]): string {
  const open = goals.filter(({ holds }) => !holds);
  const drawn = open.map(({ text }) => ({ text, draw: chance(turn.seed, text) }));
  const subgoal = turn.expects === "proposal" ? (drawn.toSorted((one, other) => one.draw - other.draw)[0]?.text ?? null) : null;
  const suggest = ranking.filter(({ ruled }) => ruled > AGAINST).slice(0, NAMED);
  const avoid = ranking
    .filter(({ ruled }) => ruled <= AGAINST)
    .toReversed()
    .slice(0, NAMED);
  return told({ subgoal, suggest: suggest.map(({ candidate }) => candidate.text), avoid: avoid.map(({ candidate }) => candidate.text) });
}
