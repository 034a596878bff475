/** Digits that a double carries faithfully. What lies beyond is rounding noise and is never shown or compared. */
const FAITHFUL_DIGITS = 15;
/** Those powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** Decimal places that are found without writing the number out, and the numbers below which this is exact. */
export const FEW_PLACES = 6;
const EXACT = 2 ** 52;
/** Below this a number of few decimal places has no more digits than are faithful. */
const SHORT = 1e9;

/** A number without the noise of binary fractions: 0.1 + 0.2 becomes 0.3, and -0 becomes 0. */
export function clean(number: number): number {
  if (Number.isInteger(number) && Math.abs(number) < 1e15) return number + 0;
  if (Math.abs(number) < SHORT && hasPlaces(number, FEW_PLACES)) return number;
  return quicklyClean(number) ?? Number(number.toPrecision(FAITHFUL_DIGITS)) + 0;
}

/**
 * The same without writing the number out: its faithful digits as a whole number, by a power of ten, which is rounded once.
 * Null where the digits beyond are near a half, so that the product's own rounding might tell, and for very small numbers.
 */
function quicklyClean(number: number): number | null {
  const places = FAITHFUL_DIGITS - 1 - Math.floor(Math.log10(Math.abs(number)));
  if (!(places > 0 && places < POWERS.length)) return null;
  const power = POWERS[places] as number;
  const scaled = number * power;
  const digits = Math.round(scaled);
  const size = Math.abs(scaled);
  return size >= 1e14 && size < 1e15 && Math.abs(scaled - digits) < 0.3 ? digits / power : null;
}

/** Decimal places of the shortest text that stands for the number: 2 for 50.25, 0 for 1e21, 8 for 1e-8. */
export function decimalPlaces(number: number): number {
  for (let places = 0; places <= FEW_PLACES; places++) if (hasPlaces(number, places)) return places;
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const fraction = mantissa.split(".")[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent));
}

/** Whether the number has at most so many decimal places, `FEW_PLACES` at most. False also where this cannot be told. */
export function hasPlaces(number: number, places: number): boolean {
  const power = POWERS[places] as number;
  const digits = Math.round(number * power);
  // A whole number by a power of ten is rounded once: it gives back the number only where these digits stand for it.
  return Math.abs(digits) < EXACT && digits / power === number;
}

/** Rounds to so many decimal places; numbers that a double cannot round there stay as they are. */
export function roundTo(number: number, places: number): number {
  if (places > FAITHFUL_DIGITS || Math.abs(number) >= 1e15) return clean(number);
  return Number(number.toFixed(places)) + 0;
}

/**
 * A number for people, without a unit: exact up to four decimal places, else to two, or to three significant digits
 * below one. Never in exponent form within the range of whole doubles.
 */
export function formatNumber(number: number): string {
  const exact = clean(number);
  if (decimalPlaces(exact) <= 4) return plain(exact);
  return plain(Math.abs(exact) >= 1 ? roundTo(exact, 2) : Number(exact.toPrecision(3)));
}

function plain(number: number): string {
  const text = String(number);
  return text.includes("e-") ? number.toFixed(Math.min(100, decimalPlaces(number))) : text;
}

/** The text of a number with its unit: `82 kg`, `3%`, `8/10`. */
export function measureText(number: string, unit: string): string {
  return `${number}${/^[%/]/.test(unit) ? "" : " "}${unit}`;
}

/** A score for people: at most three decimal places, halves up. */
export function formatScore(score: number): string {
  return String(Math.round(1000 * score) / 1000);
}

/** Null of none. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
