import type { Command } from "commander";
import { MnemaError } from "../core/errors.js";
import { outputIds } from "../core/output-ids.js";
import { eachRound, type TableView, viewTables } from "../memory/view.js";
import type { MemoryStore } from "../stores/contract.js";
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
        const tables = await viewTables(store, name);
        if (name !== undefined && tables.length === 0) {
          const known = (await store.tables.tables()).map((table) => table.name).join(", ") || "none";
          throw new MnemaError("UNKNOWN_TABLE", `There is no table "${name}". Known: ${known}.`, { place: name });
        }
        const [table] = tables;
        if (asCsv && table !== undefined) return void process.stdout.write(tableAsCsv(table, await timesOf(store, table)));
        context.output.result(tables, tables.map(describeTable).join("\n\n") || "No tables: nothing recurs in this memory yet.");
      }),
    );
}

/** ISO times of a table's rounds by output id, in their source's own zone; a round without one is left out. */
async function timesOf(store: MemoryStore, { rows }: TableView): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(rows.map(({ round }) => round));
  const ambiguous = await store.log.ambiguousIds();
  const times = new Map<string, string>();
  for await (const round of eachRound(store)) {
    const [id = ""] = outputIds(round, ambiguous);
    if (wanted.has(id) && round.time !== null) times.set(id, `${round.time.iso}${round.time.zone ?? ""}`);
  }
  return times;
}

/**
 * RFC 4180: a header, then one line a row: the round's id and time (`@time`, empty where it is not known), then the cells.
 * Fields that hold a quote, a comma or a line break are quoted.
 */
export function tableAsCsv({ columns, rows }: TableView, times: ReadonlyMap<string, string>): string {
  const names = columns.map(({ name }) => name);
  const lines = [
    ["round", "@time", ...names],
    ...rows.map(({ round, values }) => [round, times.get(round) ?? "", ...names.map((name) => values[name] ?? "")]),
  ];
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
