/** English words that sentences are held together with, and words for what is done on a page: nobody types them. */
const COMMON = new Set(
  (
    "a an and are as at be below box button buttons by click correct do each enter enters field fields find following for form from give given has have if in " +
    "input into is it item items its keep list make match new now of off on onto or out page press pressing select set so submit such text textbox " +
    "textarea than that the their them then there these this those to type until up use using value was when where which while with you your"
  ).split(" "),
);
const QUOTED = /"([^"]+)"|“([^”]+)”|'([^']+)'(?![A-Za-z])/g;
/** Dates, times, numbers, addresses and codes, each whole. */
const WHOLE =
  /(?<!\w)(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}:\d{2}(?:\s?[AaPp]\.?[Mm]\.?)?|[^\s"'“”(),;]+@[^\s"'“”(),;]+|[-+]?\d[\d.,]*\d|[-+]?\d)(?!\w)/g;
const NAME = /\p{Lu}[\p{L}\d'-]*(?:\s+\p{Lu}[\p{L}\d'-]*)+/gu;

/**
 * What may be meant to be typed, most likely first: what the goal quotes, its dates, numbers and names, its other words, then
 * texts of the page. At most `limit`.
 */
export function typedWords(goal: string, pageTexts: readonly string[], limit: number): string[] {
  const quoted = [...goal.matchAll(QUOTED)].map(([, one, other, third]) => one ?? other ?? third ?? "");
  const rest = goal.replaceAll(QUOTED, " ");
  const whole = [...rest.matchAll(WHOLE)].map(([found]) => found);
  const names = [...rest.matchAll(NAME)].map(([found]) =>
    found.replace(/^\S+\s+(?=\S)/, (first) => (COMMON.has(first.trim().toLowerCase()) ? "" : first)),
  );
  const words = rest
    .replaceAll(WHOLE, " ")
    .split(/[\s,;:!?()]+/)
    .map((word) => word.replace(/^["'.]+|(?:['’]s)?["'.]*$/g, ""))
    .filter((word) => word !== "" && !COMMON.has(word.toLowerCase()));
  return [...new Set([...quoted, ...whole, ...names, ...words, ...pageTexts])].filter((text) => text.trim() !== "").slice(0, limit);
}
