import { basename, extname, posix } from "node:path";
import type { Readable } from "node:stream";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { MnemaError } from "../core/errors.js";
import { naturalKey } from "../core/names.js";
import { PICTURE_LIMITS } from "./pictures.js";
import { FILE_LIMIT, fileError, tooLargeFile } from "./source-document.js";
import { bearing, HISTORY_NAME, NotStored, type Tree, type TreeFile } from "./tree.js";

/** Entries of one archive: more are no export of a chat. */
const ENTRIES = 200_000;
/** What deflate makes of text is a tenth; beyond this, and over a file's limit, an archive is made to fill a disk. */
const RATIO = 100;

/**
 * A zip archive. Nothing is unpacked: entries are read where they lie, and their names are names only. An entry whose name
 * leads outside, a link, and an encrypted one are left out by name. UNREADABLE_FILE for what is no whole archive,
 * INVALID_INPUT for one that would grow beyond measure.
 */
export async function openArchive(path: string): Promise<Tree> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }).catch(
    (error: unknown) => {
      throw archiveError(error, path);
    },
  );
  try {
    return treeOf(path, zip, await entriesOf(path, zip));
  } catch (error) {
    zip.close();
    throw archiveError(error, path);
  }
}

/** Whether bytes begin as a zip archive does, an empty one included. */
export function isArchive(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

type Named = TreeFile & { readonly entry: Entry; readonly why: string | null };

async function entriesOf(path: string, zip: ZipFile): Promise<Named[]> {
  if (zip.entryCount > ENTRIES) throw tooMuch(path, `over ${ENTRIES} entries`);
  const found: Named[] = [];
  const bytes = { packed: 0, unpacked: 0 };
  for await (const entry of zip.eachEntry()) {
    bytes.packed += entry.compressedSize;
    bytes.unpacked += entry.uncompressedSize;
    if (bytes.unpacked > FILE_LIMIT && bytes.unpacked > RATIO * Math.max(zip.fileSize, bytes.packed / RATIO))
      throw tooMuch(path, `over ${FILE_LIMIT / (1024 * 1024)} MiB packed into less than a hundredth of that`);
    const way = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false).normalize("NFC");
    if (way.endsWith("/")) continue;
    const file = `${path}: ${way}`;
    const open = () => openEntry(zip, entry, file);
    found.push({
      file,
      way,
      size: entry.uncompressedSize,
      entry,
      why: refusal(entry, way),
      open,
      bytes: () => wholeEntry(entry, file, open),
    });
  }
  return found;
}

/** Why an entry is not read; null where nothing speaks against it. */
function refusal(entry: Entry, way: string): string | null {
  if (validateFileName(way) !== null || way.split("/").includes("..")) return "An entry whose name leads out of its archive is left out.";
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) return "A link in an archive is left out.";
  if (entry.isEncrypted()) return "An encrypted entry is left out: unpack the archive with its password and take the folder.";
  if (!entry.canDecodeFileData()) return "An entry that is packed in an unknown way is left out.";
  return null;
}

function treeOf(path: string, zip: ZipFile, entries: readonly Named[]): Tree {
  const readable = entries.filter(({ why }) => why === null);
  const visible = readable.filter(({ way }) => !way.split("/").some((part) => part.startsWith(".") || part === "__MACOSX"));
  const read = async (found: Named | undefined, source: string): Promise<Uint8Array | NotStored> => {
    if (found === undefined) return new NotStored("missing", `no such file in the archive: ${source}`);
    if (found.size > PICTURE_LIMITS.bytes) return new NotStored("refused", `larger than ${PICTURE_LIMITS.bytes / (1024 * 1024)} MiB`);
    try {
      return await bytesOf(await found.open());
    } catch {
      return new NotStored("corrupt", `cannot be unpacked: ${source}`);
    }
  };
  return {
    place: path,
    name: basename(path, extname(path)),
    several: true,
    files: visible.filter(({ way }) => HISTORY_NAME.test(way)).toSorted((a, b) => (naturalKey(a.way) < naturalKey(b.way) ? -1 : 1)),
    leftOut: entries.flatMap(({ file, why }) => (why === null ? [] : [{ place: file, why }])),
    pictures: {
      read: async (source, way) => {
        const plain = source.replaceAll("\\", "/");
        const wanted = posix.join(posix.dirname(way), plain).normalize("NFC");
        if (posix.isAbsolute(plain) || /^[a-z]:/i.test(plain) || wanted === ".." || wanted.startsWith("../"))
          return new NotStored("refused", `outside the archive: ${source}`);
        return read(
          readable.find((entry) => entry.way === wanted),
          source,
        );
      },
      named: (id) => read(bearing(readable, id), id),
    },
    close: async () => zip.close(),
  };
}

async function openEntry(zip: ZipFile, entry: Entry, file: string): Promise<Readable> {
  try {
    return await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw archiveError(error, file);
  }
}

async function wholeEntry(entry: Entry, file: string, open: () => Promise<Readable>): Promise<Uint8Array> {
  if (entry.uncompressedSize > FILE_LIMIT) throw tooLargeFile(file, entry.uncompressedSize);
  try {
    return await bytesOf(await open());
  } catch (error) {
    throw archiveError(error, file);
  }
}

async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function archiveError(error: unknown, file: string): MnemaError {
  if (MnemaError.isInstance(error)) return error;
  if (typeof (error as NodeJS.ErrnoException).code === "string" && (error as NodeJS.ErrnoException).syscall !== undefined)
    return fileError(error, file);
  return new MnemaError(
    "UNREADABLE_FILE",
    `${file} is no whole zip archive (${error instanceof Error ? error.message : String(error)}). Download or copy it again.`,
    { place: file, cause: error },
  );
}

function tooMuch(path: string, what: string): MnemaError {
  return new MnemaError("INVALID_INPUT", `${path} has ${what}: that is no export of a chat. Unpack what you need and take the folder.`, {
    place: path,
  });
}
