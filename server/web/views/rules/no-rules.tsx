import { Empty } from "../../parts/status.js";
import { shellWord } from "./words.js";

/** How rules come about. */
export function NoRules({ memory }: { readonly memory: string }) {
  return (
    <Empty isUnder icon="rules" title="No rules yet">
      <p>A team that works on tasks learns them. Have one work on the planning problems in your data sets folder:</p>
      <pre className="command" tabIndex={0}>
        <code>mnema discern run --env pddl --host autogen --memory {shellWord(memory)}</code>
      </pre>
    </Empty>
  );
}
