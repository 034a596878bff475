import { canonicalJson, sha256 } from "../../core/canonical.js";
import type { Json } from "../../environments/isolate/contract.js";
import type { ProgramRun } from "../../stores/programs.js";
import { breath } from "../breath.js";
import { tryAgain } from "./again.js";
import { collectEpisodes, episodeKeys } from "./collect-episodes.js";
import { type OpenProgram, updateWhole } from "./program.js";
import type { Search } from "./search.js";
import { recorderOf, type TaskRun } from "./task-run.js";

/** A program in one of its evaluations. */
export interface Evaluated {
  /** Null for one that is no node of the tree. */
  readonly id: number | null;
  readonly source: string;
  /** 0-based. */
  readonly visit: number;
}

/** An update that failed. What it had written stays, and the next one follows. */
export interface FailedUpdate {
  readonly episode: string;
  readonly message: string;
}

/** A recorded state. */
interface StateRun extends Omit<ProgramRun, "payload" | "trajectory"> {
  readonly payload: Readonly<Record<string, Json>>;
  readonly trajectory: { readonly failed: readonly FailedUpdate[] };
}

/**
 * Keys of a program's states: before its first update, and after each. What could make a state another one goes in: source,
 * seed, encoder, the episodes so far, and with a model, which may answer otherwise each time, agent and visit.
 */
export function stateKeys(
  { arena, memory, ports }: Pick<Search, "arena" | "memory" | "ports">,
  { source, visit }: Omit<Evaluated, "id">,
  episodes: readonly string[],
): readonly string[] {
  const asked = arena.model === null ? null : [arena.agent.configuration, visit];
  const keys = [sha256(canonicalJson(["state", source, ports.settings.seed, memory.encoder.model, asked]))];
  for (const episode of episodes) keys.push(sha256(canonicalJson([keys.at(-1), episode])));
  return keys;
}

/** Key of the state that a program retrieves from; null for the root, which keeps none. */
export function memoryKey(search: Search, program: Omit<Evaluated, "id">): string | null {
  return program.source === "" ? null : (stateKeys(search, program, episodeKeys(search)).at(-1) as string);
}

/**
 * Puts a program into the state that it has after all update episodes, from the record where there is one. AutoMMemo
 * appendix C.2: the state is empty at first and stands still afterwards. A state is recorded at the end, and after each update
 * that asked a model, so that no answer is paid for twice.
 */
export async function updateMemory(search: Search, program: OpenProgram, evaluated: Evaluated): Promise<void> {
  const episodes = await collectEpisodes(search);
  const keys = stateKeys(
    search,
    evaluated,
    episodes.map(({ key }) => key),
  );
  const from = await latestState(search, keys);
  program.restore(from?.run.payload ?? {});
  const failed = [...(from?.run.trajectory.failed ?? [])];
  let [tokens, started] = [0, performance.now()];
  for (const [at, episode] of episodes.entries()) {
    if (from !== null && at < from.updates) continue;
    search.ports.budget.check();
    await breath();
    const called = await update(search, program, episode);
    if (!called.ok) failed.push({ episode: episode.task, message: `${called.reason}: ${called.message}` });
    search.ports.budget.tokens(called.tokens);
    tokens += called.tokens;
    if (called.tokens === 0 && at < episodes.length - 1) continue;
    const ms = Math.round(performance.now() - started);
    const { id, visit } = evaluated;
    const state: StateRun = {
      key: keys[at + 1] as string,
      program: id,
      task: "",
      purpose: "update",
      visit,
      reward: 0,
      tokens,
      ms,
      payload: program.state(),
      trajectory: { failed },
    };
    await search.programs.putRun(search.name, state);
    [tokens, started] = [0, performance.now()];
  }
}

/** One update. When encoder or model fails in it, it is made again from the state that it found. */
export function update(search: Pick<Search, "ports">, program: OpenProgram, episode: TaskRun) {
  return tryAgain(search, `Updating with ${episode.task}`, () => updateWhole(program, recorderOf(episode)));
}

/** The recorded state after most updates. */
async function latestState(
  { programs, arena }: Search,
  keys: readonly string[],
): Promise<{ readonly updates: number; readonly run: StateRun } | null> {
  // Without a model only the last one is recorded.
  const least = arena.model === null ? keys.length - 1 : 1;
  for (let updates = keys.length - 1; updates >= Math.max(1, least); updates--) {
    const run = await programs.run(keys[updates] as string);
    if (run !== null) return { updates, run: run as StateRun };
  }
  return null;
}
