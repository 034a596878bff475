import type { Episode, Task } from "../../../../environments/contract.js";

/** A page for tests: two boxes to type into and buttons, in an order of its own; the wrong button ends it. */
export interface Form {
  readonly goal: string;
  /** What must be in the first box when `button` is clicked. */
  readonly text: string;
  readonly button: string;
  readonly buttons: readonly string[];
  /** Texts that may be typed. */
  readonly texts: readonly string[];
}

export function formTask({ goal }: Form): Task<null> {
  return {
    id: "form/1",
    environment: "form",
    domain: "form",
    input: { goal, observation: "A form is open.", instructions: 'One action a turn.\n- click [3]\n- type [1] "text"' },
    maxSteps: 8,
    data: null,
  };
}

export function startForm({ text, button, buttons, texts }: Form, maxSteps = 8): Episode {
  let typed = "";
  let steps = 0;
  let score: number | null = null;
  const observation = () =>
    `[1] textbox "Name" (holds ${JSON.stringify(typed)})\n${buttons.map((one, at) => `[${at + 2}] button "${one}"`).join("\n")}`;
  const actions = () => [
    ...texts.map((one) => `type [1] ${JSON.stringify(one)} into textbox "Name"`),
    ...buttons.map((one, at) => `click [${at + 2}] button ${JSON.stringify(one)}`),
  ];
  const done = () => score !== null || steps >= maxSteps;
  return {
    get observation() {
      return observation();
    },
    get done() {
      return done();
    },
    actions,
    step: async (action) => {
      steps++;
      const legal = actions().includes(action);
      const quoted = /"([^"]*)"/.exec(action)?.[1] ?? "";
      if (legal && action.startsWith("type")) typed = quoted;
      if (legal && action.startsWith("click")) score = quoted === button && typed === text ? 1 : 0;
      return { observation: observation(), done: done(), legal, progress: score ?? 0 };
    },
    score: () => score ?? 0,
    close: async () => {},
  };
}
