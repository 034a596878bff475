import { useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Forgotten, Removes } from "../../api/shapes.js";
import { Icon } from "../../parts/icon.js";
import { Modal } from "../../parts/modal.js";
import { Failure, Loading, Show } from "../../parts/status.js";
import { count, title } from "../../parts/words.js";
import { dropConversation } from "../ask/conversation.js";

/** What to forget, as the server takes it. */
export type Forgettable = { readonly round: string } | { readonly session: string } | { readonly all: true };

/** Asks what would go, says it, and forgets when one confirms. */
export function ForgetButton({
  memory,
  what,
  says,
  onDone,
}: {
  readonly memory: string;
  readonly what: Forgettable;
  /** What it is called in a sentence: "round S1:2". */
  readonly says: string;
  readonly onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="quiet danger" onClick={() => setOpen(true)} aria-label={`Forget ${says}`}>
        <Icon name="trash" />
        <span>Forget</span>
      </button>
      {isOpen && (
        <Modal title={`Forget ${says}?`} kind="question" onClose={() => setOpen(false)}>
          <Question memory={memory} what={what} says={says} onDone={onDone} onCancel={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

function Question({
  memory,
  what,
  says,
  onDone,
  onCancel,
}: {
  readonly memory: string;
  readonly what: Forgettable;
  readonly says: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState(false);
  const forget = (dryRun: boolean, signal?: AbortSignal) =>
    call<Forgotten>(inMemory(memory, "forget"), { method: "POST", body: { ...what, dryRun }, signal });
  const preview = useLoad((signal) => forget(true, signal), JSON.stringify(what));
  const confirm = async () => {
    setWorking(true);
    setError(null);
    try {
      const { pending } = await forget(false);
      dropConversation(memory);
      if (pending) setPending(true);
      else onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setWorking(false);
  };
  if (pending)
    return (
      <>
        <p>It is gone for every reader. Another process keeps the text on disk until it ends.</p>
        <button type="button" onClick={onDone}>
          Close
        </button>
      </>
    );
  return (
    <Show of={preview}>
      {({ removes }) => (
        <>
          {removes !== undefined && <Goes removes={removes} />}
          <p className="muted">This cannot be undone. What the rest of the memory says of it is made anew.</p>
          {error !== null && <Failure error={error} />}
          {isWorking ? (
            <Loading what={`Forgetting ${says}`} />
          ) : (
            <div className="buttons">
              <button type="button" className="danger solid" onClick={() => void confirm()}>
                Forget
              </button>
              <button type="button" className="quiet" onClick={onCancel}>
                Keep
              </button>
            </div>
          )}
        </>
      )}
    </Show>
  );
}

function Goes({ removes }: { readonly removes: Removes }) {
  const { rounds, observations, rows, pictures, questions, decisions } = removes;
  const named = rounds.slice(0, 6).join(", ") + (rounds.length > 6 ? ` and ${rounds.length - 6} more` : "");
  const lines = [
    `${count(rounds.length, "round")}${rounds.length === 0 ? "" : `: ${named}`}`,
    ...(observations > 0 ? [`${count(observations, "value")} that ${observations === 1 ? "was" : "were"} extracted`] : []),
    ...Object.entries(rows).map(([table, number]) => `${count(number, "row")} of ${title(table)}`),
    ...(pictures > 0 ? [count(pictures, "picture")] : []),
    ...(questions > 0 ? [`${count(questions, "question")} answered from ${rounds.length === 1 ? "it" : "them"}, with the answer`] : []),
    ...(decisions > 0 ? [count(decisions, "recorded decision")] : []),
  ];
  return (
    <>
      <p>This goes, on disk too:</p>
      <ul className="goes">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
