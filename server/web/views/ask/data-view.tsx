import { RoundChips } from "../../parts/round-chips.js";
import { sayTime } from "../../parts/times.js";
import { title } from "../../parts/words.js";

type Fields = Readonly<Record<string, unknown>>;

/** Keys under which rounds are named. */
const ROUNDS = new Set(["source", "rounds", "contributing_rows"]);
/** Columns that say nothing to a person beside the others. */
const HIDDEN = new Set(["order"]);
const ROWS = 12;
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$/;
/** A column that every table has, such as `@time`. */
const AUXILIARY = /^@(time|order|source|captions)$/;

/** What a tool was told, or gave back: names and values, lists of alike things as small tables. */
export function DataView({ data }: { readonly data: Fields }) {
  const entries = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length === 0) return <p className="muted">Nothing.</p>;
  return (
    <dl className="fields">
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt>{title(key)}</dt>
          <dd>
            <Value name={key} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  const rounds = roundsIn(name, value);
  if (rounds !== null) return rounds.length === 0 ? <>none</> : <RoundChips rounds={rounds} />;
  if (Array.isArray(value)) return <List items={value} />;
  if (isFields(value)) return <DataView data={value} />;
  return <>{sayValue(value)}</>;
}

function List({ items }: { readonly items: readonly unknown[] }) {
  if (items.length === 0) return <>none</>;
  if (!items.every(isFields)) return <>{items.map((item) => sayValue(item)).join(", ")}</>;
  const filters = items.map(filterIn);
  if (filters.every((filter) => filter !== null)) return <>{filters.join(" and ")}</>;
  return <Rows rows={items.map(flat)} />;
}

function Rows({ rows }: { readonly rows: readonly Fields[] }) {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((key) => !HIDDEN.has(key) && key !== "text");
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label="Rows of the result">
      <table className="small">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {title(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} className={kindOf(row[column])}>
                  {row[column] === null || row[column] === undefined ? "–" : <Value name={column} value={row[column]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS && <p className="muted">and {rows.length - ROWS} more rows</p>}
    </div>
  );
}

/** A row's values beside what is known of it. */
function flat({ values, ...rest }: Fields): Fields {
  return isFields(values) ? { ...rest, ...values } : values === undefined ? rest : { ...rest, values };
}

/** `sleep > 7`, when it is a condition on a column. */
function filterIn({ column, operator, value }: Fields): string | null {
  if (typeof column !== "string" || typeof operator !== "string") return null;
  return [sayValue(column), operator, value === undefined || value === null ? "" : sayValue(value)].join(" ").trim();
}

function roundsIn(name: string, value: unknown): readonly string[] | null {
  if (!ROUNDS.has(name)) return null;
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
}

function sayValue(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString(undefined, { maximumFractionDigits: 4 });
  if (typeof value !== "string") return JSON.stringify(value);
  return MOMENT.test(value) ? sayTime(value) : AUXILIARY.test(value) ? value.slice(1) : value;
}

/** How a cell is set. */
function kindOf(value: unknown): string {
  if (typeof value === "number") return "number";
  return typeof value === "string" && value.length > 40 ? "long" : "";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
