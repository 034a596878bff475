import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { MnemaError } from "../core/errors.js";
import { filesNamed } from "./history-files.js";
import { PICTURE_LIMITS } from "./pictures.js";
import { openRegularFile, readRegularFile } from "./regular-file.js";
import { fileError, readBytes } from "./source-document.js";
import { ARCHIVE_NAME, bearing, HISTORY_NAME, NotStored, type PictureFiles, type Tree, type TreeFile } from "./tree.js";

/** Files that are looked through for one that an export named after an id. */
const NAMED = 200_000;

/** A folder with the folders in it, or one file with the folder that it lies in. NOT_FOUND, UNREADABLE_FILE, INVALID_INPUT. */
export async function openFolder(path: string): Promise<Tree> {
  const { isFolder, files, others } = await filesNamed(path, (name) => HISTORY_NAME.test(name) || ARCHIVE_NAME.test(name));
  const top = isFolder ? path : dirname(path);
  return {
    place: path,
    name: basename(resolve(top)),
    several: isFolder,
    files: await Promise.all(files.map((file) => treeFile(file, relative(top, file).replaceAll(sep, "/")))),
    leftOut: others.map((place) => ({ place, why: "What is no regular file is left out." })),
    pictures: picturesIn(top),
    close: async () => undefined,
  };
}

async function treeFile(file: string, way: string): Promise<TreeFile> {
  const size = await stat(file).then(
    (status) => status.size,
    (error: unknown) => {
      throw fileError(error, file);
    },
  );
  return { file, way, size, bytes: () => readBytes(file), open: () => openStream(file) };
}

async function openStream(file: string): Promise<Readable> {
  try {
    const { handle } = await openRegularFile(file);
    return createReadStream(file, { fd: handle, highWaterMark: 1 << 18 });
  } catch (error) {
    throw MnemaError.isInstance(error) ? error : fileError(error, file);
  }
}

/** Pictures below a folder and nowhere else: links are followed to see where they lead. */
function picturesIn(top: string): PictureFiles {
  let listed: Promise<{ way: string }[]> | null = null;
  return {
    read: (source, way) => readInside(source, join(top, dirname(way)), top),
    named: async (id) => {
      listed ??= filesBelow(top, "", { left: NAMED });
      const found = bearing(await listed, id);
      return found === undefined
        ? new NotStored("missing", `no file of this id beside the history: ${id}`)
        : readInside(found.way, top, top);
    },
  };
}

async function filesBelow(top: string, way: string, bounds: { left: number }): Promise<{ way: string }[]> {
  const entries = await readdir(join(top, way), { withFileTypes: true }).catch(() => []);
  const files: { way: string }[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules" || (bounds.left -= 1) < 0) continue;
    const inner = way === "" ? entry.name : `${way}/${entry.name}`;
    if (entry.isDirectory()) for (const file of await filesBelow(top, inner, bounds)) files.push(file);
    else if (entry.isFile()) files.push({ way: inner });
  }
  return files;
}

class TooLarge extends Error {}

async function readInside(source: string, start: string, bounds: string): Promise<Uint8Array | NotStored> {
  const outside = () => new NotStored("refused", `outside the history's folder: ${source}`);
  const way = source.replaceAll("\\", "/");
  const path = resolve(start, way);
  if (isAbsolute(way) || /^[a-z]:/i.test(way) || !isInside(resolve(bounds), path)) return outside();
  try {
    const real = await realpath(path);
    if (!isInside(await realpath(bounds), real)) return outside();
    return await readRegularFile(real, PICTURE_LIMITS.bytes, () => new TooLarge());
  } catch (error) {
    if (error instanceof TooLarge) return new NotStored("refused", `larger than ${PICTURE_LIMITS.bytes / (1024 * 1024)} MiB`);
    if (MnemaError.isInstance(error)) return new NotStored("refused", `not a file: ${source}`);
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"].includes(code))
      return new NotStored("missing", `no such file: ${source}`);
    return new NotStored("missing", `cannot be read (${code}): ${source}`);
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
