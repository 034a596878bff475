import { MnemaError } from "../../core/errors.js";

type Comparison = (value: unknown, than: unknown) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  $eq: same,
  $ne: (value, than) => !same(value, than),
  $gt: (value, than) => order(value, than) > 0,
  $gte: (value, than) => order(value, than) >= 0,
  $lt: (value, than) => order(value, than) < 0,
  $lte: (value, than) => order(value, than) <= 0,
};

/**
 * Whether a value has every field that the filter names, equal or as its operators say. An operator is not met by a
 * field that is not there, but for `$ne`. INVALID_INPUT for an operator that is not known.
 */
export function matches(value: Readonly<Record<string, unknown>>, filter: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    if (!hasOperators(wanted)) return same(value[field], wanted);
    return Object.entries(wanted).every(([operator, than]) => comparison(operator)(value[field], than));
  });
}

function hasOperators(wanted: unknown): wanted is Record<string, unknown> {
  return typeof wanted === "object" && wanted !== null && Object.keys(wanted).some((key) => key.startsWith("$"));
}

function comparison(operator: string): Comparison {
  const known = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (known === undefined)
    throw new MnemaError("INVALID_INPUT", `A filter has no operator "${operator}". Known: ${Object.keys(COMPARISONS).join(", ")}.`, {
      place: operator,
    });
  return known;
}

/** Equal as JSON, whatever the order of members. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  );
}

/** Numbers by size, texts by code unit; NaN, which no comparison meets, for anything else. */
function order(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : Number(a > b);
  return Number.NaN;
}
