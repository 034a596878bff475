import { readdir } from "node:fs/promises";
import { basename, extname, join, relative } from "node:path";
import { wordIndex } from "../../core/bm25.js";
import { MnemaError } from "../../core/errors.js";
import { terms } from "../../core/tokens.js";
import { pictureHeader } from "../../importers/picture-bytes.js";
import { fileError, readBytes, readText } from "../../importers/source-document.js";
import { bestOf } from "../questions/passages.js";
import type { FoundPage, VisualTools } from "./ports.js";

const TEXTS = new Set([".txt", ".md", ".html", ".htm"]);
const PICTURES = new Set([".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"]);
/** Characters of a page that a search tells, and that a visit shows. */
const TOLD = 300;
const VISITED = 6_000;

interface Kept extends FoundPage {
  readonly path: string;
}

/**
 * A folder of documents in place of the web: texts (`.txt`, `.md`, `.html`) are its pages, pictures are found by their name and
 * by what a `.txt` of the same name says of them. Read when something is first looked for. NOT_FOUND without such a folder.
 */
export function openDocuments(folder: string): Required<VisualTools> {
  let reading: ReturnType<typeof read> | null = null;
  const opened = () => {
    reading ??= read(folder);
    reading.catch(() => (reading = null));
    return reading;
  };
  return {
    webSearch: async (query, limit) => {
      const { pages, pageIndex } = await opened();
      return bestOf(pageIndex, query, limit).map((at) => {
        const { title, address, text } = pages[at] as Kept;
        return { title, address, text: about(text, query, TOLD) };
      });
    },
    imageSearch: async (query, limit) => {
      const { pictures, pictureIndex } = await opened();
      return Promise.all(
        bestOf(pictureIndex, query, limit).map(async (at) => {
          const { title, address, text, path } = pictures[at] as Kept;
          const bytes = await readBytes(path);
          const mime = pictureHeader(bytes)?.mime;
          return { title, address, text, ...(mime === undefined ? {} : { picture: { mime, bytes } }) };
        }),
      );
    },
    visit: async (address, goal) => {
      const page = (await opened()).pages.find((one) => one.address === address);
      return page === undefined ? null : about(page.text, goal, VISITED);
    },
  };
}

async function read(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw fileError(error, folder);
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const ofKind = (kinds: ReadonlySet<string>) => files.filter((path) => kinds.has(extname(path).toLowerCase())).toSorted();
  const [texts, images] = [ofKind(TEXTS), ofKind(PICTURES)];
  if (texts.length + images.length === 0)
    throw new MnemaError("NOT_FOUND", `There is no document in ${folder}: put .txt, .md, .html or pictures there.`, { place: folder });
  const stem = (path: string) => path.slice(0, -extname(path).length);
  const address = (path: string) => `doc:${relative(folder, path)}`;
  const captions = new Map(texts.filter((path) => extname(path) === ".txt").map((path) => [stem(path), path]));
  const pictures = await Promise.all(
    images.map(async (path): Promise<Kept> => {
      const caption = captions.get(stem(path));
      const name = basename(stem(path)).replaceAll(/[-_]+/g, " ");
      return { path, address: address(path), title: name, text: caption === undefined ? "" : (await readText(caption)).trim() };
    }),
  );
  const told = new Set(images.map(stem));
  const pages = await Promise.all(
    texts
      .filter((path) => !told.has(stem(path)))
      .map(async (path): Promise<Kept> => {
        const text = plain(await readText(path), path);
        const title =
          text
            .split("\n")[0]
            ?.replace(/^#+\s*/, "")
            .trim() || basename(path);
        return { path, address: address(path), title, text };
      }),
  );
  const indexed = (kept: readonly Kept[]) => wordIndex(kept.map(({ title, text }) => terms(`${title} ${text}`)));
  return { pages, pictures, pageIndex: indexed(pages), pictureIndex: indexed(pictures) };
}

/** A page's text, without its marks. */
function plain(text: string, path: string): string {
  if (!/^\.html?$/i.test(extname(path))) return text.trim();
  return text
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<(?:\/(?:p|div|h\d|li|tr|title)|br)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/[^\S\n]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

/** The whole text where it is short enough, else the paragraphs that share most words with `wanted`, in their order. */
function about(text: string, wanted: string, limit: number): string {
  if (text.length <= limit) return text;
  const paragraphs = text.split(/\n+/).flatMap((line) => line.match(new RegExp(`.{1,${limit - 1}}`, "gs")) ?? []);
  const ranked = bestOf(wordIndex(paragraphs.map(terms)), wanted, paragraphs.length);
  const kept = new Set<number>();
  let left = limit;
  for (const at of [...ranked, ...paragraphs.keys()]) {
    const size = (paragraphs[at] as string).length + 1;
    if (kept.has(at) || size > left) continue;
    kept.add(at);
    left -= size;
  }
  return [...kept]
    .toSorted((a, b) => a - b)
    .map((at) => paragraphs[at])
    .join("\n");
}
