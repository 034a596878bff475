import { useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { RulePage, RuleState, RuleSummary } from "../../api/shapes.js";
import { createStore, useStore } from "../../api/store.js";
import { Show } from "../../parts/status.js";
import { count } from "../../parts/words.js";
import { EffectMark } from "./effect-mark.js";
import { NoRules } from "./no-rules.js";
import { TeamRuns } from "./team-runs.js";
import { sayEffect, sayRange, STATES } from "./words.js";

const PAGE = 24;

/** What is shown of a memory's rules. */
interface Filter {
  readonly memory: string;
  readonly stream: string;
  readonly role: string;
  readonly state: RuleState | "";
  readonly page: number;
}

/** Kept while one looks at a card, so that the way back leads where one was. */
const filterStore = createStore<Filter>({ memory: "", stream: "", role: "", state: "", page: 0 });

/** Cards of all rules, by state and role. */
export function List({ memory }: { readonly memory: string }) {
  const kept = useStore(filterStore);
  const filter: Filter = kept.memory === memory ? kept : { memory, stream: "", role: "", state: "", page: 0 };
  const change = (part: Partial<Filter>) => filterStore.set({ ...filter, page: 0, ...part });
  const { stream, role, state, page } = filter;
  const set = Object.entries({ stream, role, state }).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...set, ["offset", String(page * PAGE)], ["limit", String(PAGE)]]);
  const [version, setVersion] = useState(0);
  const listed = useLoad((signal) => call<RulePage>(`${inMemory(memory, "rules")}?${query}`, { signal }), `${memory}?${query} ${version}`);
  return (
    <>
      <TeamRuns memory={memory} changed={() => setVersion((known) => known + 1)} />
      <Show of={listed}>
        {(found) =>
          found.roles.length === 0 && stream === "" ? (
            <NoRules memory={memory} />
          ) : (
            <>
              <Toolbar found={found} filter={filter} change={change} />
              {found.rules.length === 0 ? (
                <p className="muted pad">
                  No rule passes this filter.{" "}
                  <button type="button" className="quiet" onClick={() => change({ stream: "", role: "", state: "" })}>
                    Show all
                  </button>
                </p>
              ) : (
                <ul className="cards">
                  {found.rules.map((rule) => (
                    <RuleCard key={rule.id} memory={memory} rule={rule} />
                  ))}
                </ul>
              )}
              {found.total > PAGE && <Pager total={found.total} page={page} to={(next) => change({ page: next })} />}
            </>
          )
        }
      </Show>
    </>
  );
}

function Toolbar({
  found: { states, streams, roles },
  filter: { stream, role, state },
  change,
}: {
  readonly found: RulePage;
  readonly filter: Filter;
  readonly change: (part: Partial<Filter>) => void;
}) {
  const all = states.active + states.provisional + states.inactive;
  const choices: [Filter["state"], string, number][] = [
    ["", "All", all],
    ...(Object.keys(STATES) as RuleState[]).map((one): [RuleState, string, number] => [one, STATES[one], states[one]]),
  ];
  return (
    <div className="toolbar">
      <div className="choices" role="group" aria-label="State">
        {choices.map(([value, label, number]) => (
          <button key={value} type="button" className="quiet" aria-pressed={state === value} onClick={() => change({ state: value })}>
            {label} <span className="count">{number.toLocaleString()}</span>
          </button>
        ))}
      </div>
      <select aria-label="Role" value={role} onChange={({ target }) => change({ role: target.value })}>
        <option value="">Every role</option>
        {[...new Set([...roles, ...(role === "" ? [] : [role])])].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {streams.length > 1 && (
        <select aria-label="Stream" value={stream} onChange={({ target }) => change({ stream: target.value, role: "" })}>
          <option value="">Every stream</option>
          {streams.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </div>
  );
}

function RuleCard({ memory, rule }: { readonly memory: string; readonly rule: RuleSummary }) {
  const { id, body, owner, state, useWhen, avoidWhen, uses, versions, measured, effect, interval } = rule;
  return (
    <li className="card rule">
      <p className="tags">
        <StateChip state={state} />
        <span className="tag">{owner}</span>
      </p>
      <h2>
        <a href={href(memory, "rules", id)}>{body}</a>
      </h2>
      <Scope says="Use when" conditions={useWhen} />
      <Scope says="Avoid when" conditions={avoidWhen} />
      <div className="rule-effect">
        {effect === null ? (
          <p className="muted small-text">Not measured yet</p>
        ) : (
          <>
            <p>
              <strong>{sayEffect(effect)}</strong>{" "}
              <span className="muted small-text">
                {interval === null ? `on ${count(measured, "task")}` : `${sayRange(interval)} on ${count(measured, "task")}`}
              </span>
            </p>
            <EffectMark effect={effect} interval={interval} />
          </>
        )}
        <p className="muted small-text">
          {uses === 0 ? "Not used yet" : `Used ${uses === 1 ? "once" : `${uses.toLocaleString()} times`}`}
          {versions > 1 && ` · ${count(versions, "version")}`}
        </p>
      </div>
    </li>
  );
}

function Scope({ says, conditions }: { readonly says: string; readonly conditions: readonly string[] }) {
  const [first, ...others] = conditions;
  if (first === undefined) return null;
  return (
    <p className="rule-scope">
      <span className="muted">{says}</span> {first}
      {others.length > 0 && <span className="muted"> and {others.length.toLocaleString()} more</span>}
    </p>
  );
}

export function StateChip({ state }: { readonly state: RuleState }) {
  return <span className={`state ${state}`}>{STATES[state]}</span>;
}

function Pager({ total, page, to }: { readonly total: number; readonly page: number; readonly to: (page: number) => void }) {
  const last = Math.min(total, (page + 1) * PAGE);
  return (
    <div className="pager">
      <button type="button" className="quiet" disabled={page === 0} onClick={() => to(page - 1)}>
        Earlier
      </button>
      <span className="muted">
        {(page * PAGE + 1).toLocaleString()} – {last.toLocaleString()} of {count(total, "rule")}
      </span>
      <button type="button" className="quiet" disabled={last === total} onClick={() => to(page + 1)}>
        Later
      </button>
    </div>
  );
}
