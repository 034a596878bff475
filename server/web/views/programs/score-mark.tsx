/** A mean score with its interval on an axis from 0 to 1. The figures stand beside it in words. */
export function ScoreMark({ mean, low, high }: { readonly mean: number; readonly low: number; readonly high: number }) {
  const at = (value: number) => `${100 * value}%`;
  return (
    <svg className="effect-mark helps score-mark" aria-hidden="true">
      <line className="axis" x1="0" x2="100%" y1="50%" y2="50%" />
      <line className="range" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      <circle cx={at(mean)} cy="50%" r="4.5" />
    </svg>
  );
}
