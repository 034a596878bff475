/**
 * The unit of a time of day: a number of minutes since midnight, so that times can be averaged, compared and ranked like any
 * number, and are shown as `07:45`.
 */
export const TIME_OF_DAY = "time of day";

/** The same in a column whose times lie around midnight: those after it count on from 24:00, so that 00:30 is later than 23:30. */
export const TIME_OF_NIGHT = "time of night";

const DAY = 24 * 60;

export function isTimeUnit(unit: string | null): boolean {
  return unit === TIME_OF_DAY || unit === TIME_OF_NIGHT;
}

/** `07:45` of 465 minutes, of 1905 too. */
export function clockText(minutes: number): string {
  const whole = ((Math.round(minutes) % DAY) + DAY) % DAY;
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}

/** Minutes of the one unit in the other. */
export function convertTime(minutes: number, to: string): number {
  if (to === TIME_OF_NIGHT) return minutes < DAY / 2 ? minutes + DAY : minutes;
  return minutes % DAY;
}

/** Whether times lie on both sides of midnight and none between six and six: bedtimes. */
export function areAroundMidnight(times: readonly number[]): boolean {
  const [late, early] = [times.filter((one) => one >= 18 * 60), times.filter((one) => one <= 6 * 60)];
  return late.length > 0 && early.length > 0 && late.length + early.length === times.length;
}

/** The unit of what two times are apart, of a spread or a slope: minutes. Other units stay. */
export function differenceUnit(unit: string | null): string | null {
  return isTimeUnit(unit) ? "min" : unit;
}
