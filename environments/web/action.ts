/** An action as it was written. `number` and `description` say which element is meant. */
export type PageAction =
  | ({ readonly kind: "click" } & Target)
  | ({ readonly kind: "type"; readonly text: string; readonly enter: boolean } & Target)
  | ({ readonly kind: "select"; readonly text: string } & Target)
  | ({ readonly kind: "scroll"; readonly direction: "down" | "up" } & Partial<Target>)
  | { readonly kind: "wait" }
  | { readonly kind: "back" }
  | { readonly kind: "answer"; readonly text: string };

export interface Target {
  readonly number: number;
  /** `button "OK"`; null when the number alone was given. */
  readonly description: string | null;
}

const QUOTED = /^"(?:[^"\\]|\\.)*"/;
const ENTER = /\s*(?:,|\band\b)?\s*(?:\bpress\b\s*)?\benter\b\s*\.?$/i;

/**
 * Reads an action, as the head of `environment.ts` says, and as the paper writes it (`Click [3]`, `Type [4]; text`,
 * `Scroll [WINDOW]; down`, `GoBack`, `ANSWER; text`). Null for anything else.
 */
export function readAction(line: string): PageAction | null {
  const [, verb = "", rest = ""] = /^\s*(click|type|select|scroll|wait|go\s?back|back|answer)\b[\s:;]*([\s\S]*)$/i.exec(line) ?? [];
  switch (verb.toLowerCase().replace(/\s/g, "")) {
    case "click":
      return readClick(rest.trim());
    case "type":
      return readInto("type", rest.trim());
    case "select":
      return readInto("select", rest.trim());
    case "scroll":
      return readScroll(rest.trim());
    case "wait":
      return { kind: "wait" };
    case "back":
    case "goback":
      return { kind: "back" };
    case "answer":
      return { kind: "answer", text: unquoted(rest.trim()) };
    default:
      return null;
  }
}

function readClick(rest: string): PageAction | null {
  const [, number, description = ""] = /^\[?(\d+)\]?[\s;]*([\s\S]*)$/.exec(rest) ?? [];
  return number === undefined ? null : { kind: "click", number: Number(number), description: orNull(description) };
}

/** `[4] "text" into textbox "Name" and press enter`, `[5] "B" in combobox "Letter"`; text without quotes goes to the end. */
function readInto(kind: "type" | "select", whole: string): PageAction | null {
  const [, digits, rest = ""] = /^\[?(\d+)\]?[\s;:]*([\s\S]*)$/.exec(whole) ?? [];
  if (digits === undefined || rest === "") return null;
  const number = Number(digits);
  const quoted = QUOTED.exec(rest)?.[0];
  if (quoted === undefined)
    return kind === "select"
      ? { kind, number, description: null, text: rest }
      : { kind, number, description: null, text: rest, enter: false };
  const after = rest.slice(quoted.length).trim();
  const enter = kind === "type" && ENTER.test(after);
  const description = orNull((enter ? after.replace(ENTER, "") : after).replace(/^(?:into|in)\b\s*/i, ""));
  const text = unquoted(quoted);
  return kind === "select" ? { kind, number, description, text } : { kind, number, description, text, enter };
}

function readScroll(rest: string): PageAction | null {
  const [, direction] = /\b(down|up)\b/i.exec(rest) ?? [];
  if (direction === undefined) return null;
  const [, number] = /\[?(\d+)\]?/.exec(rest) ?? [];
  const way = { kind: "scroll", direction: direction.toLowerCase() as "down" | "up" } as const;
  return number === undefined ? way : { ...way, number: Number(number), description: null };
}

function unquoted(text: string): string {
  if (QUOTED.exec(text)?.[0] !== text) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
