import { canonicalJson, sha256 } from "../canonical.js";
import { withConditions } from "./boundary.js";
import type { Condition, Rule } from "./rule.js";

/** A rule that a role's trajectory showed, as it was extracted. */
export interface Proposal {
  readonly owner: string;
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
}

/** Id of a rule: of its stream, owner, source task and first body. */
export function ruleId(stream: string, { owner, body }: Pick<Proposal, "owner" | "body">, sourceTask: string): string {
  return sha256(canonicalJson([stream, owner, sourceTask, body])).slice(0, 16);
}

/** A proposal that matched no rule as a new provisional one. DiscernMem §3.1, eq. 2. */
export function admit(stream: string, proposal: Proposal, source: { readonly task: string; readonly ordinal: number }): Rule {
  const { task, ordinal } = source;
  const conditions = (texts: readonly string[]) =>
    withConditions(
      [],
      texts.map((text): Condition => ({ text, origin: "extraction", task })),
    );
  const body = proposal.body.trim();
  return {
    id: ruleId(stream, { owner: proposal.owner, body }, task),
    owner: proposal.owner,
    sourceTask: task,
    sourceOrdinal: ordinal,
    useWhen: conditions(proposal.useWhen),
    avoidWhen: conditions(proposal.avoidWhen),
    capabilities: [],
    versions: [{ version: 1, parent: null, body, task, ordinal, correction: null, effects: [] }],
    state: "provisional",
    transitions: [{ from: null, to: "provisional", reason: "admitted", version: 1, task, ordinal }],
    uses: [],
  };
}
