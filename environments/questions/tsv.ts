import { MnemaError } from "../../core/errors.js";

/**
 * Rows of a table with tabs between its fields, by the names of its first line. A field in quotes may hold tabs and
 * line ends, and doubled quotes. INVALID_INPUT for a row of another length.
 */
export function readTsv(text: string, file: string): Record<string, string>[] {
  const [names = [], ...rows] = fields(text.replace(/^\uFEFF/, ""));
  return rows.map((row, index) => {
    if (row.length !== names.length)
      throw new MnemaError("INVALID_INPUT", `Row ${index + 1} has ${row.length} fields; the first line names ${names.length}.`, {
        place: `${file}: row ${index + 1}`,
      });
    return Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""]));
  });
}

function fields(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare = "", end = ""] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\t") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}
