import { elementsOf, descriptionOf, type SeenElement, type Sight } from "./sight.js";
import { typedWords } from "./typed-words.js";

/** Texts offered for each text box, and choices for each list. */
const TEXTS = 24;
const CHOICES = 200;
/** Longest text of a page, and of another text box, that is offered to be typed, in characters. */
const SHORT = 30;
const HELD = 300;

/**
 * What can be done on a page, in the full form, in a fixed order: elements as they stand, then scrolling, waiting, going back.
 * What may be typed is guessed from the goal and the page; any other text may be typed as well.
 */
export function choicesOn(sight: Sight, goal: string, canGoBack: boolean): string[] {
  const said = sight.entries.flatMap((entry) => (entry.kind === "text" ? entry.text.split(" | ") : []));
  const texts = typedWords(goal, [...heldOn(sight), ...said.filter((text) => text.length <= SHORT)], TEXTS);
  return [
    ...elementsOf(sight).flatMap((element, index) => onElement(element, index + 1, texts)),
    ...(sight.down ? ["scroll down"] : []),
    ...(sight.up ? ["scroll up"] : []),
    "wait",
    ...(canGoBack ? ["back"] : []),
  ];
}

function onElement(element: SeenElement, number: number, texts: readonly string[]): string[] {
  const description = descriptionOf(element);
  if (element.options.length > 0)
    return element.options.slice(0, CHOICES).map((option) => `select [${number}] ${JSON.stringify(option)} in ${description}`);
  const click = element.point === null ? [] : [`click [${number}] ${description}`];
  if (!element.isTyped) return click;
  return [...click, ...texts.map((text) => `type [${number}] ${JSON.stringify(text)} into ${description}`)];
}

/** What text boxes hold, whole. */
function heldOn(sight: Sight): string[] {
  const held = elementsOf(sight).flatMap(({ states }) => states.flatMap((state) => /^holds (".*")$/.exec(state)?.[1] ?? []));
  return held.map((text) => JSON.parse(text) as string).filter((text) => text.length <= HELD);
}
