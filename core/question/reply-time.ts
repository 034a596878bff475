import { daysBetween, periodsCounted } from "../calendar.js";
import { formatNumber } from "../numbers.js";
import { scopeText } from "../read-filters.js";
import type { FormOf, RatePeriod } from "./reading.js";
import { none, one, withoutUnit, withUnit, type Cell, type Computed, type FoundRow, type Reply } from "./results.js";

/** What comes on each period: the total by how many there are from the first row's to the last row's. */
export function rateReply({ period, target }: FormOf<"rate">, groups: readonly (Computed & { readonly group: Cell | null })[]): Reply {
  const known = groups.flatMap(({ group, value, unit }) =>
    typeof group === "string" && typeof value === "number" ? [{ group, value, unit }] : [],
  );
  const keys = known.map(({ group }) => group).toSorted();
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return none("Nothing is recorded.");
  const count = periodsCounted(period, first, last);
  const total = known.reduce((sum, { value }) => sum + value, 0);
  const unit = known[0]?.unit ?? null;
  const of = target === null ? "" : ` of ${withoutUnit(target)}`;
  return one(
    `${withUnit(total / count, unit)}${of} a ${period} on average (${withUnit(total, unit)} in ${formatNumber(count)} ${period}${count === 1 ? "" : "s"}).`,
    total / count,
  );
}

const DAYS: Readonly<Record<RatePeriod, number>> = { day: 1, week: 7, month: 30.436875, year: 365.2425 };

/** How long ago the row was that a ranking by time gave. */
export function sinceReply({ unit, now, filters }: FormOf<"since">, [row]: readonly FoundRow[], table: string): Reply {
  const days = row === undefined || row.time === null ? null : daysBetween(row.time.slice(0, 10), now.slice(0, 10));
  if (row?.time === null || row === undefined || days === null) return none(`${table} has no row${scopeText(filters)}.`);
  return lasting(days, unit, `it was on ${row.time.slice(0, 10)}, counted to ${now.slice(0, 10)}`);
}

/** How long lies between the first row and the last. */
export function spanReply(
  { unit, filters }: FormOf<"span">,
  [first]: readonly FoundRow[],
  [last]: readonly FoundRow[],
  table: string,
): Reply {
  const [from, to] = [first?.time?.slice(0, 10), last?.time?.slice(0, 10)];
  const days = from === undefined || to === undefined ? null : daysBetween(from, to);
  if (days === null) return none(`${table} has no row${scopeText(filters)}.`);
  return lasting(days, unit, `from ${from} to ${to}`);
}

/** So many days in a unit, to a tenth of it. */
function lasting(days: number, unit: RatePeriod, of: string): Reply {
  const length = Math.round((10 * days) / DAYS[unit]) / 10;
  return one(`${formatNumber(length)} ${unit}${length === 1 ? "" : "s"}: ${of}.`, length);
}
