import { remembered } from "../../offline/text.js";

/** A part of an action: a word, a text in quotes, or the number of an element in square brackets. */
export interface Token {
  readonly kind: "word" | "quoted" | "number";
  /** Without quotes and brackets; a word in lower case, a text in quotes as it stands. */
  readonly text: string;
}

/** An action, or a line that is written like one. */
export interface ActionText {
  /** As it was written. */
  readonly text: string;
  readonly verb: string;
  /** What follows the verb. */
  readonly tokens: readonly Token[];
  /** The verb and the kinds of what follows: two actions of one form differ in names, texts and numbers alone. */
  readonly form: string;
  /** Equal for two that differ in letter case outside of quotes and in blanks alone. */
  readonly key: string;
}

const TOKEN = /"((?:[^"\\]|\\.)*)"|\[(\d+)\]|([^\s"]+)/g;
const KINDS = { word: "w", quoted: "q", number: "n" } as const;

/** Reads `move rooma roomb`, `click [3] button "OK"`, also in brackets or with commas: `(move rooma roomb)`, `move(a, b)`. */
export const actionText: (text: string) => ActionText = remembered(50_000, (text) => {
  const parts = [...text.matchAll(TOKEN)].flatMap(([, quoted, number, word]): Token[] => {
    if (quoted !== undefined) return [{ kind: "quoted", text: quoted }];
    if (number !== undefined) return [{ kind: "number", text: number }];
    return (word?.toLowerCase().match(/[^(),;`]+/g) ?? []).flatMap((one): Token[] => {
      const bare = one.replace(/[.:!]+$/, "");
      return bare === "" ? [] : [{ kind: "word", text: bare }];
    });
  });
  const [first, ...tokens] = parts;
  const verb = first?.kind === "word" ? first.text : "";
  return {
    text,
    verb,
    tokens,
    form: `${verb} ${tokens.map(({ kind }) => KINDS[kind]).join("")}`,
    key: [verb, ...tokens.map((token) => `${KINDS[token.kind]}${token.text}`)].join("\n"),
  };
});

/** Ways of wording an action that are looked at; a line that is no action may have any number. */
const WAYS = 1_000;

/** The action with its texts in quotes replaced: one for each way in which that can be done, so none where a text has no replacement. */
export function worded(action: ActionText, replacements: (quoted: string) => readonly string[]): ActionText[] {
  const parts = action.text.split(/("(?:[^"\\]|\\.)*")/);
  const ways = parts.reduce<string[]>(
    (begun, part, place) => {
      if (place % 2 === 0) return begun.map((text) => text + part);
      const quoted = replacements(part.slice(1, -1).replace(/\\(["\\])/g, "$1")).map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
      return quoted.flatMap((text) => begun.map((one) => one + text)).slice(0, WAYS);
    },
    [""],
  );
  return ways.map(actionText);
}
