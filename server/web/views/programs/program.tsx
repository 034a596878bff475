import { useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { Program, ProgramRun } from "../../api/shapes.js";
import { Figure } from "../../parts/figure.js";
import { Failure, Show } from "../../parts/status.js";
import { sayEffect, sayScore } from "../rules/words.js";
import type { ViewProps } from "../view.js";
import { Diff } from "./diff.js";
import { Feedback } from "./feedback.js";
import { Marks } from "./tree.js";

interface Place extends Pick<ViewProps, "memory" | "access" | "changed"> {
  readonly search: string;
}

/** Everything about one program. */
export function OneProgram({ node, ...place }: Place & { readonly node: string }) {
  const { memory, search } = place;
  const loaded = useLoad(
    (signal) => call<Program>(inMemory(memory, "searches", search, "programs", node), { signal }),
    `${memory}/${search}/${node}`,
  );
  return (
    <>
      <p className="crumbs">
        <a href={href(memory, "programs")}>Programs</a> / <a href={href(memory, "programs", search)}>{search}</a>
      </p>
      <h1>Program {node}</h1>
      <Show of={loaded}>{(program) => <Whole program={program} place={place} />}</Show>
    </>
  );
}

function Whole({ program, place }: { readonly program: Program; readonly place: Place }) {
  const { memory, search, access } = place;
  const { parent, change, mean, interval, scores, gain, diff, source, feedback, runs } = program;
  const parentAt = parent === null ? null : href(memory, "programs", search, String(parent));
  return (
    <>
      <p className="lead">
        {change || "It keeps no memory: what the others are measured by."} <Marks card={program} />
      </p>
      {access === "write" && <Use program={program} place={place} />}
      <dl className="figures">
        <Figure name="mean score" value={sayScore(mean)} />
        <Figure name="95 % interval" value={`${sayScore(interval.low)} to ${sayScore(interval.high)}`} />
        <Figure name="scores" value={scores.map(({ score }) => sayScore(score)).join(", ")} />
        {gain !== null && <Figure name="gain on its parent" value={sayEffect(gain)} />}
      </dl>
      {parentAt !== null && (
        <section>
          <h2>What it changes</h2>
          <p className="muted small-text">
            Of <a href={parentAt}>program {parent}</a>.
          </p>
          <Diff diff={diff} />
        </section>
      )}
      {feedback !== null && (
        <section>
          <h2>The feedback it was made from</h2>
          <Feedback feedback={feedback} />
        </section>
      )}
      <section>
        <h2>Tasks that were done with it</h2>
        {runs.length === 0 ? (
          <p className="muted">None on record here: an equal program or another search of this memory has paid for them.</p>
        ) : (
          <Runs runs={runs} at={(key) => href(memory, "programs", search, String(program.node), key)} />
        )}
      </section>
      {source !== "" && (
        <section>
          <h2>Source</h2>
          <pre className="code" tabIndex={0}>
            <code>{source}</code>
          </pre>
        </section>
      )}
    </>
  );
}

/** Puts a program to use, or takes it out of use. */
function Use({ program: { node, inUse }, place: { memory, search, changed } }: { readonly program: Program; readonly place: Place }) {
  const [error, setError] = useState<Error | null>(null);
  const act = () =>
    call(inMemory(memory, "searches", search, "use"), { method: "POST", body: { node: inUse ? null : node } }).then(changed, setError);
  return (
    <>
      <button type="button" className="quiet" onClick={() => void act()}>
        {inUse ? "Take it out of use" : "Let it serve this memory"}
      </button>
      {error !== null && <Failure error={error} />}
    </>
  );
}

function Runs({ runs, at }: { readonly runs: readonly ProgramRun[]; readonly at: (key: string) => string }) {
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label="Tasks">
      <table>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">In</th>
            <th scope="col" className="number">
              Reward
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ key, task, purpose, visit, reward }) => (
            <tr key={key}>
              <th scope="row">
                <a href={at(key)}>{task}</a>
              </th>
              <td>{sayPurpose(purpose, visit)}</td>
              <td className="number">{sayScore(reward)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** "evaluation 1", "test 2". */
export function sayPurpose(purpose: ProgramRun["purpose"], visit: number): string {
  return `${purpose === "evaluate" ? "evaluation" : purpose} ${visit + 1}`;
}
