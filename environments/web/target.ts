import { descriptionOf, type SeenElement } from "./sight.js";

/**
 * Number of the element that is meant: the one of that number, if the description, where one is given, fits it; else
 * the only one that the description fits, so that an action of an earlier run can be followed. A sentence when there is none.
 */
export function targetOf(elements: readonly SeenElement[], number: number, description: string | null): number | string {
  const named = elements[number - 1];
  if (description === null) return named === undefined ? `There is no element [${number}].` : number;
  if (named !== undefined && fits(named, description)) return number;
  const fitting = elements.flatMap((element, index) => (fits(element, description) ? [index + 1] : []));
  if (fitting[0] !== undefined && fitting.length === 1) return fitting[0];
  const here = named === undefined ? `There is no element [${number}]` : `[${number}] is ${descriptionOf(named)}`;
  if (fitting.length === 0) return `${here}, and nothing here is ${description}.`;
  return `${here}, and ${fitting.map((one) => `[${one}]`).join(", ")} are ${description}: say which.`;
}

/** Equal but for case, spaces and states in brackets; also the role alone. */
function fits(element: SeenElement, description: string): boolean {
  const wanted = plain(description);
  const own = plain(descriptionOf(element));
  return wanted === own || wanted === element.role || wanted.startsWith(`${own} (`);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
