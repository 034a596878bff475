import type { Interval } from "../../api/shapes.js";

/** A place on an axis, in percent of its width. */
function at(value: number, low: number, high: number): string {
  return `${(100 * (value - low)) / (high - low)}%`;
}

/** A mean effect with its interval on an axis from −1 to +1. The figures stand beside it in words. */
export function EffectMark({ effect, interval }: { readonly effect: number; readonly interval: Interval | null }) {
  const place = (value: number) => at(value, -1, 1);
  // A mean that is not told from none has no colour of its own.
  const isTold = interval !== null && (interval.low > 0 || interval.high < 0);
  return (
    <svg className={`effect-mark ${isTold ? tone(effect) : "equal"}`} aria-hidden="true">
      <line className="axis" x1="0" x2="100%" y1="50%" y2="50%" />
      <line className="zero" x1="50%" x2="50%" y1="0" y2="100%" />
      {interval !== null && <line className="range" x1={place(interval.low)} x2={place(interval.high)} y1="50%" y2="50%" />}
      <circle cx={place(effect)} cy="50%" r="4.5" />
    </svg>
  );
}

/** Scores with a rule and without it on an axis from 0 to 1. */
export function PairMark({ supplied, without }: { readonly supplied: number; readonly without: number }) {
  const place = (value: number) => at(value, 0, 1);
  return (
    <svg className={`effect-mark pair ${tone(supplied - without)}`} aria-hidden="true">
      <line className="axis" x1="0" x2="100%" y1="50%" y2="50%" />
      <line className="range" x1={place(without)} x2={place(supplied)} y1="50%" y2="50%" />
      <circle className="without" cx={place(without)} cy="50%" r="5" />
      <circle cx={place(supplied)} cy="50%" r="5" />
    </svg>
  );
}

/** Whether a difference helps, harms or is none: a class beside the sign that is written out. */
export function tone(effect: number): "helps" | "harms" | "equal" {
  if (Math.abs(effect) < 0.0005) return "equal";
  return effect > 0 ? "helps" : "harms";
}
