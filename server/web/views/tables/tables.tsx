import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { Table } from "../../api/shapes.js";
import { AddLink } from "../../parts/add-link.js";
import { Empty, Show } from "../../parts/status.js";
import { count, title } from "../../parts/words.js";
import type { ViewProps } from "../view.js";
import { TableView } from "./table.js";

/** The tables that were found; one of them when the address names it. */
export function Tables({ memory, rest }: ViewProps) {
  const tables = useLoad((signal) => call<{ tables: readonly Table[] }>(inMemory(memory, "tables"), { signal }), memory);
  return (
    <Show of={tables}>
      {({ tables }) => {
        const table = tables.find(({ id, name }) => id === rest[0] || name === rest[0]);
        return table === undefined ? <Overview memory={memory} tables={tables} /> : <TableView memory={memory} table={table} />;
      }}
    </Show>
  );
}

function Overview({ memory, tables }: { readonly memory: string; readonly tables: readonly Table[] }) {
  if (tables.length === 0)
    return (
      <Empty icon="tables" title="No table yet">
        <p>A table appears by itself as soon as the same kind of record, such as a reading or an expense, has come up a few times.</p>
        <AddLink memory={memory} />
      </Empty>
    );
  return (
    <>
      <h1>Tables</h1>
      <p className="lead">What keeps coming back in this memory, found and kept up to date by itself.</p>
      <ul className="cards">
        {tables.map((table) => (
          <li key={table.id} className="card">
            <h2>
              <a href={href(memory, "tables", table.name)}>{title(table.name)}</a>
            </h2>
            <p className="muted">{count(table.rows, "row")}</p>
            <p className="tags">
              {table.columns.map(({ name, unit }) => (
                <span key={name} className="tag">
                  {name}
                  {unit !== null && <span className="muted"> {unit}</span>}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
