import { MnemaError } from "../../../core/errors.js";
import type { Episode, Task } from "../../../environments/contract.js";
import type { StepRecord } from "../../../environments/programs/recorder.js";
import type { Act } from "../../agent.js";
import { chance } from "../../offline/noise.js";
import { situationOf } from "../../offline/situation.js";
import { situationOf as nameOf } from "../../session.js";
import type { SoloAgent, SoloRun, SoloTrace } from "../contract.js";
import { goOn, recordStep } from "../record.js";
import { actionText } from "./action-text.js";
import { explore } from "./explore.js";
import { createFollower } from "./follow.js";
import { hintsIn } from "./hints.js";
import { rememberedItems } from "./remembered-lines.js";

/** Raised with every change of behaviour, so that runs are comparable. */
const CONFIGURATION = "offline-solo-1";

/**
 * An agent without a model, for environments that list their actions: it follows the memories that it is given as far
 * as they can be followed here, lets hints among them steer it, and otherwise explores by a seeded policy. It sees what a
 * model would see, and looks no step ahead. UNSUPPORTED_OPERATION where actions are not listed.
 */
export function createOfflineSoloAgent(): SoloAgent {
  return { configuration: CONFIGURATION, run: runOffline };
}

async function runOffline(task: Task, episode: Episode, run: SoloRun): Promise<SoloTrace> {
  const items = rememberedItems(run.memory, task.input.goal);
  // One seed is another chance in every task.
  const seed = Math.floor(chance(run.seed, task.id) * 2 ** 31);
  const follower = createFollower(items, seed);
  const forms = new Set<string>();
  const keys = new Set<string>();
  const acts: Act[] = [];
  const steps: StepRecord[] = [];
  let actions = listedBy(episode);
  let name = nameOf(episode.observation, actions);
  while (!episode.done) {
    goOn(run, task);
    const possible = actions.map(actionText);
    for (const { form, key } of possible) {
      forms.add(form);
      keys.add(key);
    }
    const turn = {
      role: { name: "agent", duty: "" },
      expects: "action" as const,
      task: task.input,
      observation: episode.observation,
      actions,
      situation: name,
      acts,
      heard: [],
      seed,
    };
    const moment = { situation: situationOf({ ...turn, rules: [] }), possible, forms, keys };
    const action = follower.next(moment) ?? explore(situationOf({ ...turn, rules: hintsIn(items, moment) }), acts);
    if (action === null) break;
    const step = await episode.step(action);
    steps.push(await recordStep(action, step, run));
    actions = listedBy(episode);
    const before = name;
    name = step.legal ? nameOf(step.observation, actions) : before;
    acts.push({ role: "agent", action, legal: step.legal, observation: step.observation, before, after: name });
  }
  return { steps, messages: [], reward: episode.score(), tokens: 0 };
}

function listedBy(episode: Episode): readonly string[] {
  const actions = episode.actions();
  if (actions !== null) return actions;
  throw new MnemaError(
    "UNSUPPORTED_OPERATION",
    "The offline agent chooses among listed actions, and this environment lists none: configure a model.",
  );
}
