import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { RuleReport, RuleState } from "../../api/shapes.js";
import { Figure } from "../../parts/figure.js";
import { Show } from "../../parts/status.js";
import { sayMs } from "../../parts/times.js";
import { count, title } from "../../parts/words.js";
import { NoRules } from "./no-rules.js";
import { sayRange, sayScore, sayShare, STATES } from "./words.js";

/** What came of every stream. */
export function Report({ memory }: { readonly memory: string }) {
  const loaded = useLoad((signal) => call<{ streams: readonly RuleReport[] }>(inMemory(memory, "rules", "report"), { signal }), memory);
  return (
    <Show of={loaded}>
      {({ streams }) =>
        streams.length === 0 ? <NoRules memory={memory} /> : streams.map((report) => <Stream key={report.stream} report={report} />)
      }
    </Show>
  );
}

function Stream({ report }: { readonly report: RuleReport }) {
  const { stream, tasks, score, interval, rules, injections, states, utilisation, concentration, revised, depths, ages } = report;
  const inStates = (Object.keys(STATES) as RuleState[]).map((state) => [state, Math.round((states[state] ?? 0) * rules)] as const);
  return (
    <section className="stream">
      <h2>{stream}</h2>
      <dl className="figures">
        <Figure name={`mean score of ${count(tasks, "task")}`} value={sayScore(score)} />
        <Figure name="95 % interval" value={sayRange(interval, sayScore)} />
        <Figure name="rules" value={rules} />
        <Figure name="times supplied" value={injections} />
      </dl>
      <div className="columns">
        <div>
          <h3>States</h3>
          <Bars bars={inStates.map(([state, number]) => [STATES[state], number])} />
          <h3>Repairs of a rule’s words</h3>
          <Bars bars={depths.map((number, depth) => [depth === 0 ? "never" : count(depth, "repair"), number])} />
        </div>
        {injections > 0 && (
          <div>
            <h3>Age of a rule when it was supplied</h3>
            <Bars bars={ages.map((number, tenth) => [`${tenth * 10} – ${tenth * 10 + 10} %`, number])} />
            <p className="muted small-text">In shares of the stream since it was admitted.</p>
          </div>
        )}
      </div>
      <dl className="fields">
        <Figure name="Supplied at least once" value={`${sayShare(utilisation)} of the rules`} />
        <Figure name="Most used tenth" value={`${sayShare(concentration)} of the times supplied`} />
        <Figure
          name="Repaired rules"
          value={`${sayShare(revised.ofStore)} of the rules, ${sayShare(revised.ofInjections)} of the times supplied`}
        />
        <Figure name="Median age" value={`${sayShare(report.medianAge)} of the stream`} />
      </dl>
      {Object.keys(report.ledger).length > 0 && <Costs of={stream} what="Runs of the team for" ledger={report.ledger} />}
    </section>
  );
}

/** Counts as bars, each with its number. */
function Bars({ bars }: { readonly bars: readonly (readonly [string, number])[] }) {
  const most = Math.max(1, ...bars.map(([, number]) => number));
  return (
    <dl className="bars">
      {bars.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <svg aria-hidden="true">
              <rect width={`${(100 * number) / most}%`} height="100%" rx="3" />
            </svg>
            <span>{number.toLocaleString()}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What was paid for, by purpose. */
export function Costs({ of, what, ledger }: { readonly of: string; readonly what: string; readonly ledger: RuleReport["ledger"] }) {
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={`Cost of ${of}`}>
      <table>
        <thead>
          <tr>
            {[what, "Runs", "Tokens", "Time"].map((head, place) => (
              <th key={head} scope="col" className={place > 0 ? "number" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(ledger).map(([purpose, { runs, tokens, ms }]) => (
            <tr key={purpose}>
              <th scope="row">{title(purpose)}</th>
              <td className="number">{runs.toLocaleString()}</td>
              <td className="number">{tokens.toLocaleString()}</td>
              <td className="number">{sayMs(ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
