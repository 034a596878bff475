import type { Episode, Task } from "../../environments/contract.js";

/** An element as the observation tells it. */
export interface Seen {
  readonly number: number;
  readonly role: string;
  readonly name: string;
  readonly states: string;
  /** Text lines and elements before it, the nearest last. */
  readonly before: readonly string[];
}

/** Does a task by what an agent is told and nothing else: reads the text of the page, gives actions as text. */
export interface Hand {
  readonly goal: string;
  /** What the goal quotes. */
  readonly quoted: readonly string[];
  /** Text lines. */
  texts(): string[];
  all(role?: string | RegExp): Seen[];
  /** The first of a role whose name is, or fits, what is asked. Throws when there is none. */
  one(role: string | RegExp, name?: string | RegExp): Seen;
  has(role: string | RegExp, name?: string | RegExp): boolean;
  do(action: string): Promise<void>;
  click(role: string | RegExp, name?: string | RegExp): Promise<void>;
  press(seen: Seen): Promise<void>;
  type(text: string, into?: Seen): Promise<void>;
  submit(): Promise<void>;
  isDone(): boolean;
}

const ELEMENT = /^\[(\d+)\] (\S+)(?: ("(?:[^"\\]|\\.)*"))?(?: \((.*)\))?$/;

export function handOn(episode: Episode, task: Task): Hand {
  const lines = (): string[] => episode.observation.split("\n");
  const all = (role: string | RegExp = /./): Seen[] =>
    lines().flatMap((line, index) => {
      const [, number, own = "", name = '""', states = ""] = ELEMENT.exec(line) ?? [];
      if (number === undefined || !(typeof role === "string" ? own === role : role.test(own))) return [];
      return [{ number: Number(number), role: own, name: JSON.parse(name) as string, states, before: lines().slice(0, index) }];
    });
  const fits = (seen: Seen, name?: string | RegExp): boolean =>
    name === undefined || (typeof name === "string" ? seen.name.toLowerCase() === name.toLowerCase() : name.test(seen.name));
  const one = (role: string | RegExp, name?: string | RegExp): Seen => {
    const found = all(role).find((seen) => fits(seen, name));
    if (found === undefined) throw new Error(`No ${role} ${name ?? ""} on the page:\n${episode.observation}`);
    return found;
  };
  const act = async (action: string): Promise<void> => {
    const { legal, observation } = await episode.step(action);
    if (!legal) throw new Error(`${action}: ${observation}`);
  };
  const press = (seen: Seen): Promise<void> => act(`click [${seen.number}]`);
  return {
    goal: task.input.goal,
    quoted: [...task.input.goal.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text),
    texts: () => lines().flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : [])),
    all,
    one,
    has: (role, name) => all(role).some((seen) => fits(seen, name)),
    do: act,
    click: (role, name) => press(one(role, name)),
    press,
    type: (text, into = one(/^text(box|area)$/)) => act(`type [${into.number}] ${JSON.stringify(text)}`),
    submit: () => press(one("button", /^(submit|search|login|ok)$/i)),
    isDone: () => episode.done,
  };
}
