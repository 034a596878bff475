import { sha256 } from "../core/canonical.js";
import type { Picture } from "../core/history.js";
import { storedText } from "../core/stored-text.js";
import type { DraftPicture, IncomingPicture } from "./contract.js";
import type { FetchPicture } from "./fetch-picture.js";
import { pictureHeader } from "./picture-bytes.js";
import { NotStored, type PictureFiles } from "./tree.js";

/** Limits of one picture: what a model or the picture reader can be given without exhausting memory. */
export const PICTURE_LIMITS = { bytes: 20 * 1024 * 1024, pixels: 50_000_000 } as const;

/** Where the files of a history's tree are, which of them it stands in, and what gets pictures from the web, if anything may. */
export interface PicturePlaces {
  readonly files: PictureFiles;
  readonly way: string;
  readonly fetchPicture?: FetchPicture | undefined;
}

/**
 * Finds a picture's bytes: a data URL, a file within bounds and nowhere else (links are followed to see where they
 * lead), or what a web address gives where fetching is allowed. Type and size come from the bytes. Whatever is wrong becomes the picture's
 * state and note; only `keep` may throw, which is called with bytes that pass.
 */
export async function resolvePicture(
  draft: DraftPicture,
  id: string,
  places: PicturePlaces,
  keep: (picture: IncomingPicture) => Promise<void>,
): Promise<Picture> {
  const base = { id: draft.id ?? id, caption: draft.caption };
  const found = draft.named === undefined ? await findBytes(draft.source, places) : await places.files.named(draft.named);
  const checked = found instanceof NotStored ? found : checkPicture(found);
  if (checked instanceof NotStored) return { ...base, state: checked.state, hash: null, note: sentence(checked.reason, draft.note) };
  await keep(checked);
  return { ...base, state: "stored", hash: checked.hash, note: sentence(placeOf(draft.source), draft.note) };
}

async function findBytes(source: string | null, places: PicturePlaces): Promise<Uint8Array | NotStored> {
  if (source === null) return new NotStored("missing", "the source describes the picture only");
  if (/^data:/i.test(source)) return fromDataUrl(source);
  if (/^https?:/i.test(source)) return fromWeb(source, places);
  if (/^[a-z][a-z\d+.-]+:/i.test(source)) return new NotStored("refused", `not a relative path: ${source}`);
  return places.files.read(source, places.way);
}

/** The bytes of `data:[type][;base64],…`. The named type is not believed. */
function fromDataUrl(url: string): Uint8Array | NotStored {
  const comma = url.indexOf(",");
  if (comma === -1) return new NotStored("corrupt", "the data URL has no data");
  if (url.length - comma > PICTURE_LIMITS.bytes * 1.5) return tooLarge();
  const data = url.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(url.slice(0, comma))) return Buffer.from(data, "base64");
  return Buffer.from(
    data.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    "latin1",
  );
}

async function fromWeb(url: string, { fetchPicture }: PicturePlaces): Promise<Uint8Array | NotStored> {
  if (fetchPicture === undefined) return new NotStored("refused", `not fetched from the web: ${url}`);
  const fetched = await fetchPicture(url);
  return typeof fetched === "string" ? new NotStored("refused", `not fetched from the web, ${fetched}: ${url}`) : fetched;
}

function tooLarge(): NotStored {
  return new NotStored("refused", `larger than ${PICTURE_LIMITS.bytes / (1024 * 1024)} MiB`);
}

function checkPicture(bytes: Uint8Array): IncomingPicture | NotStored {
  if (bytes.length > PICTURE_LIMITS.bytes) return tooLarge();
  const header = pictureHeader(bytes);
  if (header === null) return new NotStored("corrupt", bytes.length === 0 ? "it is empty" : "not PNG, JPEG, GIF, WebP or BMP");
  const { mime, width, height, fault } = header;
  if (mime === "image/heic" || mime === "image/avif")
    return new NotStored("refused", `${mime.slice(6).toUpperCase()} cannot be read here: convert it to JPEG or PNG`);
  if (fault !== null) return new NotStored("corrupt", fault);
  if (width <= 0 || height <= 0) return new NotStored("corrupt", "it has no pixels");
  if (width * height > PICTURE_LIMITS.pixels) {
    return new NotStored("refused", `${width} × ${height} pixels; ${PICTURE_LIMITS.pixels / 1_000_000} million are the limit`);
  }
  return { hash: sha256(bytes), mime, bytes };
}

function placeOf(source: string | null): string {
  return source === null || /^data:/i.test(source) ? "data URL" : source;
}

function sentence(reason: string, note: string | null): string {
  return storedText(note === null ? reason : `${reason}; ${note}`);
}
