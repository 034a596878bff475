/** A line of CSV as RFC 4180 has it. Quoted where a reader could take it otherwise. */
export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",")}\r\n`;
}
