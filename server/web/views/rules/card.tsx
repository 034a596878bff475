import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { Rule, RuleCondition, RuleTransition } from "../../api/shapes.js";
import { Figure } from "../../parts/figure.js";
import { Show } from "../../parts/status.js";
import { Effects } from "./effects.js";
import { StateChip } from "./list.js";
import { Versions } from "./versions.js";
import { FROM, REASONS, sayEffect, sayRange } from "./words.js";

/** Everything about one rule. */
export function Card({ memory, id }: { readonly memory: string; readonly id: string }) {
  const loaded = useLoad((signal) => call<Rule>(inMemory(memory, "rules", id), { signal }), `${memory}/${id}`);
  return (
    <>
      <p className="crumbs">
        <a href={href(memory, "rules")}>Rules</a>
      </p>
      <Show of={loaded}>{(rule) => <Whole memory={memory} rule={rule} />}</Show>
    </>
  );
}

function Whole({ memory, rule }: { readonly memory: string; readonly rule: Rule }) {
  const { body, owner, state, stream, sourceTask, conditions, effects, effect, interval, uses, capabilities } = rule;
  return (
    <>
      <h1 className="rule-body">{body}</h1>
      <p className="tags">
        <StateChip state={state} />
        <span className="tag">{owner}</span>
        <span className="tag">{stream}</span>
      </p>
      <dl className="figures">
        <Figure name="mean effect" value={sayEffect(effect)} />
        <Figure name="95 % interval" value={sayRange(interval)} />
        <Figure name="times used" value={uses} />
      </dl>
      <section>
        <h2>When it applies</h2>
        <div className="columns">
          <Conditions says="Use when" none="No condition: it is offered wherever it seems to fit." conditions={conditions.use} />
          <Conditions says="Avoid when" none="Nothing has spoken against it yet." conditions={conditions.avoid} />
        </div>
      </section>
      <section>
        <h2>What it does</h2>
        {effects.length === 0 ? (
          <p className="muted">It has not been measured on a task yet. Its source task does not count.</p>
        ) : (
          <Effects memory={memory} rule={rule} />
        )}
      </section>
      <section>
        <h2>Versions</h2>
        <Versions versions={rule.versions} />
      </section>
      {capabilities.length > 0 && (
        <section>
          <h2>What repairs must keep</h2>
          <ul className="lines">
            {capabilities.map(({ id, correction, tasks }) => (
              <li key={id}>
                {correction} <span className="muted small-text">validated on {tasks.join(", ")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>History</h2>
        <p className="muted small-text">
          It comes from task {sourceTask}. Its id is <code>{rule.id}</code>.
        </p>
        <ol className="history">
          {rule.transitions.map((transition, place) => (
            <Entry key={place} transition={transition} />
          ))}
        </ol>
      </section>
    </>
  );
}

function Conditions({
  says,
  none,
  conditions,
}: {
  readonly says: string;
  readonly none: string;
  readonly conditions: readonly RuleCondition[];
}) {
  return (
    <div>
      <h3>{says}</h3>
      {conditions.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="lines">
          {conditions.map(({ text, origin, task, stands }, place) => (
            <li key={place}>
              {stands ? text : <del>{text}</del>}{" "}
              <span className="muted small-text">
                {stands ? FROM[origin] : "overturned by later uses"} · {task}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ transition: { to, reason, task, version } }: { readonly transition: RuleTransition }) {
  return (
    <li>
      <StateChip state={to} />
      <span>
        {REASONS[reason]}.{" "}
        <span className="muted small-text">
          Task {task} · version {version}
        </span>
      </span>
    </li>
  );
}
