import { type FormEvent, useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { go, roundHref } from "../../api/route.js";
import type { Round, RoundPage } from "../../api/shapes.js";
import { AddLink } from "../../parts/add-link.js";
import { Empty, Failure, Show } from "../../parts/status.js";
import { sayTime } from "../../parts/times.js";
import { count } from "../../parts/words.js";
import type { ViewProps } from "../view.js";
import { ForgetButton } from "../care/forget.js";

const PAGE = 50;

/** Everything that was said, in order, by session. */
export function Rounds({ memory, access, changed }: ViewProps) {
  const first = useLoad((signal) => page(memory, null, signal), memory);
  return (
    <Show of={first}>
      {(loaded) =>
        loaded.rounds.length === 0 ? (
          <Empty icon="rounds" title="Nothing has been said here yet">
            <p>A round is what you said and what was replied. They come in with a chat history.</p>
            <AddLink memory={memory} />
          </Empty>
        ) : (
          <List memory={memory} first={loaded} canForget={access === "write"} changed={changed} />
        )
      }
    </Show>
  );
}

function List({
  memory,
  first,
  canForget,
  changed,
}: {
  readonly memory: string;
  readonly first: RoundPage;
  readonly canForget: boolean;
  readonly changed: () => void;
}) {
  const [shown, setShown] = useState(first);
  const [error, setError] = useState<Error | null>(null);
  const [wanted, setWanted] = useState("");
  const sessions = bySession(shown.rounds);
  const loadMore = async () => {
    setError(null);
    try {
      const { rounds, next } = await page(memory, shown.next);
      setShown({ rounds: [...shown.rounds, ...rounds], next });
    } catch (failure) {
      setError(failure as Error);
    }
  };
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (wanted.trim() !== "") go(roundHref(wanted.trim()));
  };
  return (
    <>
      <h1>Rounds</h1>
      <form className="toolbar" onSubmit={open}>
        <input
          type="search"
          value={wanted}
          placeholder="Round, such as S1:2"
          aria-label="Id of a round"
          onChange={({ target }) => setWanted(target.value)}
        />
        <button type="submit" className="quiet">
          Open
        </button>
      </form>
      {sessions.map(({ name, bare, rounds }) => (
        <section key={name} className="session">
          <header>
            <h2>{bare}</h2>
            <span className="muted small-text">{count(rounds.length, "round")}</span>
            {canForget && <ForgetButton memory={memory} what={{ session: name }} says={`session ${bare}`} onDone={changed} />}
          </header>
          <ol>
            {rounds.map((round) => (
              <li key={`${round.history}/${round.id}`}>
                <RoundLine round={round} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {error !== null && <Failure error={error} />}
      {shown.next !== null && (
        <button type="button" className="quiet wide" onClick={() => void loadMore()}>
          Show more rounds
        </button>
      )}
    </>
  );
}

function RoundLine({ round: { id, time, turns, parked } }: { readonly round: Round }) {
  const pictures = turns.reduce((sum, { pictures }) => sum + pictures.length, 0);
  const [first, second] = turns.filter(({ text }) => text !== "");
  return (
    <a className="round-line" href={roundHref(id)}>
      <span className="muted small-text">
        {sayTime(time)} · {id}
        {pictures > 0 && ` · ${count(pictures, "picture")}`}
        {parked !== null && <span className="tag bad">waits</span>}
      </span>
      <span className="round-text">{first?.text ?? "No text"}</span>
      {second !== undefined && <span className="round-text muted">{second.text}</span>}
    </a>
  );
}

function page(memory: string, after: string | null, signal?: AbortSignal): Promise<RoundPage> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after === null ? {} : { after }) });
  return call<RoundPage>(`${inMemory(memory, "rounds")}?${query}`, { signal });
}

/** Rounds that follow one another in one session; `name` is unique in the memory. */
function bySession(rounds: readonly Round[]): { name: string; bare: string; rounds: Round[] }[] {
  const sessions = new Map<string, { name: string; bare: string; rounds: Round[] }>();
  for (const round of rounds) {
    const name = `${round.history}/${round.session}`;
    const known = sessions.get(name);
    if (known === undefined) sessions.set(name, { name, bare: round.session, rounds: [round] });
    else known.rounds.push(round);
  }
  return [...sessions.values()];
}
