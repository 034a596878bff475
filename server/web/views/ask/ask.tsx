import { useEffect, useRef } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Table } from "../../api/shapes.js";
import { useStore } from "../../api/store.js";
import { AddLink } from "../../parts/add-link.js";
import { Empty, Show } from "../../parts/status.js";
import type { ViewProps } from "../view.js";
import { Composer } from "./composer.js";
import { type Conversation, conversationWith } from "./conversation.js";
import { ExchangeView } from "./exchange.js";
import { questionsFor } from "./suggestions.js";

/** Questions and answers. */
export function Ask({ memory, access }: ViewProps) {
  const conversation = useLoad(() => conversationWith(memory), memory);
  return <Show of={conversation}>{(ready) => <Talk conversation={ready} memory={memory} canWrite={access === "write"} />}</Show>;
}

function Talk({
  conversation,
  memory,
  canWrite,
}: {
  readonly conversation: Conversation;
  readonly memory: string;
  readonly canWrite: boolean;
}) {
  const exchanges = useStore(conversation.exchanges);
  const last = exchanges.at(-1);
  const end = useRef<HTMLDivElement>(null);
  const growth = `${exchanges.length} ${last?.words.length} ${last?.plan.length} ${last?.state}`;
  useEffect(() => {
    // Its result, where a browser gives one, must not become the effect's.
    void end.current?.scrollIntoView({ block: "end" });
  }, [growth]);
  const ask = (question: string, remember = false) => conversation.ask(question, remember);
  return (
    <div className="talk">
      <h1 className="unseen">Ask</h1>
      <div className="exchanges">
        {exchanges.length === 0 && <Begin memory={memory} canWrite={canWrite} onAsk={ask} />}
        {exchanges.map((exchange) => (
          <ExchangeView key={exchange.id} memory={memory} exchange={exchange} onAgain={() => ask(exchange.question)} />
        ))}
      </div>
      <p className="unseen" role="status">
        {last?.state === "answered" ? last.words : ""}
      </p>
      <div ref={end} className="talk-end" />
      <Composer isWorking={last?.state === "asking"} canRemember={canWrite} onAsk={ask} onStop={conversation.stop} />
    </div>
  );
}

/** Before the first question: some that this memory can answer, or how something gets into it. */
function Begin({
  memory,
  canWrite,
  onAsk,
}: {
  readonly memory: string;
  readonly canWrite: boolean;
  readonly onAsk: (question: string) => void;
}) {
  const tables = useLoad(async (signal) => {
    const [{ rounds }, { tables }] = await Promise.all([
      call<{ rounds: number }>(inMemory(memory), { signal }),
      call<{ tables: readonly Table[] }>(inMemory(memory, "tables"), { signal }),
    ]);
    return { rounds, tables };
  }, memory);
  return (
    <Show of={tables}>
      {({ rounds, tables }) =>
        rounds === 0 ? (
          <Empty isUnder icon="add" title="This memory is empty">
            <p>
              {canWrite
                ? "Add a chat history, or ask with “Remember what is said” switched on."
                : "Somebody with a key that writes can add a chat history."}
            </p>
            {canWrite && <AddLink memory={memory} />}
          </Empty>
        ) : (
          <Empty isUnder icon="ask" title="What would you like to know?">
            <p>Answers are computed from tables or found in what was said, and name the rounds they rest on.</p>
            <ul className="suggestions">
              {questionsFor(tables).map((question) => (
                <li key={question}>
                  <button type="button" className="quiet" onClick={() => onAsk(question)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          </Empty>
        )
      }
    </Show>
  );
}
