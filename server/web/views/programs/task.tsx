import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { StoredImage, TaskRun, TaskRunPair } from "../../api/shapes.js";
import { Figure } from "../../parts/figure.js";
import { Icon } from "../../parts/icon.js";
import { StoredPicture } from "../../parts/picture.js";
import { Show } from "../../parts/status.js";
import { count } from "../../parts/words.js";
import { sayScore } from "../rules/words.js";
import { sayPurpose } from "./program.js";

interface Place {
  readonly memory: string;
  readonly search: string;
  readonly node: string;
  readonly run: string;
}

/** A task that was done with a program: what that gave, and what the agent did with it and without any. */
export function Task({ memory, search, node, run }: Place) {
  const address = inMemory(memory, "searches", search, "programs", node, "runs", run);
  const loaded = useLoad((signal) => call<TaskRunPair>(address, { signal }), address);
  return (
    <>
      <p className="crumbs">
        <a href={href(memory, "programs")}>Programs</a> / <a href={href(memory, "programs", search)}>{search}</a> /{" "}
        <a href={href(memory, "programs", search, node)}>Program {node}</a>
      </p>
      <Show of={loaded}>{(pair) => <Compared memory={memory} pair={pair} />}</Show>
    </>
  );
}

function Compared({ memory, pair: { with: given, without } }: { readonly memory: string; readonly pair: TaskRunPair }) {
  const { task, purpose, visit, goal, observation, reward, error, program } = given;
  const isRoot = program === 0;
  return (
    <>
      <h1>Task {task}</h1>
      <p className="muted">{sayPurpose(purpose, visit)}</p>
      <p className="said boxed">{goal}</p>
      <details>
        <summary>What was seen first</summary>
        <p className="said boxed">{observation}</p>
      </details>
      <dl className="figures">
        <Figure name={isRoot ? "without memory" : "with the program"} value={sayScore(reward)} />
        {!isRoot && <Figure name="without memory" value={sayScore(without?.reward ?? null)} />}
      </dl>
      {error !== null && (
        <p className="notice bad">
          <Icon name="warn" />
          <span className="said">{error}</span>
        </p>
      )}
      {!isRoot && <Payload memory={memory} run={given} />}
      <section>
        <h2>What the agent did</h2>
        {isRoot ? (
          <Steps memory={memory} run={given} />
        ) : (
          <div className="columns runs-compared">
            <div>
              <h3>With the program · {sayScore(reward)}</h3>
              <Steps memory={memory} run={given} />
            </div>
            <div>
              <h3>Without memory{without !== null && ` · ${sayScore(without.reward)}`}</h3>
              {without === null ? (
                <p className="muted">It was not done without memory under equal luck.</p>
              ) : (
                <Steps memory={memory} run={without} />
              )}
            </div>
          </div>
        )}
      </section>
    </>
  );
}

/** What memory gave before the first turn. */
function Payload({ memory, run: { payload, cut } }: { readonly memory: string; readonly run: TaskRun }) {
  const { items } = payload;
  return (
    <section>
      <h2>What the program gave</h2>
      {items.length === 0 && <p className="muted">Nothing.</p>}
      <ol className="payload">
        {items.map(({ text, images = [], metadata }, place) => (
          <li key={place} className="boxed">
            {text !== undefined && <p className="said">{text}</p>}
            <Pictures memory={memory} images={images} />
            {metadata !== undefined && <p className="muted small-text said">{JSON.stringify(metadata)}</p>}
          </li>
        ))}
      </ol>
      {(cut.chars > 0 || cut.items > 0 || cut.images > 0) && (
        <p className="muted small-text">
          The agent got less: {count(cut.chars, "character")}, {count(cut.items, "item")} and {count(cut.images, "picture")} were over the
          budget.
        </p>
      )}
    </section>
  );
}

function Steps({ memory, run: { steps } }: { readonly memory: string; readonly run: TaskRun }) {
  if (steps.length === 0) return <p className="muted">Nothing.</p>;
  return (
    <ol className="steps">
      {steps.map(({ action, observation, images }, place) => (
        <li key={place} className="action">
          <p className="said">
            <strong>{action}</strong>
          </p>
          <p className="said muted">{observation}</p>
          <Pictures memory={memory} images={images} />
        </li>
      ))}
    </ol>
  );
}

function Pictures({ memory, images }: { readonly memory: string; readonly images: readonly StoredImage[] }) {
  return images.map(({ value }, place) => <StoredPicture key={place} memory={memory} hash={value} caption={null} />);
}
