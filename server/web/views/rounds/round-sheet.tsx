import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { closeRound } from "../../api/route.js";
import type { Observation, RoundDetail, Turn } from "../../api/shapes.js";
import { Marked, type Span } from "../../parts/marked.js";
import { Modal } from "../../parts/modal.js";
import { StoredPicture } from "../../parts/picture.js";
import { Show } from "../../parts/status.js";
import { sayTime } from "../../parts/times.js";
import { ForgetButton } from "../care/forget.js";

const WHERE = { user: "the user's words", assistant: "the assistant's words", caption: "a caption", picture: "a picture" } as const;
const ROLES = { user: "User", assistant: "Assistant", system: "System" } as const;

/** A round with its pictures and what was extracted from it, beside whatever view it was opened from. */
export function RoundSheet({
  memory,
  round,
  canForget,
  changed,
}: {
  readonly memory: string;
  readonly round: string;
  readonly canForget: boolean;
  readonly changed: () => void;
}) {
  const detail = useLoad((signal) => call<RoundDetail>(inMemory(memory, "rounds", round), { signal }), `${memory}/${round}`);
  const forgotten = () => {
    closeRound();
    changed();
  };
  return (
    <Modal title={`Round ${round}`} kind="sheet" onClose={closeRound}>
      <Show of={detail}>
        {({ round: { id, time, session, parked, turns }, observations }) => (
          <>
            <p className="muted">
              {sayTime(time)} · session {session}
            </p>
            {parked !== null && <p className="notice bad">This round waits: {parked} The next upload takes it up again.</p>}
            {turns.map((turn, index) => (
              <TurnView key={index} memory={memory} turn={turn} index={index} observations={observations} />
            ))}
            <h3>What was extracted</h3>
            {observations.length === 0 ? (
              <p className="muted">Nothing that can be put into a table.</p>
            ) : (
              <dl className="fields observed">
                {observations.map((observation, index) => (
                  <div key={index}>
                    <dt>{observation.attribute}</dt>
                    <dd>
                      {observation.value} <span className="muted small-text">from {WHERE[observation.source.kind]}</span>
                      {observation.note !== null && <p className="muted small-text">{observation.note}</p>}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {canForget && (
              <footer>
                <ForgetButton memory={memory} what={{ round: id }} says={`round ${id}`} onDone={forgotten} />
              </footer>
            )}
          </>
        )}
      </Show>
    </Modal>
  );
}

function TurnView({
  memory,
  turn: { role, speaker, text, pictures },
  index,
  observations,
}: {
  readonly memory: string;
  readonly turn: Turn;
  readonly index: number;
  readonly observations: readonly Observation[];
}) {
  const here = observations.filter(({ source }) => source.turn === index);
  const spans = here.filter(({ source }) => source.kind === "user" || source.kind === "assistant").map(spanOf);
  return (
    <section className={`turn ${role}`}>
      <h3>{speaker ?? ROLES[role]}</h3>
      {text !== "" && (
        <p className="said">
          <Marked text={text} spans={spans} />
        </p>
      )}
      {pictures.map((picture, place) => (
        <figure key={place}>
          {picture.hash !== null && picture.state === "stored" ? (
            <StoredPicture memory={memory} hash={picture.hash} caption={picture.caption} />
          ) : (
            <p className="picture-gone">
              No picture ({picture.state}){picture.note === null ? "" : `: ${picture.note}`}
            </p>
          )}
          {picture.caption !== null && <figcaption>{picture.caption}</figcaption>}
        </figure>
      ))}
    </section>
  );
}

function spanOf({ attribute, source: { start, end } }: Observation): Span {
  return { start, end, says: attribute };
}
