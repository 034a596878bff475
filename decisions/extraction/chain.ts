import { isLabelled } from "./attribute.js";
import { isMeasured } from "./quantities.js";
import { bySeparator } from "./separators.js";
import { join, split, type Pair, type Span } from "./span.js";

/** One segment read as attribute, connector and value. */
export type Reader = (segment: Span, first: boolean) => Pair | null;

/**
 * Reads a statement's segments one after another. A segment that is no pair belongs to the value before it: values hold
 * separators too, unless they are measured.
 */
export function chain(statement: Span, read: Reader): Pair[] {
  return [...bySeparator(statement.text, (separator) => chainBy(statement, separator, read))];
}

/** The same by one separator. */
export function chainBy(statement: Span, separator: RegExp, read: Reader): Pair[] {
  const pairs: Pair[] = [];
  for (const segment of split(statement, separator).filter(({ text }) => text !== "")) {
    const found = read(segment, pairs.length === 0);
    const last = pairs.at(-1);
    if (found !== null) pairs.push(found);
    else if (last !== undefined && !isMeasured(last.value.text))
      pairs[pairs.length - 1] = { ...last, value: join(statement, last.value, segment) };
  }
  return pairs;
}

/** Two spans around a colon or an equals sign as a pair, when the first can be an attribute. */
export function pair(attribute: Span, value: Span): Pair | null {
  return value.text !== "" && isLabelled(attribute.text) ? { attribute: attribute.text, value } : null;
}
