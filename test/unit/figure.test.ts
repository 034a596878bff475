import { END, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { draw, type Figure, walk } from "../../graphs/figure.js";

const Shape = { left: z.number().default(2), seen: z.array(z.string()).default([]), sum: z.number().default(0) };
const State = new StateSchema(Shape);
type State = typeof State.State;

/** Two branches of unequal length that meet, round after round until nothing is left. */
function rounds(log: string[]) {
  const step = (name: string, change: (state: State) => Partial<State> = () => ({})) => ({
    [name]: (state: State) => {
      log.push(`${name} ${state.left} ${state.sum}`);
      return change(state);
    },
  });
  return {
    nodes: {
      ...step("begin"),
      ...step("short", ({ sum }) => ({ sum: sum + 1 })),
      ...step("long", ({ seen, left }) => ({ seen: [...seen, `round ${left}`] })),
      ...step("longer"),
      ...step("even"),
      ...step("odd"),
      ...step("close", ({ left }) => ({ left: left - 1 })),
    },
    start: "begin",
    edges: {
      begin: { to: ["short", "long", END], choose: ({ left }: State) => (left > 0 ? ["short", "long"] : END) },
      long: "longer",
      longer: { to: ["even", "odd"], choose: ({ left }: State) => (left % 2 === 0 ? "even" : ["odd", "even"]) },
      close: "begin",
    },
    joins: [{ from: ["short", "even"], to: "close" }],
  } satisfies Figure<State>;
}

describe("a figure that is walked", () => {
  it("takes the steps that LangGraph takes, and ends in the same state", async () => {
    const [walked, run]: [string[], string[]] = [[], []];
    const passed: number[] = [];
    const end = await walk(rounds(walked), z.object(Shape).parse({ left: 3 }), {}, ({ left }) => passed.push(left));
    const graph = draw(new StateGraph(State), rounds(run)).compile();
    expect(end).toEqual(await graph.invoke({ left: 3 }, { recursionLimit: 100 }));
    // Within a step the order of what runs side by side is no promise.
    expect(walked.toSorted()).toEqual(run.toSorted());
    expect(walked).toHaveLength(21);
    expect(passed.at(-1)).toBe(0);
  });

  it("fails with the step that failed, once those beside it have ended", async () => {
    const ended: string[] = [];
    const figure: Figure<State> = {
      ...rounds([]),
      nodes: {
        ...rounds([]).nodes,
        short: () => Promise.reject(new Error("no")),
        long: () => new Promise((resolve) => setImmediate(() => resolve(ended.push("long") && {}))),
        longer: () => ended.push("longer"),
      },
    };
    await expect(walk(figure, z.object(Shape).parse({}), {})).rejects.toThrow("no");
    expect(ended).toEqual(["long"]);
  });

  it("stops between two steps when it is told to", async () => {
    const log: string[] = [];
    const stop = new AbortController();
    const walking = walk(rounds(log), z.object(Shape).parse({}), { signal: stop.signal }, () => stop.abort());
    await expect(walking).rejects.toThrow();
    expect(log).toEqual(["begin 2 0"]);
  });
});
