import type { Environment, Episode, Task } from "../../environments/contract.js";
import type { SoloAgent } from "../../hosts/solo/contract.js";
import { playerIn } from "../../hosts/solo/play.js";
import { seeded } from "../../core/seeded.js";
import { MnemaError } from "../../core/errors.js";
import { sha256 } from "../../core/canonical.js";
import type { ChatModel } from "../../models/contract.js";
import type { DesignArena } from "../../nodes/design/ports.js";
import { plainModel } from "./plain-model.js";

/**
 * A small world for memo programs: doors of a few kinds, each of which one key opens. An agent that is told `use KEY` of the
 * door's kind opens it; else it opens it by chance. What it did is in its steps, so that a program can find the keys out.
 */
const KEYS: Readonly<Record<string, string>> = { oak: "brass", iron: "steel", glass: "silver" };

export interface DoorOptions {
  readonly tasks?: number;
  /** Called before the agent does a task. */
  readonly onRun?: (task: string) => void | Promise<void>;
  /** Whether the world fails when a task is begun, how often it was by then told. */
  readonly fails?: (task: string, begun: number) => boolean;
  readonly model?: ChatModel | null;
  readonly chance?: number;
  /** Tasks may be done before it is known whether they count. */
  readonly isComputed?: boolean;
}

export function doorArena({
  tasks = 30,
  onRun = () => {},
  fails = () => false,
  model = null,
  chance = 0.3,
  isComputed = false,
}: DoorOptions = {}): DesignArena {
  const kinds = Object.keys(KEYS);
  const begun = new Map<string, number>();
  const agent = doorAgent(onRun, chance);
  const environment: Environment = {
    name: "doors",
    tasks: async () => [],
    start: async (task) => {
      const times = (begun.get(task.id) ?? 0) + 1;
      begun.set(task.id, times);
      if (fails(task.id, times)) throw new MnemaError("INTERNAL", "The door fell out of its frame.");
      return door(task);
    },
    close: async () => {},
  };
  return {
    environment,
    tasks: Array.from({ length: tasks }, (_, at): Task => {
      const kind = kinds[at % kinds.length] as string;
      const input = { goal: `Open the ${kind} door ${at + 1}.`, observation: `A door of ${kind}.`, instructions: "try KEY" };
      return { id: `door${at + 1}`, environment: "doors", domain: kind, input, maxSteps: 30, data: null };
    }),
    agent,
    play: playerIn(environment, agent),
    agentName: model === null ? "offline" : model.model,
    model,
    isComputed,
  };
}

function door({ domain }: Task): Episode {
  let isOpen = false;
  return {
    observation: `A door of ${domain}.`,
    get done() {
      return isOpen;
    },
    actions: () => Object.values(KEYS).map((key) => `try ${key}`),
    step: async (action) => {
      isOpen = action === `try ${KEYS[domain]}`;
      return { observation: isOpen ? "It is open." : "It stays shut.", done: isOpen, legal: true, progress: isOpen ? 1 : 0 };
    },
    score: () => (isOpen ? 1 : 0),
    close: async () => {},
  };
}

function doorAgent(onRun: (task: string) => void | Promise<void>, chance: number): SoloAgent {
  return {
    configuration: `doors ${chance}`,
    run: async (task, episode, { memory, seed }) => {
      await onRun(task.id);
      const told = memory.items.map(({ text = "" }) => text).join("\n");
      const key = KEYS[task.domain] as string;
      const draws = seeded(seed)() < chance;
      const action = told.includes(`${task.domain}: use ${key}`) || draws ? `try ${key}` : "try tin";
      const { observation } = await episode.step(action);
      const step = { action, observation, images: [], metadata: { legal: true } };
      return { steps: [step], messages: [], reward: episode.score(), tokens: 5 };
    },
  };
}

/** Tells, for the kinds of doors that it learned of, which key opened one. `limit`: kinds that it remembers. */
export function keysProgram(limit: number): string {
  return `async function update({ init, steps, reward }) {
  const keys = state.get("keys") ?? {};
  const kind = init.metadata.domain;
  if (reward === 1 && (kind in keys || Object.keys(keys).length < ${limit})) keys[kind] = steps.at(-1).action.replace("try ", "");
  state.set("keys", keys);
}
async function retrieve({ init }) {
  const key = (state.get("keys") ?? {})[init.metadata.domain];
  return { items: key === undefined ? [] : [{ text: init.metadata.domain + ": use " + key }], metadata: {} };
}`;
}

const BROKEN = "async function update( { // retrieve";
const SHORT = "async function update() {} // No retrieve.";
const LONG = `async function update() {}
async function retrieve() { return { items: [{ text: "x".repeat(60000) }], metadata: {} }; }`;
const THROWS = `async function update() { throw new Error("not today"); }
async function retrieve() { return { items: [], metadata: {} }; }`;
const NOSY = `async function update({ init }) { state.set("said", await model.ask("What of " + init.goal)); }
async function retrieve({ init }) { return { items: [{ text: await model.ask("How to " + init.goal) }], metadata: {} }; }`;

/** Fails for doors that it does not know, of which its examination shows none. */
const PICKY = `async function update() {}
async function retrieve({ init }) {
  if (init.metadata.domain === "glass") throw new Error("I know no glass");
  return { items: [], metadata: {} };
}`;

/** What the model writes, in turn by what it is asked. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  "one key": keysProgram(1),
  "two keys": keysProgram(2),
  "every key": keysProgram(9),
  broken: BROKEN,
  "no retrieve": SHORT,
  "too long": LONG,
  throws: THROWS,
};

/** Written only where a test asks for it. */
const OTHERS: Readonly<Record<string, string>> = { nosy: NOSY, picky: PICKY };

/**
 * Answers the decisions of `design` by plain rules: which program it writes hangs on what it is asked alone. Its repair of a
 * program that broke is to remember two keys, unless the program throws, which it never mends.
 */
export function doorModel(
  failing: ReadonlySet<string> = new Set(),
  onAsked: (name: string) => void | Promise<void> = () => {},
  names: readonly string[] = Object.keys(PROGRAMS),
): ChatModel {
  return plainModel((decision, asked) => answerTo(decision, asked, names), failing, onAsked);
}

function answerTo(name: string, asked: string, names: readonly string[]): string {
  const draw = Number.parseInt(sha256(asked).slice(0, 8), 16);
  if (name === "reflect-on-program")
    return JSON.stringify({
      relevance: [],
      problems: [{ problem: "It forgets keys.", evidence: "door1" }],
      suggestions: [{ aspect: "keep", change: "Keep keys.", why: "They open doors.", priority: 1 }],
    });
  if (name === "mutate-program") {
    const change = names[draw % names.length] as string;
    return JSON.stringify({ source: PROGRAMS[change] ?? OTHERS[change], change });
  }
  if (name === "repair-program")
    return JSON.stringify(
      asked.includes("not today")
        ? { source: `${THROWS} // ${draw}`, change: "throws" }
        : { source: keysProgram(2), change: "two keys, mended" },
    );
  return "Turn the key.";
}
