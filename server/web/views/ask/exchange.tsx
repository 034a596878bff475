import { Icon } from "../../parts/icon.js";
import { RoundChips } from "../../parts/round-chips.js";
import { sayMs } from "../../parts/times.js";
import { count } from "../../parts/words.js";
import type { Exchange } from "./conversation.js";
import { Working } from "./working.js";

/** A question and its answer. The way to it is open while it is walked, and folded afterwards. */
export function ExchangeView({
  memory,
  exchange,
  onAgain,
}: {
  readonly memory: string;
  readonly exchange: Exchange;
  readonly onAgain: () => void;
}) {
  const { question, state, words, answer, plan, problem, run } = exchange;
  return (
    <article className="exchange" aria-busy={state === "asking"}>
      <h2 className="question">{question}</h2>
      {state === "asking" && plan.length === 0 && <Pending says="Making a plan" />}
      {state === "asking" && plan.length > 0 && <Working memory={memory} exchange={exchange} />}
      {words !== "" && <p className="answer">{words}</p>}
      {state === "stopped" && <p className="muted">Stopped. Nothing of this question was kept.</p>}
      {state === "failed" && (
        <div className="notice bad" role="alert">
          <Icon name="warn" />
          <p>{problem}</p>
          <button type="button" className="quiet" onClick={onAgain}>
            Ask again
          </button>
        </div>
      )}
      {answer !== null && answer.citations.length > 0 && (
        <p className="cites">
          <span className="muted">From</span> <RoundChips rounds={answer.citations} />
        </p>
      )}
      {state === "answered" && (
        <details className="way">
          <summary>{summaryOf(exchange)}</summary>
          <Working memory={memory} exchange={exchange} />
        </details>
      )}
      {run !== null && <p className="muted small-text">Remembered: this exchange is being taken into the memory.</p>}
    </article>
  );
}

function Pending({ says }: { readonly says: string }) {
  return (
    <p className="loading">
      <span className="spinner" /> {says} …
    </p>
  );
}

function summaryOf({ plan, evidence, cost }: Exchange): string {
  const took = cost === null ? [] : [...(cost.tokens > 0 ? [count(cost.tokens, "token")] : []), sayMs(cost.ms)];
  return ["How", count(plan.length, "step"), `${count(evidence.length, "piece")} of evidence`, ...took].join(" · ");
}
