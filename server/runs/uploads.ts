import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import type { Request } from "express";
import { MnemaError } from "../../core/errors.js";
import { uploadFolder } from "../../memory/leftovers.js";

/** Private folders for what was uploaded, one for each run, kept until the run is done. */
export interface Uploads {
  folder(runId: string): string;
  has(runId: string): Promise<boolean>;
  drop(runId: string): Promise<void>;
}

export function uploadsIn(dataFolder: string): Uploads {
  const folder = (runId: string) => uploadFolder(dataFolder, runId);
  return {
    folder,
    has: (runId) =>
      access(folder(runId)).then(
        () => true,
        () => false,
      ),
    drop: (runId) => rm(folder(runId), { recursive: true, force: true }),
  };
}

/** What came with an upload. `digest` is of names and bytes. */
export interface Received {
  readonly digest: string;
  readonly fields: { readonly history?: string; readonly format?: string };
}

export interface UploadLimits {
  readonly uploadBytes: number;
  readonly uploadFiles: number;
}

/** Writes a request's body into a new folder: a JSON history, or the files of a form under their relative names. */
export async function receiveUpload(request: Request, folder: string, limits: UploadLimits): Promise<Received> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (request.is("multipart/form-data")) return receiveForm(request, folder, limits);
  if (!request.is("application/json"))
    throw new MnemaError("UNSUPPORTED_TYPE", "Send a history as application/json, or files as multipart/form-data.");
  if (request.headers["content-encoding"] !== undefined)
    throw new MnemaError("UNSUPPORTED_TYPE", "Send a history without content encoding.");
  const hash = createHash("sha256");
  const unnamed = join(folder, "history.json");
  await pipeline(request, counted(hash, { bytes: 0 }, limits), createWriteStream(unnamed, { mode: 0o600, flags: "wx" }));
  const digest = hash.digest("hex");
  // Names a history that has no id: the same one sent again is the same history, another one is another.
  await rename(unnamed, join(folder, `upload-${digest.slice(0, 12)}.json`));
  return { digest, fields: {} };
}

async function receiveForm(request: Request, folder: string, limits: UploadLimits): Promise<Received> {
  const hash = createHash("sha256");
  const fields: Record<string, string> = {};
  const taken = { bytes: 0, files: 0 };
  let writing: Promise<void> = Promise.resolve();
  const form = openForm(request, limits);
  form.on("field", (name, value) => void (fields[name] = value));
  form.on("file", (_name, stream, { filename }) => {
    taken.files += 1;
    // A form that breaks off ends its files too, also one that nothing reads yet.
    stream.on("error", () => undefined);
    const write = async () => {
      const path = placeIn(folder, filename);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      hash.update(`${filename}\0`);
      await pipeline(stream, counted(hash, taken, limits), createWriteStream(path, { mode: 0o600, flags: "wx" }));
    };
    writing = writing.then(write).catch((error: unknown) => {
      stream.resume();
      form.destroy(formError(error, filename ?? ""));
    });
  });
  form.on("filesLimit", () => form.destroy(new MnemaError("TOO_LARGE", `An upload has at most ${limits.uploadFiles} files.`)));
  try {
    await pipeline(request, form);
  } catch (error) {
    // Nothing may be written once the folder is dropped.
    await writing;
    if (MnemaError.isInstance(error)) throw error;
    throw new MnemaError("INVALID_INPUT", "The form cannot be read to its end. Send it again.", { cause: error });
  }
  await writing;
  if (taken.files === 0)
    throw new MnemaError("INVALID_INPUT", "The form holds no file. Add the history, and its pictures under their relative names.");
  const { history, format } = fields;
  return {
    digest: hash.digest("hex"),
    fields: { ...(history === undefined ? {} : { history }), ...(format === undefined ? {} : { format }) },
  };
}

function openForm({ headers }: Request, { uploadFiles }: UploadLimits): busboy.Busboy {
  try {
    return busboy({ headers, preservePath: true, defParamCharset: "utf8", limits: { files: uploadFiles, fields: 20, fieldSize: 10_000 } });
  } catch (cause) {
    throw new MnemaError("INVALID_INPUT", "The form has no boundary. Send multipart/form-data as a browser does.", { cause });
  }
}

/** Where a file of the form goes: inside the folder whatever its name says. */
function placeIn(folder: string, filename: string | undefined): string {
  const parts = (filename ?? "").replaceAll("\\", "/").split("/");
  const bad = parts.some((part) => part === "" || part.startsWith(".") || part.includes("\0") || Buffer.byteLength(part) > 200);
  if (bad || parts.length > 20 || /^[a-z]:/i.test(parts[0] ?? "")) {
    throw new MnemaError(
      "INVALID_INPUT",
      `A file cannot be called ${JSON.stringify((filename ?? "").slice(0, 200))}. Use a plain relative name.`,
      {
        place: "filename",
      },
    );
  }
  return join(folder, ...parts);
}

function formError(error: unknown, filename: string): Error {
  if (MnemaError.isInstance(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EEXIST" || code === "EISDIR" || code === "ENOTDIR")
    return new MnemaError("INVALID_INPUT", `Two files are called ${filename}. Give each a name of its own.`, { place: "filename" });
  if (code === "ENOSPC") return new MnemaError("STORE_FULL", "The disk is full. Free some space and send it again.");
  return error as Error;
}

/** Passes bytes on, counts and hashes them; TOO_LARGE beyond the limit. */
function counted(hash: Hash, taken: { bytes: number }, { uploadBytes }: UploadLimits): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken.bytes += chunk.length;
      if (taken.bytes > uploadBytes)
        return done(new MnemaError("TOO_LARGE", `An upload has at most ${uploadBytes} bytes. Send it in parts.`));
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
