import { useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Cost as Costs, DecisionPage, Ledger } from "../../api/shapes.js";
import { AddLink } from "../../parts/add-link.js";
import { Figure } from "../../parts/figure.js";
import { Empty, Show } from "../../parts/status.js";
import { sayMoment, sayMs } from "../../parts/times.js";
import { count, title } from "../../parts/words.js";
import type { ViewProps } from "../view.js";

const PAGE = 50;

/** What the decisions took, and every one of them. */
export function Cost({ memory }: ViewProps) {
  const ledger = useLoad((signal) => call<Ledger>(inMemory(memory, "cost"), { signal }), memory);
  return (
    <Show of={ledger}>
      {(cost) =>
        cost.decisions === 0 ? (
          <Empty icon="cost" title="Nothing has been decided yet">
            <p>Every judgement of a model, or of its offline stand-in, is written down here with what it took.</p>
            <AddLink memory={memory} />
          </Empty>
        ) : (
          <>
            <h1>Cost</h1>
            <dl className="figures">
              <Figure name="tokens" value={cost.tokens} />
              <Figure name="decisions" value={cost.decisions} />
              <Figure name="failed" value={cost.failed} />
              <Figure name="time" value={sayMs(cost.ms)} />
            </dl>
            <section>
              <Groups name="Decision" groups={cost.byName} />
              <Groups name="Decided by" groups={cost.byModel} />
            </section>
            <Log memory={memory} total={cost.decisions} />
          </>
        )
      }
    </Show>
  );
}

function Groups({ name, groups }: { readonly name: string; readonly groups: Readonly<Record<string, Costs>> }) {
  const entries = Object.entries(groups).sort(([, a], [, b]) => b.tokens - a.tokens || b.decisions - a.decisions);
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={`Cost by ${name.toLowerCase()}`}>
      <table>
        <thead>
          <tr>
            {[name, "Made", "Failed", "Tokens", "Time"].map((head, index) => (
              <th key={head} scope="col" className={index > 0 ? "number" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(([group, { decisions, failed, tokens, ms }]) => (
            <tr key={group}>
              <th scope="row">{name === "Decision" ? title(group) : group}</th>
              <td className="number">{decisions.toLocaleString()}</td>
              <td className="number">{failed.toLocaleString()}</td>
              <td className="number">{tokens.toLocaleString()}</td>
              <td className="number">{sayMs(ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The decision log, the newest first. */
function Log({ memory, total }: { readonly memory: string; readonly total: number }) {
  const [page, setPage] = useState(0);
  const offset = Math.max(0, total - (page + 1) * PAGE);
  const limit = Math.min(PAGE, total - page * PAGE);
  const decisions = useLoad(
    (signal) => call<DecisionPage>(`${inMemory(memory, "decisions")}?offset=${offset}&limit=${limit}`, { signal }),
    `${memory}/${offset}`,
  );
  return (
    <section>
      <h2>Decision log</h2>
      <Show of={decisions}>
        {({ decisions }) => (
          <div className="scroll" tabIndex={0} role="group" aria-label="Decision log">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Decision</th>
                  <th scope="col">By</th>
                  <th scope="col" className="number">
                    Tokens in
                  </th>
                  <th scope="col" className="number">
                    Tokens out
                  </th>
                  <th scope="col" className="number">
                    Time
                  </th>
                  <th scope="col">Outcome</th>
                </tr>
              </thead>
              <tbody>
                {decisions.toReversed().map(({ key, at, name, model, tokens, ms, error }) => (
                  <tr key={key}>
                    <td className="time">{sayMoment(at)}</td>
                    <td>{title(name)}</td>
                    <td>{model}</td>
                    <td className="number">{tokens.input.toLocaleString()}</td>
                    <td className="number">{tokens.output.toLocaleString()}</td>
                    <td className="number">{sayMs(ms)}</td>
                    <td>{error === null ? "made" : <span className="bad-text">{error}</span>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Show>
      <div className="pager">
        <button type="button" className="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
          Newer
        </button>
        <span className="muted">
          {(page * PAGE + 1).toLocaleString()} – {(page * PAGE + limit).toLocaleString()} of {count(total, "decision")}
        </span>
        <button type="button" className="quiet" disabled={offset === 0} onClick={() => setPage(page + 1)}>
          Older
        </button>
      </div>
    </section>
  );
}
