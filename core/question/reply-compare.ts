import { clean, formatNumber } from "../numbers.js";
import type { FormOf, Side } from "./reading.js";
import { none, one, withUnit, type Computed, type Reply } from "./results.js";

/** Two computed sides set against each other, in the way that was asked. */
export function compareReply({ first, second, ask, order, apart }: FormOf<"compare">, a: Computed, b: Computed): Reply {
  if (typeof a.value !== "number" || typeof b.value !== "number") {
    const lacking = [first, second].filter((_, index) => typeof [a, b][index]?.value !== "number").map(({ label }) => label);
    return none(`Nothing is recorded for ${lacking.join(" and ")}.`);
  }
  const difference = clean(a.value - b.value);
  const [size, direction] = [formatNumber(Math.abs(difference)), difference > 0 ? "Higher" : difference < 0 ? "Lower" : "Equal"];
  const sides = `${sideText(first, a)}, ${sideText(second, b)}`;
  if (ask === "ratio")
    return b.value === 0
      ? none("The ratio has no value: the second is zero.")
      : one(`${formatNumber(a.value / b.value)} (${sides}).`, a.value / b.value);
  if (ask === "which") {
    const winner = difference === 0 ? "Both are equal" : difference > 0 === (order === "desc") ? first.label : second.label;
    return { answer: `${winner}, by ${size} (${sides}).`, value: difference, items: [winner] };
  }
  const asked = apart ? Math.abs(difference) : order === "asc" ? -difference : difference;
  if (ask === "difference") return one(`${formatNumber(asked)} (${sides}).`, asked);
  const holds = difference !== 0 && difference > 0 === (order === "desc");
  const text = difference === 0 ? "Equal" : `${direction}, by ${size}`;
  const yes = ask === "yes" ? `${holds ? "Yes" : "No"}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  return { answer: `${yes} (${sides}).`, value: difference, items: [ask === "yes" ? (holds ? "Yes" : "No") : text] };
}

function sideText({ label }: Side, { value, unit }: Computed): string {
  return `${label}: ${value === null ? "nothing" : withUnit(value, unit)}`;
}

/** A part of the rows as a percentage. */
export function shareReply(part: Computed, whole: Computed, target: string | null): Reply {
  if (part.value === null && target !== null && typeof whole.value === "number") return one(`0 % of the ${target}.`, 0);
  if (typeof part.value !== "number" || typeof whole.value !== "number" || whole.value === 0) return none("Nothing is recorded.");
  const share = (100 * part.value) / whole.value;
  return one(`${formatNumber(share)} % (${withUnit(part.value, part.unit)} of ${withUnit(whole.value, whole.unit)}).`, share);
}
