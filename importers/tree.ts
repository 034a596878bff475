import type { Readable } from "node:stream";

/** A file of a tree, with what is needed to read it. */
export interface TreeFile {
  /** For people: a path on disk, or `archive.zip: entry`. */
  readonly file: string;
  /** From the top of its tree, with `/`; never a path to open. */
  readonly way: string;
  /** Bytes that it has, as its tree says. */
  readonly size: number;
  /** All of them. UNREADABLE_FILE where they are more than fit memory, and as `open`. */
  bytes(): Promise<Uint8Array>;
  /** Its bytes from the beginning. NOT_FOUND, UNREADABLE_FILE, INVALID_INPUT. */
  open(): Promise<Readable>;
}

/** The files that were named for an import: a folder, an archive, or one file with the folder that it lies in. */
export interface Tree {
  /** The path as given. */
  readonly place: string;
  /** Name of the folder or archive: what a history is called whose file has no name of its own. */
  readonly name: string;
  /** Whether several files were named at once, of which some may be no histories. */
  readonly several: boolean;
  /** Files that may be histories, in order of their names. */
  readonly files: readonly TreeFile[];
  /** What bears the name of a history and is not read, with the reason. */
  readonly leftOut: readonly { readonly place: string; readonly why: string }[];
  readonly pictures: PictureFiles;
  close(): Promise<void>;
}

/** Where the pictures of a tree's histories lie. */
export interface PictureFiles {
  /** Bytes of the file at `source`, a relative path from the folder of the file at `way`; why not, where it may not be had. */
  read(source: string, way: string): Promise<Uint8Array | NotStored>;
  /** The file, anywhere in the tree, that an export named after an id (`file-abc`: `file-abc.dat`, `x/file-abc-photo.png`). */
  named(id: string): Promise<Uint8Array | NotStored>;
}

/** A picture that is not stored, and why. */
export class NotStored {
  constructor(
    readonly state: "missing" | "corrupt" | "refused",
    readonly reason: string,
  ) {}
}

/** Names of files that may hold histories. */
export const HISTORY_NAME = /\.(json|jsonl|ndjson|txt|md|markdown)$/i;
export const ARCHIVE_NAME = /\.zip$/i;

/** The file of a list that bears an id: `ID`, or `ID` with something after it that no id goes on with. */
export function bearing<File extends { readonly way: string }>(files: readonly File[], id: string): File | undefined {
  return files.find(({ way }) => {
    const folders = way.split("/");
    const base = folders.at(-1) ?? "";
    return (base.startsWith(id) && !/^[A-Za-z0-9]/.test(base.slice(id.length))) || folders.at(-2) === id;
  });
}
