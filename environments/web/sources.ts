import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import { naturalKey } from "../../core/names.js";
import { decodeText, fileError } from "../../importers/source-document.js";
import { isTaskPage } from "./protocol.js";

/** A page that begins tasks. */
export interface PageFile {
  readonly file: string;
  /** Folder that the page and what it loads lie in. */
  readonly root: string;
  /** Path of the page in it. */
  readonly page: string;
  /** Of the task's family. */
  readonly kind: string;
}

/** Folders that a page may reach up. */
const UPWARD = 2;

/** Pages and folders, by their paths from the list, and what they are seeded with. */
const List = z.strictObject({ pages: z.array(z.string().min(1)).min(1), seeds: z.array(z.int().nonnegative()).min(1).optional() });

/**
 * The pages of a folder and the folders in it, in natural order; the one of a file; or those of a list,
 * `{ "pages": ["click-tab.html", …], "seeds": [0, 1] }`, with its seeds. NOT_FOUND or INVALID_INPUT with the place.
 */
export async function readSource(source: string): Promise<{ pages: PageFile[]; seeds?: readonly number[] }> {
  if (!/\.json$/i.test(source)) return { pages: await pagesOf([resolve(source)]) };
  const { pages, seeds } = await readList(source);
  const files = await pagesOf(pages.map((path) => resolve(dirname(source), path)));
  return { pages: files, ...(seeds === undefined ? {} : { seeds }) };
}

async function readList(source: string): Promise<z.infer<typeof List>> {
  const text = await readFile(source).then(
    (bytes) => decodeText(bytes, source),
    (error: unknown) => {
      throw fileError(error, source);
    },
  );
  try {
    return List.parse(JSON.parse(text));
  } catch (cause) {
    throw new MnemaError("INVALID_INPUT", `${source} is no list of pages: { "pages": ["a.html", …], "seeds"?: [0, …] }.`, {
      place: source,
      cause,
    });
  }
}

async function pagesOf(paths: readonly string[]): Promise<PageFile[]> {
  const files = [...new Set((await Promise.all(paths.map(htmlAt))).flat())];
  const pages: { file: string; html: string }[] = [];
  for (const file of files) {
    const html = decodeText(await readFile(file), file);
    if (isTaskPage(html)) pages.push({ file, html });
  }
  return pages.map(({ file, html }) => {
    const root = rootOf(file, html);
    return { root, file, page: relative(root, file).replaceAll(sep, "/"), kind: kindOf(file, pages) };
  });
}

async function htmlAt(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      throw fileError(error, path);
    },
  );
  return isFolder ? htmlBelow(path) : [path];
}

async function htmlBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const sorted = entries.toSorted((one, other) => (naturalKey(one.name) < naturalKey(other.name) ? -1 : 1));
  const files: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await htmlBelow(path)));
    else if (/^\.html?$/i.test(extname(entry.name))) files.push(path);
  }
  return files;
}

/** A page's name; with as many of its folders as it takes to tell it from the others. */
function kindOf(file: string, pages: readonly { readonly file: string }[]): string {
  const parts = (path: string): string[] => path.slice(0, -extname(path).length).split(sep);
  const name = (path: string, count: number): string => parts(path).slice(-count).join("/");
  for (let count = 1; ; count += 1)
    if (count > parts(file).length || pages.filter((other) => name(other.file, count) === name(file, count)).length === 1)
      return name(file, count);
}

/** As many folders up as the page's own text goes, two at most. */
function rootOf(file: string, html: string): string {
  const ups = [...html.matchAll(/\b(?:src|href)\s*=\s*["']((?:\.\.\/)+)/g)].map(([, up = ""]) => up.length / "../".length);
  const count = Math.min(UPWARD, Math.max(0, ...ups));
  return resolve(dirname(file), ...Array.from({ length: count }, () => ".."));
}
