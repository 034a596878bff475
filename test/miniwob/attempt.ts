import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Environment, Episode } from "../../environments/contract.js";
import { handOn } from "./hand.js";
import { SOLVERS } from "./solvers.js";

/** How a kind went: a score for each seed, and why the last that failed did. */
export interface Attempt {
  readonly kind: string;
  readonly scores: readonly number[];
  readonly why: string;
  /** Actions that were taken and not among those that were offered: what an agent must write itself. */
  readonly written: readonly string[];
}

/** Has the solvers do the kinds of a folder of pages; all that have one when none are named. */
export async function attempt<Data>(web: Environment<Data>, folder: string, kinds: readonly string[] = []): Promise<Attempt[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
  const results: Attempt[] = [];
  for (const file of files) {
    const kind = basename(file, ".html");
    const solve = SOLVERS[kind];
    if (solve === undefined || (kinds.length > 0 && !kinds.includes(kind))) continue;
    const scores: number[] = [];
    let why = "";
    const written: string[] = [];
    for (const task of await web.tasks(join(folder, file))) {
      const episode = await web.start(task, { seed: 0 });
      try {
        await solve(handOn(noting(episode, written), task));
      } catch (error) {
        why = String(error).split("\n")[0] ?? "";
      }
      scores.push(episode.score());
      await episode.close();
    }
    results.push({ kind, scores, why, written });
  }
  return results;
}

/** The episode, with what is done beside what it offers noted. */
function noting(episode: Episode, written: string[]): Episode {
  const step: Episode["step"] = async (action) => {
    const offered = episode.actions() ?? [];
    const taken = await episode.step(action);
    const [, done = action] = /^Done: (.*)\.$/m.exec(taken.observation) ?? [];
    if (taken.legal && !offered.includes(done)) written.push(done);
    return taken;
  };
  return new Proxy(episode, { get: (own, name) => (name === "step" ? step : (Reflect.get(own, name) as unknown)) });
}
