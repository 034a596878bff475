import { Tokenizer, TokenParser } from "@streamparser/json";
import { MnemaError } from "../core/errors.js";
import { LONG_INTEGER } from "./json-text.js";
import { encodingOf } from "./source-document.js";
import type { TreeFile } from "./tree.js";

/**
 * The entries of a file that is one JSON list, as they come: only the one in hand is in memory. Null for a file that is no
 * list. INVALID_INPUT with the number of entries read for broken JSON, UNREADABLE_FILE for bytes that are no text.
 */
export async function listEntries(file: TreeFile): Promise<AsyncGenerator<unknown> | null> {
  const texts = textOf(file);
  let head = "";
  while (head.trim() === "") {
    const { value, done } = await texts.next();
    if (done === true) return null;
    head = value;
  }
  if (!head.trimStart().startsWith("[")) {
    await texts.return(undefined);
    return null;
  }
  return entriesOf(head, texts, file.file);
}

async function* entriesOf(head: string, texts: AsyncGenerator<string>, file: string): AsyncGenerator<unknown> {
  const ready: unknown[] = [];
  const parser = new TokenParser({ paths: ["$.*"], keepStack: false });
  const tokenizer = exactTokenizer();
  let entries = 0;
  parser.onValue = ({ value }) => void ready.push(value);
  tokenizer.onToken = (token) => parser.write(token);
  const broken = (cause: unknown) =>
    new MnemaError(
      "INVALID_INPUT",
      `${file} is not valid JSON after ${entries} entries: ${(cause as Error).message}. What came before is taken in; export it again for the rest.`,
      { place: `${file}: [${entries}]`, cause },
    );
  const parse = (text: string) => {
    try {
      tokenizer.write(text);
    } catch (cause) {
      return broken(cause);
    }
    return null;
  };
  try {
    for (let text: string | null = head; text !== null;) {
      const error = parse(text);
      for (const entry of ready.splice(0)) {
        entries += 1;
        yield entry;
      }
      if (error !== null) throw error;
      const { value, done }: IteratorResult<string> = await texts.next();
      text = done === true ? null : value;
    }
    if (!parser.isEnded) throw broken(new Error("it ends in the middle"));
  } finally {
    await texts.return(undefined);
  }
}

/** A tokenizer that keeps long whole numbers as text with all their digits, as `parseJson` does. */
function exactTokenizer(): Tokenizer {
  return Object.assign(new Tokenizer(), { parseNumber: (digits: string) => (LONG_INTEGER.test(digits) ? digits : Number(digits)) });
}

async function* textOf(file: TreeFile): AsyncGenerator<string> {
  const stream = await file.open();
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const chunk of stream) {
      decoder ??= new TextDecoder(encodingOf(chunk as Buffer), { fatal: true });
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    yield decoder?.decode() ?? "";
  } catch (cause) {
    if (MnemaError.isInstance(cause)) throw cause;
    const text = cause instanceof TypeError ? "is not text in UTF-8 or UTF-16" : `cannot be read to its end (${(cause as Error).message})`;
    throw new MnemaError("UNREADABLE_FILE", `${file.file} ${text}. Export or copy it again.`, { place: file.file, cause });
  } finally {
    stream.destroy();
  }
}
