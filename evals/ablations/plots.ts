import { escaped, inkOf } from "../runner/report/plot.js";
import type { ArmRun } from "./run.js";
import { differenceFrom, mainMeasures, type Measure, measureName, scoreOf } from "./table.js";

/** Size of a panel and of what surrounds its field, in pixels; panels in a row. */
const PANEL = { width: 260, height: 190, left: 38, right: 12, top: 30, bottom: 34 };
const IN_A_ROW = 3;

interface Panel {
  readonly parameter: string;
  readonly runs: readonly ArmRun[];
}

/**
 * The sweeps as one SVG picture: a panel for every parameter, a line for every suite by what it is mainly scored by, the
 * default's value marked. Scores of 100; panels share their scale.
 */
export function sweepPlots(runs: readonly ArmRun[]): string {
  const measures = mainMeasures(runs);
  const panels = panelsOf(runs);
  const rows = Math.ceil(panels.length / IN_A_ROW);
  const legend = legendOf(measures, IN_A_ROW * PANEL.width);
  return picture(IN_A_ROW * PANEL.width, legend.height + rows * PANEL.height, [
    ...legend.marks,
    ...panels.map((panel, at) => {
      const [x, y] = [(at % IN_A_ROW) * PANEL.width, legend.height + Math.floor(at / IN_A_ROW) * PANEL.height];
      return `<g transform="translate(${x} ${y})">${panelOf(panel, measures)}</g>`;
    }),
  ]);
}

/** Width of the whole, of the names on its left and of the rest on its right; heights of a mark and between arms, in pixels. */
const BARS = { width: 780, left: 190, right: 30, mark: 14, gap: 14 };

/**
 * What each arm loses or gains against the first, the full system, as one SVG picture: a band for each arm, in it a mark with its
 * 95 % interval for each suite by what it is mainly scored by. Points of 100.
 */
export function ablationPlot([full, ...arms]: readonly ArmRun[]): string {
  if (full === undefined) return "";
  const measures = mainMeasures([full]);
  const { width, left, right, mark, gap } = BARS;
  const differences = arms.map((run) => measures.map((measure) => differenceFrom(full, run, measure)));
  const ends = differences.flat().flatMap((one) => (one === null ? [] : [one.low, one.high]));
  const [least, most] = [Math.min(-0.1, ...ends), Math.max(0.1, ...ends)].map(
    (end) => (Math.sign(end) * Math.ceil(Math.abs(end) * 10)) / 10,
  );
  const x = (share: number) => left + ((share - (least ?? 0)) * (width - left - right)) / ((most ?? 0) - (least ?? 0));
  const legend = legendOf(measures, width);
  const band = measures.length * mark + gap;
  const height = legend.height + arms.length * band + 24;
  const steps = Array.from({ length: Math.round(((most ?? 0) - (least ?? 0)) * 10) + 1 }, (_, at) => (least ?? 0) + at / 10);
  const shown = steps.filter((step) => steps.length < 9 || Math.round(step * 10) % 2 === 0);
  return picture(width, height, [
    ...legend.marks,
    ...shown.map(
      (step) =>
        `<line x1="${x(step).toFixed(1)}" x2="${x(step).toFixed(1)}" y1="${legend.height}" y2="${height - 20}" stroke="${Math.round(step * 10) === 0 ? "#666" : "#ddd"}"/><text x="${x(step).toFixed(1)}" y="${height - 6}" text-anchor="middle">${Math.round(100 * step)}</text>`,
    ),
    ...arms.map((run, at) => {
      const top = legend.height + at * band + gap / 2;
      const name = `<text x="${left - 10}" y="${top + (measures.length * mark) / 2 + 4}" text-anchor="end">${escaped(run.arm.name)}</text>`;
      const marks = (differences[at] ?? []).map((one, place) => {
        if (one === null) return "";
        const [y, ink] = [top + (place + 0.5) * mark, inkOf(place)];
        return `<line x1="${x(one.low).toFixed(1)}" x2="${x(one.high).toFixed(1)}" y1="${y}" y2="${y}" stroke="${ink}" stroke-width="2"/><circle cx="${x(one.mean).toFixed(1)}" cy="${y}" r="4" fill="${ink}"/>`;
      });
      return [name, ...marks].join("");
    }),
  ]);
}

function picture(width: number, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    ...parts,
    "</svg>",
  ].join("\n");
}

/** Pixels of one name in a legend. */
const NAME = { width: 250, height: 18 };

function legendOf(measures: readonly Measure[], width: number): { readonly marks: readonly string[]; readonly height: number } {
  const inRow = Math.max(1, Math.floor(width / NAME.width));
  return {
    marks: measures.map((measure, at) => {
      const [x, y] = [12 + (at % inRow) * NAME.width, 15 + Math.floor(at / inRow) * NAME.height];
      return `<circle cx="${x}" cy="${y}" r="4" fill="${inkOf(at)}"/><text x="${x + 8}" y="${y + 4}">${escaped(measureName(measure))}</text>`;
    }),
    height: 10 + Math.ceil(measures.length / inRow) * NAME.height,
  };
}

function panelsOf(runs: readonly ArmRun[]): Panel[] {
  const panels = new Map<string, ArmRun[]>();
  for (const run of runs) {
    const { swept } = run.arm;
    if (swept === null) continue;
    panels.set(swept.parameter, [...(panels.get(swept.parameter) ?? []), run]);
  }
  return [...panels].map(([parameter, own]) => ({ parameter, runs: own }));
}

function panelOf({ parameter, runs }: Panel, measures: readonly Measure[]): string {
  const { width, height, left, right, top, bottom } = PANEL;
  const x = (at: number) => left + ((at + 0.5) * (width - left - right)) / runs.length;
  const y = (score: number) => top + (1 - score) * (height - top - bottom);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/><text x="${left - 5}" y="${y(share) + 4}" text-anchor="end">${100 * share}</text>`,
  );
  const ticks = runs.map(({ arm }, at) => {
    const weight = arm.swept?.isDefault === true ? ' font-weight="bold"' : "";
    return `<text x="${x(at)}" y="${height - bottom + 15}" text-anchor="middle"${weight}>${arm.swept?.value ?? ""}</text>`;
  });
  const lines = measures.map((measure, at) => {
    const ink = inkOf(at);
    const points = runs.flatMap((run, index) => {
      const score = scoreOf(run, measure);
      return score === null ? [] : [{ x: x(index), y: y(score) }];
    });
    const path = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
    const dots = points.map((point) => `<circle cx="${point.x.toFixed(1)}" cy="${point.y.toFixed(1)}" r="3" fill="${ink}"/>`).join("");
    return `<polyline points="${path}" fill="none" stroke="${ink}" stroke-width="1.5"/>${dots}`;
  });
  return [`<text x="${left}" y="18" font-weight="bold">${parameter}</text>`, ...grid, ...ticks, ...lines].join("");
}
