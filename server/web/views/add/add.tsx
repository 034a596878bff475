import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { Run, UploadReply } from "../../api/shapes.js";
import { Icon } from "../../parts/icon.js";
import { Failure, Show } from "../../parts/status.js";
import { bytes, count } from "../../parts/words.js";
import type { ViewProps } from "../view.js";
import { type Chosen, chosenIn, droppedIn } from "./dropped.js";
import { FORMATS } from "./formats.js";
import { RunView } from "./run.js";
import { type How, upload } from "./upload.js";

/** Takes in chat history with its pictures, and shows how that goes. */
export function Add({ memory }: ViewProps) {
  const runs = useLoad((signal) => call<{ runs: readonly Run[] }>(inMemory(memory, "runs"), { signal }), memory);
  const [fresh, setFresh] = useState<readonly Run[]>([]);
  return (
    <div className="narrow">
      <h1>Add history</h1>
      <p className="lead">
        Chat exports in Mnema’s own format, MemGallery, LoCoMo or OpenAI messages, with the pictures they name. What is in the memory
        already is not stored twice.
      </p>
      <Chooser memory={memory} onTaken={({ run }) => setFresh([run, ...fresh])} />
      <Show of={runs}>
        {({ runs: known }) => {
          const all = [...fresh, ...known.filter(({ id, kind }) => kind === "ingest" && !fresh.some((run) => run.id === id))];
          return all.length === 0 ? null : (
            <section>
              <h2>Runs</h2>
              <ul className="runs">
                {all.map((run) => (
                  <li key={run.id}>
                    <RunView run={run} unit="round" say={sayReport}>
                      <p className="buttons">
                        <a className="button" href={href(memory, "ask")}>
                          <Icon name="ask" /> Ask about it
                        </a>
                        <a className="button" href={href(memory, "tables")}>
                          <Icon name="tables" /> See the tables
                        </a>
                      </p>
                    </RunView>
                  </li>
                ))}
              </ul>
            </section>
          );
        }}
      </Show>
    </div>
  );
}

function sayReport(report: NonNullable<Run["report"]>): string {
  const number = (name: string) => Number(report[name] ?? 0);
  const stored = [
    count(number("rounds"), "new round"),
    ...(number("skipped") > 0 ? [`${number("skipped").toLocaleString()} known already`] : []),
    ...(number("failed") > 0 ? [`${number("failed").toLocaleString()} waiting: see Care`] : []),
  ];
  return `${stored.join(", ")}. The memory now holds ${count(number("tables"), "table")} and ${count(number("topics"), "topic")}.`;
}

function Chooser({ memory, onTaken }: { readonly memory: string; readonly onTaken: (reply: UploadReply) => void }) {
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const [how, setHow] = useState<How>({ history: "", format: "" });
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [warnings, setWarnings] = useState<UploadReply["warnings"]>([]);
  const sending = useRef<AbortController>(null);

  const choose = (chosen: readonly Chosen[]) => {
    setError(null);
    setWarnings([]);
    // A file that is chosen again takes the place of the first.
    setFiles([...files.filter(({ path }) => !chosen.some((other) => other.path === path)), ...chosen]);
  };
  const send = async () => {
    setError(null);
    setSent(0);
    sending.current = new AbortController();
    try {
      const reply = await upload(memory, files, how, setSent, sending.current.signal);
      setFiles([]);
      setWarnings(reply.warnings);
      onTaken(reply);
    } catch (failure) {
      setError(failure as Error);
    }
    setSent(null);
  };
  return (
    <section aria-label="Files">
      <DropPlace onChosen={choose} />
      {files.length > 0 && (
        <div className="chosen">
          <p>
            <strong>{count(files.length, "file")}</strong>{" "}
            <span className="muted">{bytes(files.reduce((sum, { file }) => sum + file.size, 0))}</span>
          </p>
          <ul>
            {files.slice(0, 8).map(({ path, file }) => (
              <li key={path}>
                <Icon name="file" /> {path} <span className="muted">{bytes(file.size)}</span>
              </li>
            ))}
            {files.length > 8 && <li className="muted">and {files.length - 8} more</li>}
          </ul>
          <Details how={how} setHow={setHow} />
          {sent === null ? (
            <div className="buttons">
              <button type="button" className="solid" onClick={() => void send()}>
                Add to this memory
              </button>
              <button type="button" className="quiet" onClick={() => setFiles([])}>
                Clear
              </button>
            </div>
          ) : (
            <div className="run-progress">
              <progress value={sent} aria-label="Sent" />
              <span className="muted">{sent < 1 ? `Sending, ${Math.round(sent * 100)} %` : "Reading it through …"}</span>
              <button type="button" className="quiet" onClick={() => sending.current?.abort()}>
                Stop
              </button>
            </div>
          )}
        </div>
      )}
      {error !== null && <Failure error={error} />}
      {warnings.length > 0 && (
        <div className="notice">
          <Icon name="warn" />
          <ul>
            {warnings.slice(0, 20).map(({ code, message, place }) => (
              <li key={`${code} ${place}`}>
                {message} <span className="muted">{place}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function DropPlace({ onChosen }: { readonly onChosen: (files: readonly Chosen[]) => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedIn(event.dataTransfer).then(onChosen);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChosen(chosenIn(target.files));
    target.value = "";
  };
  return (
    <div className={isOver ? "drop over" : "drop"} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Icon name="add" />
      <p>Drop files or a folder here</p>
      <div className="buttons">
        <label className="button">
          Choose files
          <input type="file" multiple className="unseen" onChange={pick} />
        </label>
        <label className="button">
          Choose a folder
          <input type="file" webkitdirectory="" className="unseen" onChange={pick} />
        </label>
      </div>
    </div>
  );
}

function Details({ how, setHow }: { readonly how: How; readonly setHow: (how: How) => void }) {
  return (
    <details>
      <summary>Details</summary>
      <div className="form-row">
        <label>
          Format
          <select value={how.format} onChange={({ target }) => setHow({ ...how, format: target.value })}>
            <option value="">found by itself</option>
            {FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </select>
        </label>
        <label>
          Name of the history
          <input
            value={how.history}
            maxLength={200}
            placeholder="the file’s own"
            onChange={({ target }) => setHow({ ...how, history: target.value })}
          />
        </label>
      </div>
    </details>
  );
}
