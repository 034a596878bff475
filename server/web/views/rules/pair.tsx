import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { RulePair, TeamRun, TeamStep } from "../../api/shapes.js";
import { Figure } from "../../parts/figure.js";
import { Icon } from "../../parts/icon.js";
import { Show } from "../../parts/status.js";
import { count } from "../../parts/words.js";
import { sayHow } from "./effects.js";
import { sayEffect, sayScore } from "./words.js";

/** The two runs of a task that show what a rule does: with it alone, and without any. */
export function Pair({ memory, id, task }: { readonly memory: string; readonly id: string; readonly task: string }) {
  const loaded = useLoad((signal) => call<RulePair>(inMemory(memory, "rules", id, "effects", task), { signal }), `${memory}/${id}/${task}`);
  return (
    <>
      <p className="crumbs">
        <a href={href(memory, "rules")}>Rules</a> / <a href={href(memory, "rules", id)}>Rule {id.slice(0, 8)}</a>
      </p>
      <h1>Task {task}</h1>
      <Show of={loaded}>{(pair) => <Compared pair={pair} />}</Show>
    </>
  );
}

function Compared({ pair: { effect, context, with: supplied, without } }: { readonly pair: RulePair }) {
  return (
    <>
      <p className="muted">{sayHow(effect, effect.version)}</p>
      <dl className="figures">
        <Figure name="with the rule" value={sayScore(effect.with)} />
        <Figure name="without any rule" value={sayScore(effect.without)} />
        <Figure name="effect" value={sayEffect(effect.with - effect.without)} />
      </dl>
      {supplied?.supplied.map(({ role, body }) => (
        <p key={role} className="notice">
          <Icon name="rules" />
          <span>
            <span className="muted">Given to {role}:</span> <span className="said">{body}</span>
          </span>
        </p>
      ))}
      <details>
        <summary>What the role saw before it acted</summary>
        <p className="said boxed">{context}</p>
      </details>
      {supplied === null || without === null ? (
        <p className="notice">
          <Icon name="warn" />A run of this pair is not on record any more, so there is nothing to lay side by side. The scores are.
        </p>
      ) : (
        <SideBySide supplied={supplied} without={without} />
      )}
    </>
  );
}

/** What both runs share from the start once, then each from where they part. */
function SideBySide({ supplied, without }: { readonly supplied: TeamRun; readonly without: TeamRun }) {
  const shared = sharedSteps(supplied.steps, without.steps);
  const isOneWay = shared === supplied.steps.length && shared === without.steps.length;
  return (
    <section>
      <h2>{isOneWay ? "Both runs went the same way" : "Where the runs part"}</h2>
      {shared > 0 && (
        <details className="shared" open={isOneWay}>
          <summary>
            {isOneWay ? count(shared, "step") : `The first ${shared === 1 ? "step is" : `${shared.toLocaleString()} steps are`} the same`}
          </summary>
          <Steps steps={supplied.steps.slice(0, shared)} from={1} />
        </details>
      )}
      {!isOneWay && (
        <div className="columns runs-compared">
          <Rest says="With the rule" run={supplied} other={without} shared={shared} />
          <Rest says="Without any rule" run={without} other={supplied} shared={shared} />
        </div>
      )}
    </section>
  );
}

function Rest({
  says,
  run: { steps, score },
  other,
  shared,
}: {
  readonly says: string;
  readonly run: TeamRun;
  readonly other: TeamRun;
  readonly shared: number;
}) {
  return (
    <div>
      <h3>
        {says} · {sayScore(score)}
      </h3>
      {steps.length === shared ? (
        <p className="muted">It was over here.</p>
      ) : (
        <Steps steps={steps.slice(shared)} from={shared + 1} other={other.steps.slice(shared)} />
      )}
    </div>
  );
}

/** Steps of a run; those that differ from the other run's at the same place are marked. */
function Steps({
  steps,
  from,
  other = steps,
}: {
  readonly steps: readonly TeamStep[];
  readonly from: number;
  readonly other?: readonly TeamStep[];
}) {
  return (
    <ol className="steps" start={from}>
      {steps.map((step, place) => {
        const { role, kind, text, progress, legal } = step;
        return (
          <li key={place} className={kind}>
            <p className="muted small-text">
              {from + place} · {kind === "observation" ? "world" : role}
              {kind === "action" && " acts"}
              {progress !== null && kind === "observation" && ` · ${Math.round(100 * progress)} % of the goal`}
              {legal === false && <span className="tag bad">refused</span>}
              {!isSame(step, other[place]) && <mark>differs</mark>}
            </p>
            <p className="said">{text}</p>
          </li>
        );
      })}
    </ol>
  );
}

function isSame(step: TeamStep, other: TeamStep | undefined): boolean {
  return step.role === other?.role && step.kind === other.kind && step.text === other.text;
}

/** How many steps from the start are the same in both. */
function sharedSteps(a: readonly TeamStep[], b: readonly TeamStep[]): number {
  const first = a.findIndex((step, place) => !isSame(step, b[place]));
  return first === -1 ? Math.min(a.length, b.length) : first;
}
