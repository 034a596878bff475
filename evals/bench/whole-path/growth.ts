/** A stretch of a run: how many rounds it did, and what they took in all. */
export interface Stretch {
  readonly rounds: number;
  readonly ms: number;
}

/** How the cost of a round grows within a run. */
export interface Growth {
  /** Milliseconds a round in each tenth of the run. */
  readonly tenths: readonly number[];
  /** Last tenth over first; null of an empty run. */
  readonly lastToFirst: number | null;
  /** Of milliseconds a round over rounds before, both as logarithms: 0 where a round costs the same however many there are. */
  readonly slope: number | null;
}

const PARTS = 10;

export function growthOf(stretches: readonly Stretch[]): Growth {
  const tenths = byPart(stretches, PARTS);
  const [first, last] = [tenths[0] ?? 0, tenths.at(-1) ?? 0];
  return {
    tenths,
    lastToFirst: first === 0 ? null : last / first,
    slope: logLogSlope(tenths.map((ms, part) => [part + 0.5, ms])),
  };
}

/** Milliseconds a round in equal parts of a run; a stretch that lies across a border counts on each side by its share. */
export function byPart(stretches: readonly Stretch[], parts: number): number[] {
  const total = stretches.reduce((sum, { rounds }) => sum + rounds, 0);
  if (total === 0) return [];
  const size = total / parts;
  const sums = Array.from({ length: parts }, () => 0);
  let before = 0;
  for (const { rounds, ms } of stretches) {
    for (let part = Math.floor(before / size); part < parts && part * size < before + rounds; part++) {
      const share = Math.min(before + rounds, (part + 1) * size) - Math.max(before, part * size);
      sums[part] = (sums[part] ?? 0) + (ms * share) / rounds;
    }
    before += rounds;
  }
  return sums.map((ms) => ms / size);
}

/** Slope of the least-squares line through points as logarithms; null with fewer than two that have one. */
export function logLogSlope(points: readonly (readonly [number, number])[]): number | null {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return spread > 0 ? logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread : null;
}
