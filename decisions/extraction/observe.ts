import { canonicalJson } from "../../core/canonical.js";
import { decimalMarkOf, languageOf } from "../../core/language.js";
import { attributeKey, attributeName } from "../../core/names.js";
import type { Observation } from "../../core/observation.js";
import { parseValue } from "../../core/values/parse.js";
import { isMissing } from "../../core/values/words.js";
import type { ExtractInput, ExtractItem } from "./round.js";
import { locate, sourcesOf } from "./locate.js";
import { isAsked, withoutRecalled } from "./recalled.js";

/**
 * Observations from an extraction's items: each found in its source and typed. Words for "no value" give none. The same
 * attribute with the same value counts once, from the first source that has it, so an echo adds nothing; what an assistant
 * says of an attribute that the round states itself is a comparison with another time, and counts as nothing; nor does what
 * it recalls of one, whoever extracted it.
 */
export function observationsOf(items: readonly ExtractItem[], input: ExtractInput): Observation[] {
  if (items.length === 0) return [];
  const sources = sourcesOf(input);
  const asked = isAsked(input);
  const told = sources.flatMap((source) => {
    if (source.kind !== "assistant") return [source];
    return asked ? [] : [{ ...source, text: withoutRecalled(source.text) }];
  });
  const text = sources.map((source) => source.text).join("\n");
  const [language, decimal] = [languageOf(text), decimalMarkOf(text)];
  const context = { time: input.time, ...(language === undefined ? {} : { language }), ...(decimal === undefined ? {} : { decimal }) };
  const seen = new Map<string, Observation>();
  for (const item of distinct(items)) {
    const attribute = attributeName(item.attribute);
    const found = locate(item, told, input);
    if (found === null || attribute === "" || isMissing(found.value, attribute)) continue;
    const { typed, note } = parseValue(found.value, { ...context, attribute });
    const key = canonicalJson([attributeKey(attribute), typed.kind === "text" ? typed.text.toLowerCase() : typed]);
    if (!seen.has(key)) seen.set(key, { attribute, value: found.value, typed, source: found.source, note });
  }
  const observed = [...seen.values()];
  const isSaid = ({ source }: Observation) => source.kind === "assistant";
  const stated = new Set(observed.filter((one) => !isSaid(one)).map(({ attribute }) => attributeKey(attribute)));
  return observed.filter((one) => !isSaid(one) || !stated.has(attributeKey(one.attribute)));
}

/** One of several equal items. */
function distinct(items: readonly ExtractItem[]): ExtractItem[] {
  return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
}
