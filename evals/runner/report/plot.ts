import { type Figures, RECALLS, SCORES } from "../figures.js";

const WIDTH = 760;
const LEFT = 150;
const RIGHT = 24;
const ROW = 15;
const GAP = 12;
const LEGEND_ROW = 16;
const IN_A_ROW = 5;
/** Told apart by people who see few colours. */
const INKS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7a7a7a"];

/** Means with their intervals as SVG: a row of marks for each score, one mark for each system, from 0 to 100. Empty without scores. */
export function intervalPlot(figures: readonly Figures[]): string {
  const scores = SCORES.filter((score) => !RECALLS.has(score) && figures.some((figure) => figure.scores.has(score)));
  if (scores.length === 0) return "";
  const head = Math.ceil(figures.length / IN_A_ROW) * LEGEND_ROW + 10;
  const band = figures.length * ROW + GAP;
  const height = head + scores.length * band + 22;
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${x(share)}" x2="${x(share)}" y1="${head - 6}" y2="${height - 18}" class="grid"/><text x="${x(share)}" y="${height - 4}" text-anchor="middle">${100 * share}</text>`,
  );
  const marks = scores.flatMap((score, at) => {
    const top = head + at * band;
    const rows = figures.map(({ subject, scores: own }, place) => {
      const interval = own.get(score);
      if (interval === undefined) return "";
      const [y, ink] = [top + place * ROW + ROW / 2, inkOf(place)];
      const told = `${subject}, ${score}: ${(100 * interval.mean).toFixed(1)} (${(100 * interval.low).toFixed(1)} to ${(100 * interval.high).toFixed(1)}), ${interval.count} questions`;
      return `<g><title>${escaped(told)}</title><line x1="${x(interval.low).toFixed(1)}" x2="${x(interval.high).toFixed(1)}" y1="${y}" y2="${y}" stroke="${ink}" stroke-width="2"/><circle cx="${x(interval.mean).toFixed(1)}" cy="${y}" r="4" fill="${ink}"/></g>`;
    });
    return [`<text x="${LEFT - 10}" y="${top + (figures.length * ROW) / 2 + 4}" text-anchor="end">${score}</text>`, ...rows];
  });
  const legend = figures.map(({ subject }, at) => {
    const [x0, y0] = [LEFT + (at % IN_A_ROW) * 118, 10 + Math.floor(at / IN_A_ROW) * LEGEND_ROW];
    return `<circle cx="${x0}" cy="${y0}" r="4" fill="${inkOf(at)}"/><text x="${x0 + 8}" y="${y0 + 4}">${escaped(subject)}</text>`;
  });
  return `<svg role="img" aria-label="Scores with their intervals" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">${[...legend, ...grid, ...marks].join("")}</svg>`;
}

/** After the inks that everyone tells apart, others far from each other on the wheel. */
export function inkOf(place: number): string {
  return INKS[place] ?? `hsl(${(place * 137) % 360} 45% 45%)`;
}

/** Text as it may stand in HTML and SVG. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
