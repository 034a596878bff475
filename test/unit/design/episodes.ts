import { EpisodeRecorder, emptyPayload, type StepRecord } from "../../../environments/programs/recorder.js";

/** An episode of hand-made parts; `!` before an action: it was refused. `seen`: what was observed after each action. */
export function episodeOf(given: {
  readonly goal: string;
  readonly actions: readonly string[];
  readonly reward?: number;
  readonly domain?: string;
  readonly seen?: readonly string[];
  readonly progress?: readonly number[];
  readonly start?: string;
  readonly picture?: string;
}): EpisodeRecorder {
  const { goal, actions, reward = 1, domain = "shop", seen = [], progress = [], start = `A page about: ${goal}`, picture } = given;
  const images = picture === undefined ? [] : [{ kind: "hash" as const, value: picture }];
  const steps = actions.map((action, at): StepRecord => ({
    action: action.replace(/^!/, ""),
    observation: seen[at] ?? `after ${at + 1}`,
    images,
    metadata: { legal: !action.startsWith("!"), progress: progress[at] ?? 0 },
  }));
  return EpisodeRecorder.parse({
    init: { goal, observation: start, images, metadata: { domain } },
    steps,
    memory_retrieved: emptyPayload(),
    reward,
    messages: [],
  });
}
