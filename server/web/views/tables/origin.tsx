import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Origin, Table } from "../../api/shapes.js";
import { Marked } from "../../parts/marked.js";
import { Modal } from "../../parts/modal.js";
import { RoundChip } from "../../parts/round-chips.js";
import { Show } from "../../parts/status.js";

const SOURCES = {
  user: "Said by the user",
  assistant: "Said by the assistant",
  caption: "From a picture's caption",
  picture: "Read from a picture",
} as const;

/** Where the value of a cell comes from: the words it was taken from, and what it was taken for. */
export function OriginSheet({
  memory,
  table,
  round,
  column,
  onClose,
}: {
  readonly memory: string;
  readonly table: Table;
  readonly round: string;
  readonly column: string;
  readonly onClose: () => void;
}) {
  const query = new URLSearchParams({ round, column });
  const origin = useLoad(
    (signal) => call<Origin>(`${inMemory(memory, "tables", table.id, "provenance")}?${query}`, { signal }),
    `${round}/${column}`,
  );
  return (
    <Modal title={column} kind="sheet" onClose={onClose}>
      <Show of={origin}>
        {({ value, typed, note, source, text }) => (
          <div className="origin">
            <p className="origin-value">{value}</p>
            <p className="muted">Taken as {sayTyped(typed)}</p>
            {note !== null && <p className="notice">{note}</p>}
            <h3>{SOURCES[source.kind]}</h3>
            <blockquote className="said">
              <Marked text={text} spans={[source]} />
            </blockquote>
            <p>
              <span className="muted">Round</span> <RoundChip round={round} />
            </p>
          </div>
        )}
      </Show>
    </Modal>
  );
}

function sayTyped(typed: unknown): string {
  const { kind, ...rest } = typed as { kind: string; number?: number; low?: number; high?: number; unit?: string | null; date?: string };
  const unit = rest.unit == null ? "" : ` ${rest.unit}`;
  if (kind === "number") return `the number ${rest.number}${unit}`;
  if (kind === "range") return `a range from ${rest.low} to ${rest.high}${unit}`;
  if (kind === "date") return `the date ${rest.date}`;
  return kind === "boolean" ? "yes or no" : "text";
}
