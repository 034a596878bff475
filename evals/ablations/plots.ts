import { inkOf } from "../runner/report/plot.js";
import type { ArmRun } from "./run.js";
import { type Measure, measuresOf, scoreOf } from "./table.js";

/** Size of a panel and of what surrounds its field, in pixels; panels in a row. */
const PANEL = { width: 260, height: 190, left: 38, right: 12, top: 30, bottom: 34 };
const IN_A_ROW = 3;
const LEGEND = 28;

interface Panel {
  readonly parameter: string;
  readonly runs: readonly ArmRun[];
}

/**
 * The sweeps as one SVG picture: a panel for every parameter, a line for every kind of data by what it is mainly scored by, the
 * default's value marked. Scores of 100; panels share their scale.
 */
export function sweepPlots(runs: readonly ArmRun[]): string {
  const measures = mainMeasures(measuresOf(runs));
  const panels = panelsOf(runs);
  const rows = Math.ceil(panels.length / IN_A_ROW);
  const [width, height] = [IN_A_ROW * PANEL.width, LEGEND + rows * PANEL.height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    ...measures.map(({ kind, metric }, at) => {
      const x = 12 + at * 200;
      return `<circle cx="${x}" cy="15" r="4" fill="${inkOf(at)}"/><text x="${x + 8}" y="19">${kind}, ${metric}</text>`;
    }),
    ...panels.map((panel, at) => {
      const [x, y] = [(at % IN_A_ROW) * PANEL.width, LEGEND + Math.floor(at / IN_A_ROW) * PANEL.height];
      return `<g transform="translate(${x} ${y})">${panelOf(panel, measures)}</g>`;
    }),
    "</svg>",
  ].join("\n");
}

/** Of each kind the first of its metrics: exactness where the data ask for it, else recall. */
function mainMeasures(measures: readonly Measure[]): Measure[] {
  return measures.filter(({ kind }, at) => measures.findIndex((other) => other.kind === kind) === at);
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
