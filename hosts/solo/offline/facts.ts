import { remembered, wordsOf } from "../../offline/text.js";

/** What a clause says of names: its words with a gap for each name, and the names in order. */
export interface Fact {
  readonly shape: string;
  readonly names: readonly string[];
}

/** What is said of names in a text, clause by clause; clauses without a name are left out. */
export function factsIn(text: string, names: ReadonlySet<string>): Fact[] {
  return clausesOf(text).flatMap((words) => {
    const named = words.filter((word) => names.has(word));
    return named.length === 0 ? [] : [{ shape: words.map((word) => (names.has(word) ? "_" : word)).join(" "), names: named }];
  });
}

const clausesOf = remembered(500, (text) => text.split(/[;,:\n]|\band\b|[.!?](?=\s|$)/).map(wordsOf));
