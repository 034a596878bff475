import { constants, type Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { MnemaError } from "../core/errors.js";

/** A file that is open for reading, and how many bytes it had then. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/**
 * Opens a regular file. Anything else (a pipe, a device, a socket, a folder) may never end or never answer, and is
 * INVALID_INPUT naming the path; what the operating system says is thrown as it is.
 */
export async function openRegularFile(path: string): Promise<OpenFile> {
  mustBeRegular(await stat(path), path);
  // Should it have become a pipe meanwhile, opening it does not wait for somebody who writes.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = await handle.stat();
    mustBeRegular(status, path);
    return { handle, size: status.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The first bytes of a regular file, fewer where it has fewer. Else as `openRegularFile`. */
export async function headOfRegularFile(path: string, bytes: number): Promise<Uint8Array> {
  const { handle, size } = await openRegularFile(path);
  try {
    const head = Buffer.alloc(Math.min(bytes, size));
    if (head.length > 0) await handle.read(head, 0, head.length, 0);
    return head;
  } finally {
    await handle.close();
  }
}

/**
 * The bytes that a regular file has when it is opened; files of the kernel, which say that they have none, are empty. Beyond
 * `limit` bytes it is what `tooLarge` makes of their number. Else as `openRegularFile`.
 */
export async function readRegularFile(path: string, limit: number, tooLarge: (bytes: number) => Error): Promise<Uint8Array> {
  const { handle, size } = await openRegularFile(path);
  try {
    if (size > limit) throw tooLarge(size);
    const bytes = Buffer.alloc(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await handle.read(bytes, filled, size - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}

function mustBeRegular(status: Stats, path: string): void {
  if (status.isFile()) return;
  throw new MnemaError("INVALID_INPUT", `${path} is ${kindOf(status)}, where a regular file is wanted. Name another.`, { place: path });
}

function kindOf(status: Stats): string {
  if (status.isDirectory()) return "a folder";
  if (status.isFIFO()) return "a pipe";
  if (status.isSocket()) return "a socket";
  return "a device";
}
