import { useState } from "react";
import type { Call, Evidence } from "../../api/shapes.js";
import { Icon } from "../../parts/icon.js";
import { StoredPicture } from "../../parts/picture.js";
import { RoundChips } from "../../parts/round-chips.js";
import { count } from "../../parts/words.js";
import { isMade, type Exchange } from "./conversation.js";
import { DataView } from "./data-view.js";

/** How an answer comes about: the plan, each call with what it was told and gave, the evidence. */
export function Working({ memory, exchange: { plan, evidence, state } }: { readonly memory: string; readonly exchange: Exchange }) {
  const next = plan.findIndex((call) => !isMade(call));
  return (
    <div className="working">
      <ol className="plan">
        {plan.map((call, index) => (
          <li key={index}>
            <Step call={call} isNext={state === "asking" && index === next} />
          </li>
        ))}
      </ol>
      {evidence.length > 0 && <EvidenceList memory={memory} units={evidence} />}
    </div>
  );
}

function Step({ call, isNext }: { readonly call: Call; readonly isNext: boolean }) {
  const { goal, tool, result, error } = call;
  return (
    <>
      <p className="step">
        <span className="step-mark">
          {isMade(call) ? <Icon name={error ? "warn" : "check"} /> : isNext && <span className="spinner" />}
        </span>
        <span>
          {goal} <span className="tool">{tool}</span>
        </span>
      </p>
      {isMade(call) && (
        <details className="call">
          <summary>Call</summary>
          <h4>Arguments</h4>
          <DataView data={call.arguments} />
          <h4>Result</h4>
          {error ? <p className="bad-text">{error.message}</p> : <DataView data={result ?? {}} />}
        </details>
      )}
    </>
  );
}

function EvidenceList({ memory, units }: { readonly memory: string; readonly units: readonly Evidence[] }) {
  // What is folded fetches no pictures.
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="evidence" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{count(units.length, "piece")} of evidence</summary>
      <ol>
        {units.map((unit, index) => (
          <li key={index}>
            <p className="evidence-head">
              <span className="tool">{unit.kind}</span>
              <RoundChips rounds={unit.rounds} />
            </p>
            <p className="said">{unit.text}</p>
            {isOpen && unit.pictures !== undefined && unit.pictures.length > 0 && (
              <div className="pictures">
                {unit.pictures.slice(0, 6).map((hash) => (
                  <StoredPicture key={hash} memory={memory} hash={hash} caption={`Picture in ${unit.rounds.join(", ")}`} />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
