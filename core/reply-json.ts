import { jsonrepair } from "jsonrepair";

/** What a reply held: the JSON value, or what is wrong with it as a sentence for the model. */
export type ReplyJson = { readonly value: unknown } | { readonly problem: string };

/**
 * The one JSON object (or list) in a model's reply. The rule: thoughts (`<think>`) are dropped; what stands in code
 * fences counts before what stands in prose; objects count before lists. Text that parses is taken as it is; only when
 * none does, complete text is repaired (single quotes, trailing commas, comments …). Refused, never guessed: a value
 * that is not closed (the reply was cut), several different values, and a key given twice in one object.
 */
export function jsonFromReply(reply: string): ReplyJson {
  const text = reply.replace(/<think>[\s\S]*?<\/think>/g, "").trim();
  if (text === "") return { problem: "The reply was empty." };
  const fenced = [...text.matchAll(/^[ \t]*```\w*[ \t]*\n([\s\S]*?)\n[ \t]*```[ \t]*$/gm)].flatMap((match) => closedValues(match[1] ?? ""));
  const candidates = fenced.length > 0 ? fenced : closedValues(text);
  for (const opening of ["{", "["]) {
    const kind = candidates.filter((candidate) => candidate.startsWith(opening));
    const parsed = kind.filter((candidate) => parse(candidate) !== undefined);
    const readable = parsed.length > 0 ? parsed : kind.flatMap((candidate) => repaired(candidate) ?? []);
    if (readable.length > 0) return theOne(readable);
  }
  return { problem: "The reply held no complete JSON value." };
}

/** The single value of texts that parse, unless they differ or one gives a key twice. */
function theOne(texts: readonly string[]): ReplyJson {
  for (const text of texts) {
    const twice = repeatedKey(text);
    if (twice !== null) return { problem: `The key ${twice} was given twice in one object.` };
  }
  const values = texts.map((text) => parse(text));
  if (new Set(values.map((value) => JSON.stringify(value))).size > 1)
    return { problem: "The reply held several different JSON values where one was asked for." };
  return { value: values[0] };
}

/** Outermost `{…}` and `[…]` that are closed, in order. Brackets in double-quoted strings do not count; a string that does not end leaves everything around it open. */
function closedValues(text: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"|["{}[\]]/gs;
  let start = 0;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    if (token.startsWith('"')) {
      if (open.length === 0) tokens.lastIndex = match.index + 1; // Quotes in prose enclose nothing.
      else if (token === '"') return found;
    } else if (token === "{" || token === "[") {
      if (open.length === 0) start = match.index;
      open.push(token);
    } else if (open.length > 0 && token === (open.at(-1) === "{" ? "}" : "]")) {
      open.pop();
      if (open.length === 0) found.push(text.slice(start, match.index + 1));
    }
  }
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function repaired(text: string): string | null {
  try {
    return jsonrepair(text);
  } catch {
    return null;
  }
}

/** A key that one object of this JSON text holds twice, as written there; null when there is none. */
function repeatedKey(json: string): string | null {
  const scopes: Set<string>[] = [];
  for (const [token, string, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*(:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") scopes.push(new Set());
    else if (token === "}" || token === "]") scopes.pop();
    else if (colon !== undefined && string !== undefined) {
      const key = String(JSON.parse(string));
      if (scopes.at(-1)?.has(key)) return string;
      scopes.at(-1)?.add(key);
    }
  }
  return null;
}
