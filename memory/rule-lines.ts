import type { MemoryStore } from "../stores/contract.js";
import type { ExportLine } from "./export-lines.js";

/** Rules, scored tasks, applied steps and runs of every stream. Runs are read one by one: their trajectories may be long. */
export async function* ruleLines({ rules }: MemoryStore): AsyncGenerator<ExportLine> {
  for (const stream of await rules.streams()) {
    for (const rule of await rules.rules(stream)) yield { type: "rule", stream, rule };
    for (const task of await rules.tasks(stream)) yield { type: "stream-task", ...task, stream };
    for (const step of await rules.steps(stream)) yield { type: "stream-step", stream, step };
    for (const { key } of await rules.replays(stream)) {
      const replay = await rules.replay(key);
      if (replay !== null) yield { type: "replay", stream, ...replay };
    }
  }
}

/**
 * The same in a form in which equal streams are equal: rules by id, runs by key, without what a run cost and what it was
 * first made for. Which steps were applied follows from the rest.
 */
export async function* canonicalRuleLines({ rules }: MemoryStore): AsyncGenerator<ExportLine> {
  for (const stream of await rules.streams()) {
    for (const rule of [...(await rules.rules(stream))].sort((a, b) => (a.id < b.id ? -1 : 1))) yield { type: "rule", stream, rule };
    for (const task of await rules.tasks(stream)) yield { type: "stream-task", ...task, stream };
    for (const key of (await rules.replays(stream)).map(({ key }) => key).sort()) {
      const replay = await rules.replay(key);
      if (replay === null) continue;
      const { task, score, trajectory } = replay;
      yield { type: "replay", stream, key, task, score, trajectory };
    }
  }
}
