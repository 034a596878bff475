import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ToldQuestion } from "../run.js";
import { escaped, intervalPlot } from "./plot.js";
import { type Report, reportSections } from "./report.js";
import { figureColumns, type ReportTable } from "./section.js";

/**
 * The report as one page that needs nothing else: tables and plots as they are, and the answers that are told with their whole
 * paths, which a script unpacks. It holds text of the data sets: it belongs to whoever has these.
 */
export function reportPage(report: Report, told: readonly ToldQuestion[]): string {
  const sections = reportSections(report).map(
    ({ title, notes, tables, plot, markdown }) =>
      `<section><h2>${escaped(title)}</h2>${notes.map((note) => `<p>${inline(note)}</p>`).join("")}${plot === undefined ? "" : intervalPlot(plot)}${tables.map(tableHtml).join("")}${markdown === undefined ? "" : `<pre>${escaped(markdown)}</pre>`}</section>`,
  );
  const questions = told.map((one, at) => ({ result: report.results[at], told: one }));
  const all =
    questions.length === report.results.length
      ? ""
      : `<p>The first ${questions.length} answers; traces.jsonl has all ${report.results.length}.</p>`;
  const packed = gzipSync(JSON.stringify(questions), { level: 9 }).toString("base64");
  const asset = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Evaluation</title>
<style>${asset("page.css")}</style></head>
<body><h1>Evaluation</h1>${sections.join("\n")}
<section id="questions"><h2>Questions</h2>${all}<noscript>Scripts show the questions here; traces.jsonl holds the same.</noscript></section>
<script type="application/octet-stream" id="data">${packed}</script>
<script>${asset("page-script.js")}</script></body></html>
`;
}

function tableHtml(table: ReportTable): string {
  const figures = figureColumns(table);
  const cells = (row: readonly string[], tag: "th" | "td") =>
    `<tr>${row.map((cell, at) => `<${tag}${figures[at] === true ? ' class="figures"' : ""}>${inline(cell)}</${tag}>`).join("")}</tr>`;
  const { head, rows } = table;
  return `<div class="wide"><table><thead>${cells(head, "th")}</thead><tbody>${rows.map((row) => cells(row, "td")).join("")}</tbody></table></div>`;
}

/** Bold and code as Markdown writes them. */
function inline(text: string): string {
  return escaped(text)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/`(.+?)`/g, "<code>$1</code>");
}
