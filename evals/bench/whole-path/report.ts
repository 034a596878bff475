import type { IngestFigures } from "./ingest.js";
import { logLogSlope } from "./growth.js";
import type { UseFigures } from "./use.js";

/** One size in one store, measured. */
export interface WholePath {
  readonly store: "SQLite" | "Neo4j";
  readonly encoder: string;
  readonly rounds: number;
  readonly ingest: IngestFigures;
  /** Null where ingest alone was asked for. */
  readonly use: UseFigures | null;
}

/** All that was measured in one run, with what it was measured on. */
export interface WholePathRun {
  readonly machine: string;
  readonly runs: readonly WholePath[];
}

/** A line of the table: what it tells, and of each measurement a number, or null where there is none. */
interface Line {
  readonly what: string;
  readonly of: (run: WholePath) => number | null;
  /** Whether the slope over sizes tells something. */
  readonly grows?: boolean;
}

const LINES: readonly Line[] = [
  { what: "ingest, ms a round", of: ({ ingest }) => ingest.wall, grows: true },
  { what: "ingest, processor ms a round", of: ({ ingest }) => ingest.cpu, grows: true },
  { what: "last tenth / first", of: ({ ingest }) => ingest.growth.lastToFirst },
  { what: "last tenth / first, processor", of: ({ ingest }) => ingest.cpuGrowth.lastToFirst },
  { what: "slope within the run, processor", of: ({ ingest }) => ingest.cpuGrowth.slope },
  { what: "most memory while ingesting, MiB", of: ({ ingest }) => ingest.peakMiB, grows: true },
  { what: "disk, bytes a round", of: ({ ingest }) => ingest.bytes, grows: true },
  { what: "start: modules loaded, ms", of: ({ use }) => use?.start.loaded ?? null },
  { what: "start: memory open, ms", of: ({ use }) => use?.start.open ?? null, grows: true },
  { what: "start: first answer, ms", of: ({ use }) => use?.start.answered ?? null, grows: true },
  { what: "ask, p50 ms", of: ({ use }) => use?.ask.p50 ?? null, grows: true },
  { what: "ask, p95 ms", of: ({ use }) => use?.ask.p95 ?? null, grows: true },
  { what: "memory after asking, MiB", of: ({ use }) => use?.residentMiB ?? null, grows: true },
  { what: "export, ms", of: ({ use }) => use?.export.full ?? null, grows: true },
  { what: "export, bytes a round", of: ({ use }) => use?.export.bytes ?? null, grows: true },
  { what: "canonical export, ms", of: ({ use }) => use?.export.canonical ?? null, grows: true },
  { what: "forget one round, ms", of: ({ use }) => use?.forget.round ?? null, grows: true },
  { what: "forget all, ms", of: ({ use }) => use?.forget.all ?? null, grows: true },
];

/** The run in Markdown: a table for each store, with phases, and how each figure grows from the first size to the last. */
export function wholePathReport({ machine, runs }: WholePathRun): string {
  const stores = [...new Set(runs.map(({ store }) => store))];
  return [
    `Measured on ${machine}.`,
    ...stores.map((store) =>
      storeReport(
        store,
        runs.filter((run) => run.store === store),
      ),
    ),
  ].join("\n\n");
}

function storeReport(store: string, runs: readonly WholePath[]): string {
  const names = (of: (run: WholePath) => Readonly<Record<string, number>> | undefined) => [
    ...new Set(runs.flatMap((run) => Object.keys(of(run) ?? {}))),
  ];
  const phases = names(({ ingest }) => ingest.phases).map((phase): Line => ({
    what: phase,
    of: ({ ingest }) => ingest.phases[phase] ?? 0,
    grows: true,
  }));
  const nodes = names(({ ingest }) => ingest.nodes).map((node): Line => ({
    what: node,
    of: ({ ingest }) => ingest.nodes[node] ?? 0,
    grows: true,
  }));
  const asked = names(({ use }) => use?.ask.phases).map((node): Line => ({
    what: node,
    of: ({ use }) => use?.ask.phases[node] ?? null,
    grows: true,
  }));
  return [
    `## ${store}, ${runs[0]?.encoder} encoder`,
    table("figure", LINES, runs),
    `Made: ${runs.map(({ rounds, ingest: { made } }) => `of ${count(rounds)} rounds ${made.tables} tables, ${count(made.episodes)} episodes, ${count(made.topics)} topics, ${count(made.decisions)} decisions`).join("; ")}.`,
    "Ingest by phase, ms a round of the main thread (by samples):",
    table("phase", phases, runs),
    "Ingest by node of the graph, ms a round on the clock (nodes that run side by side each count what they share):",
    table("node", nodes, runs),
    "Ask by node of the graph, p50 ms:",
    table("node", asked, runs),
    "Ingest by tenth of the run, ms a round:",
    tenths(runs),
  ].join("\n\n");
}

function table(head: string, lines: readonly Line[], runs: readonly WholePath[]): string {
  const header = [head, ...runs.map(({ rounds }) => `${count(rounds)} rounds`), ...(runs.length > 1 ? ["slope"] : [])];
  const rows = lines.map(({ what, of, grows = false }) => {
    const slope = grows ? logLogSlope(runs.map((run) => [run.rounds, of(run) ?? 0])) : null;
    return [what, ...runs.map((run) => figure(of(run))), ...(runs.length > 1 ? [figure(slope)] : [])];
  });
  return markdown(header, rows);
}

function tenths(runs: readonly WholePath[]): string {
  const header = ["rounds", ...Array.from({ length: 10 }, (_, tenth) => String(tenth + 1))];
  return markdown(
    header,
    runs.flatMap(({ rounds, ingest }) => [
      [`${count(rounds)}, clock`, ...ingest.growth.tenths.map(figure)],
      [`${count(rounds)}, processor`, ...ingest.cpuGrowth.tenths.map(figure)],
    ]),
  );
}

/** A table in Markdown. */
export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}

/** Three significant digits, whole from a hundred; a dash for nothing. */
export function figure(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "–";
  return Math.abs(value) >= 100 ? count(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function count(value: number): string {
  return value.toLocaleString("en");
}
