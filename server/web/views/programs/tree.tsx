import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { ProgramCard, SearchReport, SearchTree } from "../../api/shapes.js";
import { Figure } from "../../parts/figure.js";
import { Show } from "../../parts/status.js";
import { sayMs } from "../../parts/times.js";
import { count, title } from "../../parts/words.js";
import { Costs } from "../rules/report.js";
import { sayEffect, sayRange, sayScore } from "../rules/words.js";
import { ScoreMark } from "./score-mark.js";
import { SearchRuns } from "./search-runs.js";

/** A search: what came of it, and its tree. */
export function Tree({ memory, search }: { readonly memory: string; readonly search: string }) {
  const loaded = useLoad((signal) => call<SearchTree>(inMemory(memory, "searches", search), { signal }), `${memory}/${search}`);
  return (
    <>
      <p className="crumbs">
        <a href={href(memory, "programs")}>Programs</a>
      </p>
      <h1>{search}</h1>
      <Show of={loaded}>
        {({ report, tree }) => (
          <>
            <SearchRuns memory={memory} changed={loaded.state === "ready" ? loaded.again : () => undefined} />
            <Outcome report={report} />
            <section>
              <h2>The tree</h2>
              <p className="legend muted small-text" aria-hidden="true">
                <span className="dot" /> mean score, with its 95 % interval, from 0 to 1
              </p>
              <Branch memory={memory} tree={tree} of={null} />
            </section>
            {Object.keys(report.ledger).length > 0 && (
              <section>
                <h2>What it cost</h2>
                <Costs of={search} what="Runs to" ledger={report.ledger} />
              </section>
            )}
          </>
        )}
      </Show>
    </>
  );
}

function Outcome({ report: { steps, generations, failedGenerations, evaluatedAgain, test } }: { readonly report: SearchReport }) {
  return (
    <>
      <dl className="figures">
        <Figure name="steps" value={steps} />
        <Figure name="programs made" value={generations - failedGenerations} />
        <Figure name="came to nothing" value={failedGenerations} />
        <Figure name="evaluated again" value={evaluatedAgain} />
      </dl>
      {test === null ? (
        <p className="muted">It is not tested yet: it has steps to go.</p>
      ) : (
        <>
          <p>
            On {count(test.tasks, "held-out task")} program {test.node} scores <strong>{sayScore(test.with.score)}</strong>, no memory{" "}
            {sayScore(test.without.score)}: a gain of <strong>{sayEffect(test.gain.mean)}</strong>{" "}
            <span className="muted">({sayRange(test.gain)})</span>.
          </p>
          <Compared test={test} />
        </>
      )}
    </>
  );
}

/** The program beside no memory, other memories and the full context, on the held-out tasks. */
function Compared({ test: { node, with: given, without, gain, others } }: { readonly test: NonNullable<SearchReport["test"]> }) {
  const rows = [{ name: `program ${node}`, ...given, gain }, { name: "no memory", ...without, gain: null }, ...others];
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label="On the held-out tasks">
      <table>
        <thead>
          <tr>
            {["With", "Score", "Gain", "95 % interval", "Tokens", "Time"].map((head, place) => (
              <th key={head} scope="col" className={place > 0 ? "number" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{title(row.name)}</th>
              <td className="number">{sayScore(row.score)}</td>
              <td className="number">{sayEffect(row.gain?.mean ?? null)}</td>
              <td className="number">{sayRange(row.gain)}</td>
              <td className="number">{Math.round(row.tokens).toLocaleString()}</td>
              <td className="number">{sayMs(row.ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Programs that were made from one; of null the root. */
function Branch({ memory, tree, of }: { readonly memory: string; readonly tree: readonly ProgramCard[]; readonly of: number | null }) {
  const children = tree.filter(({ parent }) => parent === of);
  if (children.length === 0) return null;
  return (
    <ul className="search-tree">
      {children.map((card) => (
        <li key={card.node}>
          <Node memory={memory} card={card} />
          <Branch memory={memory} tree={tree} of={card.node} />
        </li>
      ))}
    </ul>
  );
}

function Node({ memory, card }: { readonly memory: string; readonly card: ProgramCard }) {
  const { search, node, change, mean, interval, visits, failed } = card;
  return (
    <div className={card.chosen ? "program chosen" : "program"}>
      <p className="program-head">
        <a href={href(memory, "programs", search, String(node))}>Program {node}</a> <Marks card={card} />
        <span className="muted">{change || "no memory"}</span>
      </p>
      <div className="program-score">
        <strong>{sayScore(mean)}</strong>
        <ScoreMark mean={mean} {...interval} />
        <span className="muted small-text">
          {sayScore(interval.low)} to {sayScore(interval.high)} · {sayVisits(visits)}
          {failed > 0 && ` · ${count(failed, "attempt")} at a child came to nothing`}
        </span>
      </div>
    </div>
  );
}

/** Whether a program is the search's choice, and whether it is in use. */
export function Marks({ card: { chosen, inUse } }: { readonly card: ProgramCard }) {
  return (
    <>
      {chosen && <span className="state active">Chosen</span>}
      {inUse && <span className="state provisional">In use</span>}
    </>
  );
}

export function sayVisits(visits: number): string {
  return visits === 1 ? "evaluated once" : `evaluated ${visits.toLocaleString()} times`;
}
