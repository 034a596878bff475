import type { Command } from "commander";
import { type TopicView, viewHierarchy } from "../memory/view.js";
import { memoryId, run } from "./context.js";

/** `mnema show`: the topic → episode → event hierarchy. */
export function addShow(program: Command): void {
  program
    .command("show")
    .description("the topic → episode → event hierarchy")
    .action(
      run(async (context) => {
        const { store } = await context.mnema.memory(memoryId(context));
        const topics = await viewHierarchy(store);
        context.output.result({ memory: store.memoryId, topics }, describeHierarchy(topics) || "Nothing is stored yet.");
      }),
    );
}

/** How much of a hierarchy is shown: the largest topics, and the first episodes of each. */
interface Shown {
  readonly topics: number;
  readonly episodes: number;
  /** Whether each episode's rounds are named. */
  readonly ids: boolean;
}

/** A line for each topic, and one below it for each episode, with the ids of its rounds below that. With `shown` an excerpt, which says what it leaves out. */
export function describeHierarchy(
  topics: readonly TopicView[],
  shown: Shown = { topics: topics.length, episodes: Number.POSITIVE_INFINITY, ids: true },
): string {
  const largest = topics.toSorted((a, b) => b.episodes.length - a.episodes.length).slice(0, shown.topics);
  const left = topics.length - largest.length;
  return [
    ...topics.filter((topic) => largest.includes(topic)).flatMap((topic) => describeTopic(topic, shown)),
    ...(left > 0 ? [`… and ${left} more topics`] : []),
  ].join("\n");
}

function describeTopic({ topic, episodes }: TopicView, { episodes: limit, ids }: Shown): string[] {
  const lines = episodes
    .slice(0, limit)
    .flatMap(({ description, from, to, events }) => [
      `    ${span(from, to)} ${oneLine(description)} (${events.length} ${events.length === 1 ? "event" : "events"})`,
      ...(ids ? idLines(events.map(({ rounds }) => rounds[0] ?? "")) : []),
    ]);
  const left = Math.max(0, episodes.length - limit);
  return [
    topic === null ? "(not in a topic yet)" : `▸ ${oneLine(topic)}`,
    ...lines,
    ...(left > 0 ? [`    … and ${left} more episodes`] : []),
  ];
}

const LINE = 100;

/** Ids of rounds, all of them, in lines of readable length. */
function idLines(ids: readonly string[]): string[] {
  const lines: string[] = [];
  for (const id of ids) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + id.length < LINE) lines[lines.length - 1] = `${last}, ${id}`;
    else lines.push(`      ${id}`);
  }
  return lines;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length <= LINE ? line : `${line.slice(0, LINE).replace(/\s+\S*$/u, "")} …`;
}

function span(from: string | null, to: string | null): string {
  const [first, last] = [from?.slice(0, 10) ?? "?", to?.slice(0, 10) ?? "?"];
  return first === last ? `[${first}]` : `[${first} – ${last}]`;
}
