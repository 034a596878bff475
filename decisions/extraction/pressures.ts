import { isPressurePair } from "./quantities.js";
import { within, type Pair, type Span } from "./span.js";

const NAMED = /\b(?:blood pressure|bp|pressure)\b/i;
/** A blood pressure in a sentence: named before it or by its unit after it. */
const TOLD =
  /(?:\b(?:blood pressure|bp)\b[^.;\d]{0,30}?|(?<![\d/])(?=\d{2,3} ?\/ ?\d{2,3} ?mm ?hg))(?<pair>\d{2,3} ?\/ ?\d{2,3}(?: ?mm ?hg\b)?)(?![\d/])/i;
/** The pulse that people note beside it. */
const PULSE = /\b(?<name>pulse|heart rate|hr)\b[:=]?\s+(?:(?:was|is|of|at)\s+)?(?<value>\d{2,3}(?: ?(?:bpm|\/min))?)(?![\d/.])/i;

/** Pairs with every blood pressure as the two that it is: `BP: 148/95` gives systolic 148 and diastolic 95. */
export function withPressuresApart(pairs: readonly Pair[]): Pair[] {
  return pairs.flatMap((pair) =>
    isPressurePair(pair.value.text) && (NAMED.test(pair.attribute) || /mm ?hg$/i.test(pair.value.text)) ? apart(pair.value) : [pair],
  );
}

function apart(value: Span): Pair[] {
  const slash = value.text.indexOf("/");
  return [
    { attribute: "systolic", value: within(value, 0, slash) },
    { attribute: "diastolic", value: within(value, slash + 1) },
  ];
}

/** A blood pressure said in a sentence, with the pulse beside it: `BP 120/80 this morning, pulse 64`. */
export function pressurePairs(sentence: Span): Pair[] {
  const told = TOLD.exec(sentence.text);
  const pair = told?.groups?.["pair"] ?? "";
  if (told === null || !isPressurePair(pair)) return [];
  const start = told.index + told[0].length - pair.length;
  const pulse = PULSE.exec(sentence.text);
  const [name, beats] = [pulse?.groups?.["name"] ?? "", pulse?.groups?.["value"] ?? ""];
  const end = pulse === null ? 0 : pulse.index + pulse[0].length;
  const beside =
    pulse === null ? [] : [{ attribute: /^hr$/i.test(name) ? "heart rate" : name, value: within(sentence, end - beats.length, end) }];
  return [...apart(within(sentence, start, start + pair.length)), ...beside];
}
