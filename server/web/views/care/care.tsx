import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { go, href } from "../../api/route.js";
import type { Audit } from "../../api/shapes.js";
import { download } from "../../parts/download.js";
import { Figure } from "../../parts/figure.js";
import { Icon } from "../../parts/icon.js";
import { Show } from "../../parts/status.js";
import { count } from "../../parts/words.js";
import type { ViewProps } from "../view.js";
import { ForgetButton } from "./forget.js";

/** Whether everything is accounted for, a copy to take away, and forgetting. */
export function Care({ memory, access }: ViewProps) {
  const audit = useLoad((signal) => call<Audit>(inMemory(memory, "audit"), { signal }), memory);
  return (
    <div className="narrow">
      <h1>Care</h1>
      <section>
        <h2>Audit</h2>
        <Show of={audit}>{(account) => <Account audit={account} />}</Show>
      </section>
      <section>
        <h2>Take it with you</h2>
        <p>
          Everything in this memory as one file, which another Mnema takes in with <code>mnema import</code>.
        </p>
        <button type="button" className="quiet" onClick={() => void download(inMemory(memory, "export"), `${memory}.jsonl`)}>
          <Icon name="download" /> Export
        </button>
      </section>
      {access === "write" && (
        <section>
          <h2>Forget</h2>
          <p>
            A single round or session is forgotten where it is shown, under <a href={href(memory, "rounds")}>Rounds</a>. Here goes the whole
            memory.
          </p>
          <ForgetButton memory={memory} what={{ all: true }} says={`all of ${memory}`} onDone={() => go(href(null))} />
        </section>
      )}
    </div>
  );
}

function Account({ audit: { rounds, represented, skipped, pending, ok, findings } }: { readonly audit: Audit }) {
  return (
    <>
      <p className={ok ? "notice good" : "notice bad"}>
        <Icon name={ok ? "check" : "warn"} />
        {ok
          ? rounds === 0
            ? "There is nothing to account for yet."
            : `All ${count(rounds, "round")} that came in are accounted for.`
          : "Not everything is accounted for. The findings below say what to do."}
      </p>
      <dl className="figures">
        <Figure name="represented" value={represented} />
        <Figure name="skipped" value={skipped} />
        <Figure name="waiting" value={pending} />
      </dl>
      {findings.length > 0 && (
        <div className="scroll" tabIndex={0} role="group" aria-label="Findings">
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">State</th>
                <th scope="col">Why, and what to do</th>
              </tr>
            </thead>
            <tbody>
              {findings.slice(0, 200).map(({ subject, state, reason }, index) => (
                <tr key={index}>
                  <td>{subject}</td>
                  <td>{state}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
