import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { SearchReport } from "../../api/shapes.js";
import { Empty, Show } from "../../parts/status.js";
import { count } from "../../parts/words.js";
import { sayEffect, sayRange, sayScore, shellWord } from "../rules/words.js";
import { SearchRuns } from "./search-runs.js";

/** Cards of all searches of a memory. */
export function List({ memory }: { readonly memory: string }) {
  const listed = useLoad((signal) => call<{ searches: readonly SearchReport[] }>(inMemory(memory, "searches"), { signal }), memory);
  return (
    <Show of={listed}>
      {({ searches }) => (
        <>
          <SearchRuns memory={memory} changed={listed.state === "ready" ? listed.again : () => undefined} />
          {searches.length === 0 ? (
            <NoSearches memory={memory} />
          ) : (
            <ul className="cards programs">
              {searches.map((report) => (
                <SearchCard key={report.search} memory={memory} report={report} />
              ))}
            </ul>
          )}
        </>
      )}
    </Show>
  );
}

function SearchCard({
  memory,
  report: { search, steps, programs, chosen, test },
}: {
  readonly memory: string;
  readonly report: SearchReport;
}) {
  return (
    <li className="card">
      <h2>
        <a href={href(memory, "programs", search)}>{search}</a>
      </h2>
      <p className="muted small-text">
        {count(steps, "step")}, {count(programs, "program")}
      </p>
      {chosen !== null && (
        <p>
          Program {chosen.node} · {sayScore(chosen.mean)} <span className="muted">{chosen.change || "no memory"}</span>
        </p>
      )}
      {test !== null && (
        <p className="muted small-text">
          On {count(test.tasks, "held-out task")}: {sayScore(test.with.score)}, without memory {sayScore(test.without.score)}; gain{" "}
          {sayEffect(test.gain.mean)} ({sayRange(test.gain)})
        </p>
      )}
    </li>
  );
}

function NoSearches({ memory }: { readonly memory: string }) {
  return (
    <Empty isUnder icon="programs" title="No search yet">
      <p>
        A search makes programs that keep what an agent did, and finds the one that helps it most. Begin one on the planning problems in
        your data sets folder:
      </p>
      <pre className="command" tabIndex={0}>
        <code>mnema design run --env planning --memory {shellWord(memory)}</code>
      </pre>
    </Empty>
  );
}
