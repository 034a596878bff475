import type { Command } from "commander";
import { MnemaError } from "../core/errors.js";
import { csvLine } from "../memory/csv.js";
import { type TableView, type TimedTable, viewTimedTables } from "../memory/view.js";
import { memoryId, run } from "./context.js";

/** `mnema tables [NAME] [--csv]` */
export function addTables(program: Command): void {
  program
    .command("tables")
    .description("the tables found, with their rows")
    .argument("[name]", "only this one, by name or alias")
    .option("--csv", "rows as CSV; needs a name")
    .action(
      run(async (context, name: string | undefined) => {
        const asCsv = context.options["csv"] === true;
        if (asCsv && context.output.json)
          throw new MnemaError("USAGE", "--csv and --json are two forms of the same rows: choose one.", { place: "--csv" });
        if (asCsv && name === undefined) throw new MnemaError("USAGE", "Name the table whose rows are wanted as CSV.", { place: "--csv" });
        const { store } = await context.mnema.memory(memoryId(context));
        const found = await viewTimedTables(store, name);
        const [first] = found;
        if (name !== undefined && first === undefined) {
          const known = (await store.tables.tables()).map((table) => table.name).join(", ") || "none";
          throw new MnemaError("UNKNOWN_TABLE", `There is no table "${name}". Known: ${known}.`, { place: name });
        }
        if (asCsv && first !== undefined) return void process.stdout.write(tableAsCsv(first));
        const tables = found.map(({ table }) => table);
        context.output.result(tables, tables.map(describeTable).join("\n\n") || "No tables: nothing recurs in this memory yet.");
      }),
    );
}

/**
 * RFC 4180: a header, then one line a row: the round's id and time (`@time`, in its source's own zone, empty where it is not
 * known), then the cells.
 */
function tableAsCsv({ table: { columns, rows }, times }: TimedTable): string {
  const names = columns.map(({ name }) => name);
  const lines = rows.map(({ round, values }, place) => {
    const time = times[place] ?? null;
    return [round, time === null ? "" : `${time.iso}${time.zone ?? ""}`, ...names.map((name) => values[name] ?? "")];
  });
  return [["round", "@time", ...names], ...lines].map(csvLine).join("");
}

export function describeTable({ name, description, columns, rows }: TableView): string {
  const head = columns.map((column) => `${column.name} (${column.type}${column.unit === null ? "" : `, ${column.unit}`})`).join(", ");
  const shown = rows
    .slice(0, 5)
    .map(({ round, values }) => `  ${round}: ${columns.map((column) => values[column.name] ?? "–").join(" | ")}`);
  const more = rows.length > shown.length ? [`  … ${rows.length - shown.length} more`] : [];
  return [`${name} — ${description}`, `  ${rows.length} rows of ${head}`, ...shown, ...more].join("\n");
}
