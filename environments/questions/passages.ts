import { z } from "zod";
import { type WordIndex, wordIndex } from "../../core/bm25.js";
import { MnemaError } from "../../core/errors.js";
import { terms } from "../../core/tokens.js";
import { basename, extname } from "node:path";
import { readDocument, readText } from "../../importers/source-document.js";
import { validate } from "../../importers/validate.js";
import { askService, unusable } from "../service.js";
import { readTsv } from "./tsv.js";

/** Passages that a search tells, as in DiscernMem's appendix C. */
export const PASSAGES = 3;
const SERVICE = { what: "passage service", variable: "MNEMA_PASSAGES" } as const;

/** Passages about words, best first. */
export type PassageSearch = (words: string) => Promise<readonly string[]>;

const Passage = z.union([z.object({ contents: z.string() }), z.object({ title: z.string().optional(), text: z.string() })]);

/** What a retrieval service answers: for each query the documents found. */
const Found = z.object({ result: z.array(z.array(z.union([z.object({ document: Passage }), Passage]))) });

/**
 * A search over what `source` names: the address of a retrieval service as Search-R1 has it, or a file of passages, which is
 * read when something is first searched for.
 */
export function openPassages(source: string): PassageSearch {
  if (/^https?:\/\//i.test(source)) return (words) => askPassages(source, words);
  let search: Promise<PassageSearch> | null = null;
  return async (words) => {
    search ??= readPassages(source).then(searchIn);
    return (await search)(words);
  };
}

/**
 * Passages of a file: JSON or lines of it, each with `contents`, or `text` and perhaps `title`; or a table with tabs and these
 * names in its first line, as the passages of DPR come. UNKNOWN_FORMAT for anything else, INVALID_INPUT with the place.
 */
export async function readPassages(file: string): Promise<readonly string[]> {
  const unknown = () =>
    new MnemaError("UNKNOWN_FORMAT", `${file} holds no passages: give JSON lines with "contents", or "title" and "text", or such a TSV.`, {
      place: file,
    });
  const isTable = extname(file).toLowerCase() === ".tsv";
  const document = isTable
    ? { file, name: basename(file, extname(file)), value: readTsv(await readText(file), file), lines: true, digest: "" }
    : await readDocument(file, unknown);
  const entries: unknown[] = Array.isArray(document.value) ? document.value : [document.value];
  if (!Passage.safeParse(entries[0]).success) throw unknown();
  return validate(z.array(Passage), entries, document).map(textOf);
}

/** Searches passages by their words (BM25): those that share any, at most `PASSAGES`. */
export function searchIn(passages: readonly string[]): PassageSearch {
  const index = wordIndex(passages.map(terms));
  return async (words) => bestOf(index, words, PASSAGES).map((at) => passages[at] ?? "");
}

/** Places of the documents that share a word with these, the best first. */
export function bestOf(index: WordIndex, words: string, limit: number): number[] {
  const scores = index.score(terms(words));
  return [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
    .slice(0, limit);
}

/** Asks a service for its best passages. MODEL_UNREACHABLE when it does not answer, or not as one does. */
async function askPassages(address: string, words: string): Promise<readonly string[]> {
  const answer = await askService(address, { queries: [words], topk: PASSAGES, return_scores: true }, SERVICE);
  const found = Found.safeParse(answer);
  if (!found.success) throw unusable(address, SERVICE, "answers in another form than a retrieval service");
  const [documents = []] = found.data.result;
  return documents.slice(0, PASSAGES).map((one) => textOf("document" in one ? one.document : one));
}

/** Contents of published corpora begin with the title in quotes, on a line of its own. */
function textOf(passage: z.infer<typeof Passage>): string {
  if ("contents" in passage) return passage.contents.replace(/^"([^"\n]+)"\s*\n/, "$1: ").trim();
  return passage.title === undefined || passage.title === "" ? passage.text.trim() : `${passage.title}: ${passage.text.trim()}`;
}
