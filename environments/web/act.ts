import type { PageAction } from "./action.js";
import { descriptionOf, elementsOf, type SeenElement, type Sight } from "./sight.js";
import type { Tab } from "./tab.js";
import { targetOf } from "./target.js";

/** What became of an action: what was done, in its full form, or why it could not be. */
export type Outcome = { readonly done: string } | { readonly refused: string };

/** Where one stands. */
export interface Place {
  readonly sight: Sight;
  /** Whether a page of this run lies before this one. */
  readonly canGoBack: boolean;
}

/** Carries out what `text` was read as, on what was seen last. An answer changes nothing on a page. */
export async function carryOut(tab: Tab, place: Place, action: PageAction | null, text: string): Promise<Outcome> {
  if (action === null)
    return { refused: `"${text.trim().slice(0, 200)}" is no action: click, type, select, scroll, wait, back or answer.` };
  if (action.kind === "answer") return { done: `answer ${JSON.stringify(action.text)}` };
  return act(tab, place, action);
}

/** What became of an action, and what dialogs said meanwhile, as lines. */
export function outcomeInWords(outcome: Outcome, said: readonly string[]): string[] {
  return [
    "done" in outcome ? `Done: ${outcome.done}.` : `Not done. ${outcome.refused}`,
    ...said.map((words) => `The page said: ${JSON.stringify(words)}.`),
  ];
}

async function act(tab: Tab, { sight, canGoBack }: Place, action: Exclude<PageAction, { kind: "answer" }>): Promise<Outcome> {
  if (action.kind === "wait") return { done: "wait" };
  if (action.kind === "back") return canGoBack ? goBack(tab) : { refused: "There is no page to go back to." };
  if (action.kind === "scroll" && action.number === undefined) return scroll(tab, action.direction, null);
  const elements = elementsOf(sight);
  const number = targetOf(elements, action.number ?? 0, action.description ?? null);
  if (typeof number === "string") return { refused: number };
  const element = elements[number - 1] as SeenElement;
  switch (action.kind) {
    case "click":
      return click(tab, number, element);
    case "type":
      return type(tab, number, element, action);
    case "select":
      return select(tab, number, element, action.text);
    case "scroll":
      return scroll(tab, action.direction, number);
  }
}

/** `[3] button "OK"`. */
function named(number: number, element: SeenElement): string {
  return `[${number}] ${descriptionOf(element)}`;
}

async function click(tab: Tab, number: number, element: SeenElement): Promise<Outcome> {
  const { point } = element;
  if (point === null) return { refused: `${named(number, element)} is covered by something else.` };
  await tab.click(point);
  return { done: `click ${named(number, element)}` };
}

async function type(
  tab: Tab,
  number: number,
  element: SeenElement,
  { text, enter }: { readonly text: string; readonly enter: boolean },
): Promise<Outcome> {
  if (!element.isTyped) return { refused: `${named(number, element)} takes no text.` };
  const { keyboard } = tab.page;
  const { point } = element;
  if (point !== null) await tab.click(point);
  const box = await tab.ask<"full" | "empty" | "parts">(`mnemaPage.enter(${number})`);
  if (box === "full") await tab.do(() => keyboard.press("Delete"));
  // A blank would open a picker.
  await tab.do(() => keyboard.type(box === "parts" ? text.replaceAll(/\s/g, "") : text));
  if (enter) await tab.do(() => keyboard.press("Enter"));
  return { done: `type [${number}] ${JSON.stringify(text)} into ${descriptionOf(element)}${enter ? " and press enter" : ""}` };
}

async function select(tab: Tab, number: number, element: SeenElement, text: string): Promise<Outcome> {
  if (element.options.length === 0) return { refused: `Nothing can be chosen in ${named(number, element)}.` };
  if (!(await tab.ask<boolean>(`mnemaPage.choose(${number}, ${JSON.stringify(text)})`)))
    return { refused: `${named(number, element)} has no choice ${JSON.stringify(text)}.` };
  return { done: `select [${number}] ${JSON.stringify(text)} in ${descriptionOf(element)}` };
}

async function scroll(tab: Tab, direction: "down" | "up", number: number | null): Promise<Outcome> {
  const moved = await tab.ask<boolean>(`mnemaPage.scroll(${number}, ${direction === "down" ? 1 : -1})`);
  return moved ? { done: `scroll ${direction}` } : { refused: `Nothing can be scrolled further ${direction}.` };
}

async function goBack(tab: Tab): Promise<Outcome> {
  await tab.do(() => tab.page.goBack({ waitUntil: "load" }));
  return { done: "back" };
}
