import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import { storedText } from "../core/stored-text.js";
import type { SourceDocument } from "./contract.js";

type Issue = z.core.$ZodIssue;

/** Validates a part of a document; INVALID_INPUT names the file, the path in it (from `at` on), and what is wrong there. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { file, lines }: SourceDocument,
  at: readonly PropertyKey[] = [],
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = deepest(parsed.error.issues);
  const place = placeText([...at, ...path], lines);
  throw new MnemaError(
    "INVALID_INPUT",
    `${file} cannot be imported: ${place === "" ? "the document" : place} is not as its format says (${message}).`,
    { place: place === "" ? file : `${file}: ${place}` },
  );
}

/** The most telling issue: of a choice, that of the branch which got furthest. */
function deepest(issues: readonly Issue[]): { path: readonly PropertyKey[]; message: string } {
  // A misspelt key is why the one that it stands for is missing.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue === undefined) return { path: [], message: "invalid" };
  if (issue.code !== "invalid_union") return { path: issue.path, message: issue.message };
  const branches = issue.errors.map((branch) => deepest(branch));
  const best = branches.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (best === undefined || best.path.length === 0)
    return { path: issue.path, message: branches.map(({ message }) => message).join(" or ") || issue.message };
  return { path: [...issue.path, ...best.path], message: best.message };
}

/** `messages[3].content`; the first index of a JSONL document is a line. */
export function placeText(path: readonly PropertyKey[], lines = false): string {
  const [first, ...rest] = path;
  if (lines && typeof first === "number") return [`entry ${first + 1}`, placeText(rest)].filter((part) => part !== "").join(": ");
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? String(step) : `${text}.${String(step)}`),
    "",
  );
}

/** An id in a source: text, or a number (long whole ones arrive as text with all their digits). Blank is no id. */
export const SourceId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => storedText(String(id ?? "")) || null);

/** Text that may be left out; blank is the same. */
export const SourceText = z
  .string()
  .nullish()
  .transform((text) => storedText(text ?? "") || null);

/** One text or a list of them, as a list; blank ones are null. */
export const SourceTexts = z
  .union([z.string(), z.array(z.string().nullable())])
  .nullish()
  .transform((texts) => (typeof texts === "string" ? [texts] : (texts ?? [])).map((text) => storedText(text ?? "") || null));
