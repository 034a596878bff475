import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, extname, join, posix, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import { naturalKey } from "../../core/names.js";
import { decodeText, fileError } from "../../importers/source-document.js";
import type { Shelf } from "./files.js";
import { isTaskPage, LIBRARIES } from "./protocol.js";

/** A page that begins tasks, with what it may read. */
export interface PageFile extends Shelf {
  readonly file: string;
  /** Path of the page in `root`. */
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
  // A page that is named twice, as itself and by its folder, counts once.
  const files = new Map((await Promise.all(paths.map(htmlAt))).flat().map((found) => [found.file, found]));
  const pages: (Found & { html: string })[] = [];
  for (const found of files.values()) {
    const html = decodeText(await readFile(found.file), found.file);
    if (isTaskPage(html)) pages.push({ ...found, html });
  }
  return pages.map(({ file, named, html }) => {
    const root = rootOf(file, html);
    return { root, folders: foldersOf(root, named), file, page: pathFrom(root, file), kind: kindOf(file, pages) };
  });
}

/** A page's file, and the folder that was named: itself, or by the page in it. */
interface Found {
  readonly file: string;
  readonly named: string;
}

async function htmlAt(path: string): Promise<Found[]> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isDirectory()) return [{ file: real, named: dirname(real) }];
    return (await htmlBelow(real)).map((file) => ({ file, named: real }));
  } catch (error) {
    throw fileError(error, path);
  }
}

async function htmlBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const sorted = entries.toSorted((one, other) => (naturalKey(one.name) < naturalKey(other.name) ? -1 : 1));
  const files: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await htmlBelow(path)));
    else if (entry.isFile() && /^\.html?$/i.test(extname(entry.name))) files.push(path);
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

/** What pages may read of their root: what lies below the folder that was named, and MiniWoB's libraries beside it or a folder above. */
function foldersOf(root: string, named: string): string[] {
  const path = pathFrom(root, named);
  if (path === "" || /^\.\.(?:\/|$)/.test(path)) return [""];
  const above = path.split("/").map((_, count, parts) => parts.slice(0, count).join("/"));
  return [path, ...above.flatMap((folder) => LIBRARIES.map((library) => posix.join(folder, library)))];
}

function pathFrom(root: string, path: string): string {
  return relative(root, path).replaceAll(sep, "/");
}
