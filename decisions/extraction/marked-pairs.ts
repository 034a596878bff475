import { attributeIn, isAttribute, isLabelled } from "./attribute.js";
import { chain, chainBy, type Reader } from "./chain.js";
import { afterFrame } from "./frame.js";
import { isNaming, mostlyNaming } from "./naming.js";
import { isMeasured } from "./quantities.js";
import { within, type Pair, type Span } from "./span.js";

/**
 * `attribute of value, attribute at value`: measured, but for what stands beside under a naming word. At least two, one of
 * them measured.
 */
export function ofChain(statement: Span): Pair[] {
  if (!/\s(?:of|at)\s/.test(statement.text)) return [];
  const pairs = chainBy(statement, /\s*[,;]\s+(?:and\s+)?|\s+and\s+(?=[^,;]+\s(?:of|at)\s)/g, ofPair);
  const measured = pairs.filter(({ value }) => isMeasured(value.text));
  const kept = pairs.filter((pair) => measured.includes(pair) || isNaming(pair.attribute));
  return measured.length > 0 && kept.length > 1 && kept.length === pairs.length ? kept : [];
}

const ofPair: Reader = (segment, first) => {
  const signs = [...segment.text.matchAll(/\s+(?:of|at)\s+/g)];
  const of = signs.find(({ index, 0: { length } }) => /^[\p{Nd}\p{Sc}+−-]/u.test(segment.text.slice(index + length))) ?? signs[0];
  if (of === undefined) return null;
  const left = attributeIn(within(segment, 0, of.index));
  const attribute = first ? afterFrame(left) : left;
  const value = within(segment, of.index + of[0].length);
  return isAttribute(attribute.text) && value.text !== "" ? { attribute: attribute.text, value } : null;
};

/** `attribute – value; attribute – value`, one of them measured. */
export function dashChain(statement: Span): Pair[] {
  if (!/\s[-–—]\s/.test(statement.text)) return [];
  for (const dash of ["–", "—", "-"]) {
    const pairs = chain(statement, dashPair(` ${dash} `));
    if (
      pairs.length > 1 &&
      pairs.some(({ value }) => isMeasured(value.text)) &&
      pairs.every(({ value }) => !value.text.includes(` ${dash} `))
    )
      return pairs;
  }
  return [];
}

function dashPair(dash: string): Reader {
  return (segment) => {
    const at = segment.text.indexOf(dash);
    const attribute = attributeIn(within(segment, 0, Math.max(0, at)));
    return at < 0 || !isAttribute(attribute.text) ? null : { attribute: attribute.text, value: within(segment, at + dash.length) };
  };
}

/** Pairs each in quotes or square brackets of its own: `"open: 28.7", "close: 30.04"`. */
export function enclosedPairs(statement: Span): Pair[] {
  const pairs = [...statement.text.matchAll(ENCLOSED)].flatMap(
    ({ index, 1: name, 2: sign, 3: value, 4: own, 5: link, 6: content }): Pair[] => {
      const [attribute, between, text] = name === undefined ? [own ?? "", link ?? "", content ?? ""] : [name, sign ?? "", value ?? ""];
      const start = index + 1 + attribute.length + between.length;
      return isLabelled(attribute.trim()) && /[\p{L}\p{N}]/u.test(text)
        ? [{ attribute: attribute.trim(), value: within(statement, start, start + text.length) }]
        : [];
    },
  );
  return pairs.length > 1 && (pairs.some(({ value }) => isMeasured(value.text)) || mostlyNaming(pairs)) ? pairs : [];
}

const ENCLOSED = /["“]([^"“”:=]{1,60}?)(\s*[:=]\s*)([^"“”]+)["”]|\[([^[\]:=]{1,60}?)(\s*[:=]\s*)([^[\]]+)\]/g;
