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
