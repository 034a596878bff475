import { lazy, Suspense, useMemo, useState } from "react";
import { inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import { href } from "../../api/route.js";
import type { Row, Table } from "../../api/shapes.js";
import { download } from "../../parts/download.js";
import { Icon } from "../../parts/icon.js";
import { Loading, Show } from "../../parts/status.js";
import { count, title } from "../../parts/words.js";
import { compareCells, meets } from "./condition.js";
import { Grid, type Sorting } from "./grid.js";
import { OriginSheet } from "./origin.js";
import { allRows } from "./rows.js";

/** Loaded when a plot is wanted: it is a good part of the page's script. */
const Plot = lazy(async () => ({ default: (await import("./plot.js")).Plot }));

/** One table: sorted, filtered, plotted, and where each value comes from. */
export function TableView({ memory, table }: { readonly memory: string; readonly table: Table }) {
  const rows = useLoad((signal) => allRows(memory, table.id, signal), `${memory}/${table.id}/${table.rows}`);
  return (
    <>
      <p className="crumbs">
        <a href={href(memory, "tables")}>
          <Icon name="back" /> Tables
        </a>
      </p>
      <h1>{title(table.name)}</h1>
      <p className="lead">{table.description}</p>
      <Show of={rows}>{(loaded) => <Explorer memory={memory} table={table} {...loaded} />}</Show>
    </>
  );
}

function Explorer({
  memory,
  table,
  rows,
  total,
}: {
  readonly memory: string;
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly total: number;
}) {
  const numeric = table.columns.filter(({ type }) => type === "number");
  const [search, setSearch] = useState("");
  const [conditions, setConditions] = useState<Readonly<Record<string, string>>>({});
  const [filtering, setFiltering] = useState(false);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [plotted, setPlotted] = useState<string | null>(numeric[0]?.name ?? null);
  const [cell, setCell] = useState<{ round: string; column: string } | null>(null);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return sorted(
      rows.filter((row) => matches(row, wanted, filtering ? conditions : {})),
      sorting,
    );
  }, [rows, search, filtering, conditions, sorting]);
  const column = table.columns.find(({ name }) => name === plotted);
  return (
    <>
      {column !== undefined && (
        <section aria-label={`${column.name} over time`}>
          <div className="plot-head">
            <label>
              <span className="unseen">Plotted column</span>
              <select value={column.name} onChange={({ target }) => setPlotted(target.value)}>
                {numeric.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <span className="muted">over time{column.unit === null ? "" : `, in ${column.unit}`}</span>
          </div>
          <Suspense fallback={<Loading what="Drawing" />}>
            <Plot column={column} rows={shown} />
          </Suspense>
        </section>
      )}
      <div className="toolbar">
        <input
          type="search"
          value={search}
          placeholder="Search rows"
          aria-label="Search rows"
          onChange={({ target }) => setSearch(target.value)}
        />
        <button type="button" className="quiet" aria-pressed={filtering} onClick={() => setFiltering(!filtering)}>
          <Icon name="filter" /> Filter
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => void download(inMemory(memory, "tables", table.id, "rows.csv"), `${table.name}.csv`)}
        >
          <Icon name="download" /> CSV
        </button>
        <span className="muted" role="status">
          {shown.length === rows.length ? count(rows.length, "row") : `${shown.length} of ${count(rows.length, "row")}`}
          {total > rows.length && ` (the first of ${total.toLocaleString()}; CSV has all)`}
        </span>
      </div>
      <Grid
        columns={table.columns}
        rows={shown}
        sorting={sorting}
        onSort={setSorting}
        conditions={filtering ? conditions : null}
        onCondition={(name, condition) => setConditions({ ...conditions, [name]: condition })}
        onCell={(round, name) => setCell({ round, column: name })}
      />
      {cell !== null && <OriginSheet memory={memory} table={table} {...cell} onClose={() => setCell(null)} />}
    </>
  );
}

function matches({ round, time, cells }: Row, wanted: string, conditions: Readonly<Record<string, string>>): boolean {
  const texts = () => [round, time ?? "", ...Object.values(cells).map(({ value }) => value)];
  if (wanted !== "" && !texts().some((text) => text.toLowerCase().includes(wanted))) return false;
  return Object.entries(conditions).every(([column, condition]) => meets(cells[column], condition));
}

function sorted(rows: readonly Row[], sorting: Sorting | null): readonly Row[] {
  if (sorting === null) return rows;
  const { column, descending } = sorting;
  if (column === null) return descending ? rows.toReversed() : rows;
  return rows.toSorted((a, b) => compareCells(a.cells[column], b.cells[column], descending));
}
