import { fence } from "../../core/fence.js";
import type { ImageRef } from "../../environments/programs/recorder.js";
import type { MessagePart } from "../../models/contract.js";
import type { Example } from "./contract.js";

/** What a model is shown of a program's tasks. AutoMMemo Table 7. */
export const EXAMPLE_BUDGET = {
  successes: 2,
  failures: 2,
  /** Characters of all observations together, and of all payloads. */
  observationChars: 50_000,
  payloadChars: 20_000,
  /** Pictures of one episode, and of what memory gave for it. */
  images: 4,
  payloadImages: 2,
} as const;

/**
 * The examples that explain most: failures with the least reward, since they show what to mend, and successes with the
 * most; among equals those of different domains, as they come.
 */
export function shownExamples(examples: readonly Example[]): readonly Example[] {
  const failures = examples.filter(({ reward }) => reward < 1).toSorted((one, other) => one.reward - other.reward);
  const successes = examples.filter(({ reward }) => reward >= 1);
  return [...ofManyDomains(successes, EXAMPLE_BUDGET.successes), ...ofManyDomains(failures, EXAMPLE_BUDGET.failures)];
}

/** Examples as parts of a message: each its task, payload and steps, with pictures behind it. Each has an equal share of the budget. */
export function exampleParts(examples: readonly Example[]): readonly MessagePart[] {
  const shares = {
    observations: Math.floor(EXAMPLE_BUDGET.observationChars / Math.max(1, examples.length)),
    payload: Math.floor(EXAMPLE_BUDGET.payloadChars / Math.max(1, examples.length)),
  };
  return examples.flatMap((example): MessagePart[] => [
    { type: "text", text: exampleText(example, shares) },
    ...pictured(
      "Pictures that memory gave",
      example.payload.items.flatMap(({ images = [] }) => images).slice(0, EXAMPLE_BUDGET.payloadImages),
    ),
    ...pictured(
      "Pictures of the episode, in order",
      spread(
        example.steps.flatMap(({ images }) => images),
        EXAMPLE_BUDGET.images,
      ),
    ),
  ]);
}

function exampleText(example: Example, shares: { readonly observations: number; readonly payload: number }): string {
  const { task, domain, goal, payload, steps, reward, error } = example;
  const each = Math.max(80, Math.floor(shares.observations / (steps.length + 1)));
  const lines = steps.map(
    ({ action, observation, metadata }) =>
      `${metadata["legal"] === false ? "refused" : "did"}: ${cut(action, 1_000)}\n  saw: ${cut(observation, each)}`,
  );
  return [
    `Task ${JSON.stringify(task)} of domain ${JSON.stringify(domain)}, score ${reward} of 1:`,
    fence("goal", cut(goal, 2_000)),
    fence("first observation", cut(example.observation, each)),
    error === null
      ? fence("what memory gave", cut(JSON.stringify(payload), shares.payload))
      : fence("why memory failed", cut(error, 2_000)),
    fence("what the agent did", lines.join("\n")),
  ].join("\n");
}

/** One line of at most so many characters; what was cut is said. */
function cut(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit).toWellFormed()} … (${line.length - limit} characters more)`;
}

function pictured(title: string, images: readonly ImageRef[]): MessagePart[] {
  if (images.length === 0) return [];
  return [{ type: "text", text: `${title}:` }, ...images.map(({ value }): MessagePart => ({ type: "picture", hash: value }))];
}

/** So many items, the first and the last among them, evenly. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.round((at * (items.length - 1)) / (count - 1))] as Item);
}

function ofManyDomains(examples: readonly Example[], count: number): Example[] {
  const first = examples.filter(({ domain }, at) => examples.findIndex((other) => other.domain === domain) === at);
  return [...first, ...examples.filter((example) => !first.includes(example))].slice(0, count);
}
