const DAY = 86_400_000;
/** Steps between marks, in days. */
const STEPS = [1, 2, 7, 14, 30.44, 91.31, 182.6, 365.25, 730.5, 1826, 3652];

/** Maps times to places between 0 and 100. */
export interface Scale {
  readonly place: (time: number) => number;
  readonly marks: readonly { readonly at: number; readonly label: string }[];
}

/** A scale over all times, with at most `most` marks at round places. */
export function scaleOver(times: readonly number[], most: number): Scale {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) * 0.02, DAY / 2);
  const [from, to] = [first - margin, last + margin];
  const place = (time: number) => ((time - from) / (to - from)) * 100;
  const step = STEPS.find((days) => (to - from) / (days * DAY) <= most) ?? Number.MAX_SAFE_INTEGER;
  return { place, marks: roundTimes(from, to, step).map((time) => ({ at: place(time), label: labelOf(time, step) })) };
}

function roundTimes(from: number, to: number, step: number): number[] {
  if (step < 30) {
    const width = step * DAY;
    const start = Math.ceil(from / width) * width;
    return Array.from({ length: Math.max(0, Math.floor((to - start) / width) + 1) }, (_, index) => start + index * width);
  }
  const months = Math.round(step / 30.44);
  const begin = new Date(from);
  const first = Math.ceil((begin.getUTCFullYear() * 12 + begin.getUTCMonth() + 1) / months) * months;
  const times: number[] = [];
  for (let month = first; ; month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (time > to) return times;
    times.push(time);
  }
}

function labelOf(time: number, step: number): string {
  const date = new Date(time);
  if (step >= 365) return String(date.getUTCFullYear());
  const options = step < 30 ? ({ day: "numeric", month: "short" } as const) : ({ month: "short", year: "numeric" } as const);
  return date.toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
}
