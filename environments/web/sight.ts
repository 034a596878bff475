/** An element that can be acted on, as it was when the page was looked at. */
export interface SeenElement {
  readonly kind: "element";
  /** `"button"`, `"textbox"`, `"circle"` … */
  readonly role: string;
  /** What it is called; empty when nothing says. */
  readonly name: string;
  /** What may change about it: `empty`, `checked`, `holds "…"`. */
  readonly states: readonly string[];
  /** Whether text can be typed into it. */
  readonly isTyped: boolean;
  /** Of a list, what can be chosen. */
  readonly options: readonly string[];
  /** Where a press meets it; null for a text box that something lies over, into which one can still type. */
  readonly point: { readonly x: number; readonly y: number } | null;
  /** The part that can be seen, in CSS pixels of the window. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** What can be seen of a page, in document order; elements are numbered from 1. */
export interface Sight {
  readonly title: string;
  readonly address: string;
  readonly entries: readonly ({ readonly kind: "text"; readonly text: string } | SeenElement)[];
  /** Whether the page or a part of it can be scrolled down, up. */
  readonly down: boolean;
  readonly up: boolean;
  /** How many pages lie before this one in the window's history. */
  readonly depth: number;
}

/** The elements of a sight; the first has number 1. */
export function elementsOf({ entries }: Sight): SeenElement[] {
  return entries.filter((entry) => entry.kind === "element");
}

/** What an element is, without its states: `button "OK"`; the name as a JSON string. */
export function descriptionOf({ role, name }: SeenElement): string {
  return name === "" ? role : `${role} ${JSON.stringify(name)}`;
}

const CHOICES = 60;

/** A page as text, as the head of `environment.ts` says. */
export function sightInWords({ title, entries, down, up }: Sight): string {
  let number = 0;
  const lines = entries.map((entry) => {
    if (entry.kind === "text") return `- ${entry.text}`;
    number += 1;
    const states = entry.options.length === 0 ? entry.states : [...entry.states, choicesInWords(entry.options)];
    return `[${number}] ${descriptionOf(entry)}${states.length === 0 ? "" : ` (${states.join("; ")})`}`;
  });
  return [
    `Page ${JSON.stringify(title)}`,
    ...(up ? ["More above: scroll up."] : []),
    ...(lines.length === 0 ? ["Nothing can be seen."] : lines),
    ...(down ? ["More below: scroll down."] : []),
  ].join("\n");
}

function choicesInWords(options: readonly string[]): string {
  const rest = options.length - CHOICES;
  const told = options.slice(0, CHOICES).map((option) => JSON.stringify(option));
  return `choices ${told.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
