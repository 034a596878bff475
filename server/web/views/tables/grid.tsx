import { useState } from "react";
import type { Column, Row } from "../../api/shapes.js";
import { RoundChip } from "../../parts/round-chips.js";
import { sayTime } from "../../parts/times.js";

/** By which column rows are sorted; null: by time. */
export interface Sorting {
  readonly column: string | null;
  readonly descending: boolean;
}

const PAGE = 100;

/** The rows, with a button in every cell that shows where its value comes from. */
export function Grid({
  columns,
  rows,
  sorting,
  onSort,
  conditions,
  onCondition,
  onCell,
}: {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
  /** What is typed above each column; null while there are no fields for it. */
  readonly conditions: Readonly<Record<string, string>> | null;
  readonly onCondition: (column: string, condition: string) => void;
  readonly onCell: (round: string, column: string) => void;
}) {
  const [pages, setPages] = useState(1);
  const heads = [
    { column: null, label: "Time", unit: null, isNumber: false },
    ...columns.map(({ name, unit, type }) => ({ column: name, label: name, unit, isNumber: type === "number" })),
  ];
  return (
    <>
      <div className="scroll grid" tabIndex={0} role="group" aria-label="Rows">
        <table>
          <thead>
            <tr>
              {heads.map(({ column, label, unit, isNumber }) => {
                const own = sorting !== null && sorting.column === column;
                const direction = own ? (sorting.descending ? "descending" : "ascending") : "none";
                return (
                  <th key={label} scope="col" aria-sort={direction} className={isNumber ? "number" : ""}>
                    <button type="button" className="bare sort" onClick={() => onSort({ column, descending: own && !sorting.descending })}>
                      {label}
                      {unit !== null && <span className="muted"> {unit}</span>}
                      <span className="sort-mark">{own ? (sorting.descending ? "↓" : "↑") : ""}</span>
                    </button>
                  </th>
                );
              })}
              <th scope="col">Round</th>
            </tr>
            {conditions !== null && (
              <tr className="conditions">
                <td />
                {columns.map(({ name, type }) => (
                  <td key={name}>
                    <input
                      value={conditions[name] ?? ""}
                      placeholder={type === "number" ? "> 7 or 5..7" : "contains"}
                      aria-label={`Filter ${name}`}
                      onChange={({ target }) => onCondition(name, target.value)}
                    />
                  </td>
                ))}
                <td />
              </tr>
            )}
          </thead>
          <tbody>
            {rows.slice(0, pages * PAGE).map((row) => (
              <tr key={`${row.order}`}>
                <td className="time">{sayTime(row.time)}</td>
                {columns.map(({ name, type }) => {
                  const cell = row.cells[name];
                  if (cell === undefined)
                    return (
                      <td key={name} className={type === "number" ? "number none" : "none"}>
                        –
                      </td>
                    );
                  return (
                    <td key={name} className={type === "number" ? "number" : ""}>
                      <button
                        type="button"
                        className={cell.note === null ? "bare cell" : "bare cell noted"}
                        title={cell.note ?? "Where this comes from"}
                        onClick={() => onCell(row.round, name)}
                      >
                        {cell.value}
                      </button>
                    </td>
                  );
                })}
                <td>
                  <RoundChip round={row.round} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="muted pad">No row meets this. Change the search or the filters.</p>}
      </div>
      {rows.length > pages * PAGE && (
        <button type="button" className="quiet wide" onClick={() => setPages(pages + 1)}>
          Show more rows
        </button>
      )}
    </>
  );
}
