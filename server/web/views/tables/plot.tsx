import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Column, Row } from "../../api/shapes.js";
import { placeOf, sayTime } from "../../parts/times.js";
import { count } from "../../parts/words.js";
import { placeInOrder } from "./condition.js";

const HEIGHT = 220;
const DAY = 86_400;
const scheme = matchMedia("(prefers-color-scheme: dark)");

/** A value at a time: seconds since the epoch, and the time as it was told. */
interface Point {
  readonly at: number;
  readonly time: string;
  readonly value: number;
}

/** A column's numbers over time. Rows without a time or a number are left out; the table below says the same in words. */
export function Plot({ column, rows }: { readonly column: Column; readonly rows: readonly Row[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Point | null>(null);
  const isDark = useSyncExternalStore(onScheme, () => scheme.matches);
  const points = useMemo(() => pointsOf(column, rows), [column, rows]);
  const summary = useMemo(() => (points.length === 0 ? "" : summaryOf(column, points)), [column, points]);
  useEffect(() => {
    const place = box.current;
    if (place === null || points.length === 0) return;
    const plot = draw(place, points, (index) => setPointed(index === null ? null : (points[index] ?? null)));
    const resize = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
    resize.observe(place);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [points, isDark]);
  if (points.length === 0) return <p className="muted pad">None of these rows has both a time and a number.</p>;
  return (
    <div className="plot" role="img" aria-label={`${column.name} over time: ${summary}`}>
      <p className="plot-read">{pointed === null ? summary : `${sayNumber(column, pointed.value)} · ${sayTime(pointed.time)}`}</p>
      <div ref={box} />
    </div>
  );
}

function draw(place: HTMLElement, points: readonly Point[], onPoint: (index: number | null) => void): uPlot {
  const { ink, line, accent, surface } = coloursOf(place);
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: "12px system-ui" };
  const series = { stroke: accent, width: 2, points: { show: points.length <= 200, size: 6, fill: surface, stroke: accent } };
  return new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      // Times have no zone: they are shown as they were told.
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      series: [{}, series],
      axes: [
        { ...axis, values: LABELS },
        { ...axis, size: 60, values: (_, values) => values.map((value) => value.toLocaleString()) },
      ],
    },
    [points.map(({ at }) => at), points.map(({ value }) => value)],
    place,
  );
}

/** Labels by the seconds between them: every one, and what is added where year or day changes. See uPlot's axis values. */
const LABELS: uPlot.Axis.Values = [
  [365 * DAY, "{YYYY}", null, null, null, null, null, null, 1],
  [28 * DAY, "{MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [DAY, "{D} {MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [1, "{HH}:{mm}", "\n{D} {MMM} {YYYY}", null, "\n{D} {MMM}", null, null, null, 1],
];

/** In order of time. */
function pointsOf({ name }: Column, rows: readonly Row[]): Point[] {
  const points = rows.flatMap(({ time, cells }): Point[] => {
    const [place, value] = [placeOf(time), placeInOrder(cells[name])];
    return time === null || place === null || typeof value !== "number" ? [] : [{ at: place / 1000, time, value }];
  });
  return points.sort((a, b) => a.at - b.at);
}

function summaryOf(column: Column, points: readonly Point[]): string {
  const values = points.map(({ value }) => value);
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  return `${count(values.length, "value")} from ${sayNumber(column, least)} to ${sayNumber(column, most)}`;
}

function sayNumber({ unit }: Column, value: number): string {
  return `${value.toLocaleString(undefined, { maximumFractionDigits: 4 })}${unit === null ? "" : ` ${unit}`}`;
}

function coloursOf(place: Element) {
  const style = getComputedStyle(place);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { ink: read("--muted"), line: read("--line"), accent: read("--accent"), surface: read("--surface") };
}

function onScheme(listener: () => void): () => void {
  scheme.addEventListener("change", listener);
  return () => scheme.removeEventListener("change", listener);
}
