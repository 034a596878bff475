import type { ViewProps } from "../view.js";
import { List } from "./list.js";
import { OneProgram } from "./program.js";
import { Task } from "./task.js";
import { Tree } from "./tree.js";

/** Searches for a memo program: their list, the tree of one, one of its programs, or a task that was done with one. */
export function Programs({ memory, rest: [search, node, run], access, changed }: ViewProps) {
  if (search === undefined)
    return (
      <>
        <h1>Programs</h1>
        <p className="lead">Searches for the memo program that helps an agent most, and what came of each.</p>
        <List memory={memory} />
      </>
    );
  if (node === undefined) return <Tree memory={memory} search={search} />;
  if (run === undefined) return <OneProgram memory={memory} search={search} node={node} access={access} changed={changed} />;
  return <Task memory={memory} search={search} node={node} run={run} />;
}
