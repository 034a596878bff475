import { type FormEvent, useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { go, href } from "../../api/route.js";
import type { Memories as Listed, MemoryDetail, MemoryName } from "../../api/shapes.js";
import { Empty, Failure } from "../../parts/status.js";
import { sayMoment } from "../../parts/times.js";
import { count } from "../../parts/words.js";
import { ForgetButton } from "../care/forget.js";

/** Memories of which numbers are shown: each has to be opened for it. */
const COUNTED = 12;

/** All memories that the caller may see; making and deleting them. */
export function Memories({ listed: { memories, access }, changed }: { readonly listed: Listed; readonly changed: () => void }) {
  const canWrite = access === "write";
  return (
    <>
      <h1>Memories</h1>
      {memories.length === 0 && (
        <Empty isUnder icon="rounds" title="No memory yet">
          <p>
            {canWrite
              ? "Give one a name, then add a chat history to it."
              : "This key opens no memory that exists. Ask whoever gave you the key."}
          </p>
        </Empty>
      )}
      {canWrite && <Create />}
      <ul className="cards">
        {memories.map((memory, index) => (
          <li key={memory.id} className="card memory">
            <h2>
              <a href={href(memory.id, "ask")}>{memory.id}</a>
            </h2>
            {index < COUNTED ? <Numbers memory={memory} /> : <p className="muted">{sayMoment(memory.createdAt)}</p>}
            {canWrite && <ForgetButton memory={memory.id} what={{ all: true }} says={`all of ${memory.id}`} onDone={changed} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Numbers({ memory: { id, createdAt } }: { readonly memory: MemoryName }) {
  const detail = useLoad((signal) => call<MemoryDetail>(inMemory(id), { signal }), id);
  if (detail.state !== "ready") return <p className="muted">{sayMoment(createdAt)}</p>;
  const { rounds, tables, topics } = detail.data;
  return (
    <p className="muted">{rounds === 0 ? "Empty" : [count(rounds, "round"), count(tables, "table"), count(topics, "topic")].join(" · ")}</p>
  );
}

function Create() {
  const [name, setName] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    try {
      const { id } = await call<MemoryName>("/v1/memories", { method: "POST", body: { id: name.trim() } });
      go(href(id, "add"));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <form className="create" onSubmit={(event) => void create(event)}>
      <input
        value={name}
        maxLength={200}
        aria-label="Name of the new memory"
        placeholder="Name of a new memory"
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="solid" disabled={name.trim() === ""}>
        Make memory
      </button>
      {error !== null && <Failure error={error} />}
    </form>
  );
}
