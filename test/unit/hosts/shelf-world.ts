import type { Environment, Episode, Task } from "../../../environments/contract.js";

const THINGS = ["cup", "book", "lamp"];

/** A world for tests: one hand, a shelf and a box; things are to be in the box. Progress is the share that is. */
export function shelfWorld(): Environment<null> & { readonly open: () => number } {
  let open = 0;
  return {
    name: "shelf",
    tasks: async () => [shelfTask()],
    start: async (_task, { maxSteps = 12 }) => {
      open++;
      return startShelf(maxSteps, () => open--);
    },
    close: async () => {},
    open: () => open,
  };
}

export function shelfTask(): Task<null> {
  return {
    id: "shelf/1",
    environment: "shelf",
    domain: "shelf",
    input: {
      goal: `Make all of this hold at once: ${THINGS.slice(0, 2)
        .map((thing) => `${thing} is in box`)
        .join("; ")}.`,
      observation: `Here are: thing: ${THINGS.join(", ")}; place: box, shelf.\nNow: ${THINGS.map((thing) => `${thing} is on shelf`).join(". ")}.`,
      instructions: "One action a turn. The actions:\n- take THING PLACE\n- put THING PLACE\n- rest",
    },
    maxSteps: 12,
    data: null,
  };
}

function startShelf(maxSteps: number, onClose: () => void): Episode {
  const place = new Map(THINGS.map((thing) => [thing, "shelf"]));
  let steps = 0;
  let best = 0;
  let observation = told(place);
  const progress = () => THINGS.slice(0, 2).filter((thing) => place.get(thing) === "box").length / 2;
  const actions = () => {
    const held = THINGS.find((thing) => place.get(thing) === "hand");
    return held === undefined
      ? [...THINGS.map((thing) => `take ${thing} ${place.get(thing)}`), "rest"]
      : [`put ${held} box`, `put ${held} shelf`, "rest"];
  };
  return {
    get observation() {
      return observation;
    },
    get done() {
      return progress() === 1 || steps >= maxSteps;
    },
    actions,
    step: async (action) => {
      steps++;
      const legal = actions().includes(action);
      const [verb, thing = "", where = ""] = action.split(" ");
      if (legal && verb === "take") place.set(thing, "hand");
      if (legal && verb === "put") place.set(thing, where);
      best = Math.max(best, progress());
      observation = `${legal ? "Done" : "Not done"}.\n${told(place)}`;
      return { observation, done: progress() === 1 || steps >= maxSteps, legal, progress: progress() };
    },
    score: () => best,
    close: async () => onClose(),
  };
}

function told(place: ReadonlyMap<string, string>): string {
  return `Now: ${[...place].map(([thing, where]) => (where === "hand" ? `holding ${thing}` : `${thing} is ${where === "box" ? "in" : "on"} ${where}`)).join(". ")}.`;
}
