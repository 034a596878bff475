import { inSpan } from "../models/spans.js";
import { inOneMoment } from "../stores/moment.js";

type Step<State, Config, Result> = (state: State, config: Config) => Result | Promise<Result>;
type Wrapped<State, Config, Result> = (state: State, config: Config) => Promise<Result>;

/** A graph's node, each of whose runs is a span. */
export function tracedNode<State, Config, Result>(node: Step<State, Config, Result>, name: string): Wrapped<State, Config, Result> {
  return (state, config) => inSpan(`node ${name}`, {}, async () => node(state, config));
}

/** A graph's node, each of whose runs sees its memory at one version. For nodes that only read what versions count. */
export function atOneMoment<State, Config, Result>(node: Wrapped<State, Config, Result>): Wrapped<State, Config, Result> {
  return (state, config) => inOneMoment(() => node(state, config));
}

/** What goes around each node of a graph. */
export type AroundNode = <State, Config, Result>(node: Step<State, Config, Result>, name: string) => Wrapped<State, Config, Result>;

/** Keeps count of a graph's nodes that are running. */
export function trackedNodes(): { readonly around: AroundNode; readonly ended: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  return {
    /** A node that is counted while it runs, and each of whose runs is a span. */
    around: (node, name) => {
      const traced = tracedNode(node, name);
      return (state, config) => {
        const run = traced(state, config);
        const ended: Promise<void> = run.then(
          () => void running.delete(ended),
          () => void running.delete(ended),
        );
        running.add(ended);
        return run;
      };
    },
    /** Once no node is running. */
    ended: async (): Promise<void> => {
      await Promise.all(running);
    },
  };
}
