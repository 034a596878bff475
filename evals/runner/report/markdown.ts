import { type Report, reportSections } from "./report.js";
import { figureColumns, type ReportTable } from "./section.js";

/** The report as Markdown: ids, names and figures alone; `timed` false: without times, which no other run gives again. */
export function reportMarkdown(report: Report, { timed = true } = {}): string {
  const shown = reportSections(report).filter((section) => timed || section.timed !== true);
  const sections = shown.map(({ title, notes, tables, markdown }) =>
    [`## ${title}`, ...notes, ...tables.map(tableMarkdown), ...(markdown === undefined ? [] : [markdown])].join("\n\n"),
  );
  return `${["# Evaluation", ...sections].join("\n\n")}\n`;
}

function tableMarkdown(table: ReportTable): string {
  const { head, rows } = table;
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ")).join(" | ")} |`;
  return [
    line(head),
    `|${figureColumns(table)
      .map((figures) => (figures ? "---:" : "---"))
      .join("|")}|`,
    ...rows.map(line),
  ].join("\n");
}
