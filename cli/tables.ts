import type { Command } from "commander";
import { MnemaError } from "../core/errors.js";
import { type TableView, viewTables } from "../memory/view.js";
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
        const { store } = await context.mnema.memory(memoryId(context));
        const tables = await viewTables(store, name);
        if (name !== undefined && tables.length === 0) {
          const known = (await store.tables.tables()).map((table) => table.name).join(", ") || "none";
          throw new MnemaError("UNKNOWN_TABLE", `There is no table "${name}". Known: ${known}.`, { place: name });
        }
        if (context.options["csv"] === true) {
          const [table] = tables;
          if (name === undefined || table === undefined)
            throw new MnemaError("USAGE", "Name the table whose rows are wanted as CSV.", { place: "--csv" });
          process.stdout.write(tableAsCsv(table));
          return;
        }
        context.output.result(tables, tables.map(describeTable).join("\n\n") || "No tables: nothing recurs in this memory yet.");
      }),
    );
}

/** RFC 4180: a header, then one line a row; fields that hold a quote, a comma or a line break are quoted. */
export function tableAsCsv({ columns, rows }: TableView): string {
  const names = columns.map(({ name }) => name);
  const lines = [["round", ...names], ...rows.map(({ round, values }) => [round, ...names.map((name) => values[name] ?? "")])];
  return lines.map((fields) => `${fields.map(csvField).join(",")}\r\n`).join("");
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function describeTable({ name, description, columns, rows }: TableView): string {
  const head = columns.map((column) => `${column.name} (${column.type}${column.unit === null ? "" : `, ${column.unit}`})`).join(", ");
  const shown = rows
    .slice(0, 5)
    .map(({ round, values }) => `  ${round}: ${columns.map((column) => values[column.name] ?? "–").join(" | ")}`);
  const more = rows.length > shown.length ? [`  … ${rows.length - shown.length} more`] : [];
  return [`${name} — ${description}`, `  ${rows.length} rows of ${head}`, ...shown, ...more].join("\n");
}
