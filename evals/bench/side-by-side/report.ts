import { figure, markdown } from "../whole-path/report.js";
import type { SideBySide } from "./measure.js";

/** All systems at all sizes, what they were measured on, and who did not take part. */
export interface SideBySideRun {
  readonly machine: string;
  readonly figures: readonly SideBySide[];
  readonly missing: readonly string[];
}

export function sideBySideReport({ machine, figures, missing }: SideBySideRun): string {
  const sizes = [...new Set(figures.map(({ stored }) => stored))];
  return [
    `Measured on ${machine}. Times in milliseconds.`,
    ...sizes.map((size) =>
      sizeReport(
        size,
        figures.filter(({ stored }) => stored === size),
      ),
    ),
    ...(missing.length === 0 ? [] : [`Not measured: ${missing.join("; ")}.`]),
  ].join("\n\n");
}

const HEADER = [
  "system",
  "stored",
  "add p50",
  "add p95",
  "whole",
  "stored p50",
  "stored, with the background",
  "in one call",
  "÷ Mnema's",
  "÷ Mnema's stored",
  "÷ with the background",
  "÷ in one call",
  "model calls a round",
  "search p50",
  "search p95",
  "÷ Mnema's",
  "found of 10",
  "resident MiB",
  "disk MiB",
];

/** Ratios are to the first system of the size, which is Mnema unless `--peers` says otherwise. */
function sizeReport(size: number, figures: readonly SideBySide[]): string {
  const [first] = figures;
  const ratio = (value: number, of: number | undefined) => (of === undefined || of === 0 ? null : value / of);
  const rows = figures.map((one) => [
    one.name,
    one.seeded,
    figure(one.add.p50),
    figure(one.add.p95),
    figure(one.whole),
    figure(one.behind?.p50 ?? null),
    figure(one.behind?.whole ?? null),
    figure(one.addAll),
    figure(ratio(one.add.p50, first?.add.p50)),
    figure(ratio(one.add.p50, first?.behind?.p50)),
    figure(ratio(one.add.mean, first?.behind?.whole)),
    figure(ratio(one.add.p50, first?.addAll ?? undefined)),
    figure(one.modelCallsPerRound),
    figure(one.search.p50),
    figure(one.search.p95),
    figure(ratio(one.search.p50, first?.search.p50)),
    figure(one.found),
    figure(one.residentMiB),
    figure(one.diskMiB),
  ]);
  return `## ${size.toLocaleString("en")} rounds stored\n\n${markdown(HEADER, rows)}`;
}
