import { dirname } from "node:path";
import { MnemaError } from "../core/errors.js";
import { isRecord } from "./json-values.js";
import type { History } from "../core/history.js";
import type { Imported, Importer, ImportOptions, ImportSink, IncomingPicture, SourceDocument, Warn, Warning } from "./contract.js";
import { finishHistory, type ResolvePicture } from "./finish.js";
import { historyFiles } from "./history-files.js";
import { locomo } from "./locomo.js";
import { memGallery } from "./mem-gallery.js";
import { mnemaJson } from "./mnema-json.js";
import { openaiChat } from "./openai-chat.js";
import { type PicturePlaces, resolvePicture } from "./pictures.js";
import { readDocument } from "./source-document.js";
import { collectWarnings } from "./warnings.js";

/** Every format, in the order in which they are tried. */
const IMPORTERS: readonly Importer[] = [memGallery, locomo, mnemaJson, openaiChat];

/** Names for `--format`. */
export function formatNames(): string[] {
  return IMPORTERS.map(({ format }) => format);
}

/** Imports a file that holds one conversation; INVALID_INPUT when it holds several. Otherwise as `importPath`. */
export async function importFile(path: string, options: ImportOptions = {}): Promise<Imported> {
  const histories: History[] = [];
  const pictures = new Map<string, IncomingPicture>();
  const warnings: Warning[] = [];
  await importPath(path, options, {
    history: async (history) => void histories.push(history),
    picture: async (picture) => void pictures.set(picture.hash, picture),
    warning: (warning) => void warnings.push(warning),
  });
  const [history, another] = histories;
  if (history === undefined || another !== undefined) {
    throw new MnemaError(
      "INVALID_INPUT",
      `${path} holds ${histories.length} conversations where one is wanted. Split it, or ingest it as it is.`,
      { place: path },
    );
  }
  return { history, pictures: [...pictures.values()], warnings };
}

/**
 * Imports a file, or the `.json`, `.jsonl` and `.ndjson` files of a folder and the folders in it in order of their
 * names. Pictures come before the history that shows them and are read inside the folder given, or the file's own.
 * What a folder holds beside histories is left out with a warning, as is a copy of a file taken already. Throws
 * NOT_FOUND, UNREADABLE_FILE, UNKNOWN_FORMAT (which names the formats), INVALID_INPUT (with file and place), USAGE.
 */
export async function importPath(path: string, options: ImportOptions, sink: ImportSink): Promise<void> {
  const importers = chosenImporters(options.format ?? "");
  const { isFolder, files, others } = await historyFiles(path);
  const folder = isFolder ? path : dirname(path);
  const taken: Taken = { digests: new Map(), sessions: new Map() };
  let histories = 0;
  for (const place of others) sink.warning({ code: "file-left-out", message: "What is no regular file is left out.", place, count: 1 });
  for (const file of files) {
    try {
      histories += await importDocument(await readDocument(file, () => unknownFormat(file)), importers, folder, options, taken, sink);
    } catch (error) {
      if (!isFolder || !MnemaError.isInstance(error) || error.code !== "UNKNOWN_FORMAT") throw error;
      sink.warning({ code: "file-left-out", message: "A file that is no history is left out.", place: file, count: 1 });
    }
  }
  if (histories === 0) throw unknownFormat(path);
}

/** What one import has taken in so far: files by their bytes, and which file a session came from. */
interface Taken {
  readonly digests: Map<string, string>;
  readonly sessions: Map<string, string>;
}

/** Imports the conversations of a document; their number. */
async function importDocument(
  document: SourceDocument,
  importers: readonly Importer[],
  folder: string,
  { history = "", fetchPicture }: ImportOptions,
  taken: Taken,
  sink: ImportSink,
): Promise<number> {
  const { file, name, digest } = document;
  const same = taken.digests.get(digest);
  if (same !== undefined) {
    sink.warning({ code: "file-left-out", message: `A copy of ${same} is left out.`, place: file, count: 1 });
    return 0;
  }
  taken.digests.set(digest, file);
  const importer = importers.length === 1 ? importers[0] : importers.find(({ detect }) => detect(document.value));
  if (importer === undefined) throw unknownFormat(file, document.value);
  const { warn, list } = collectWarnings(file);
  const drafts = importer.read(document, warn);
  for (const [index, draft] of drafts.entries()) {
    const id = draft.id ?? nameOf(history || name, index, drafts.length);
    const places = { start: dirname(file), bounds: folder, fetchPicture };
    const finished = await finishHistory(draft, id, pictureResolver(places, sink, warn), warn);
    if (finished.sessions.length === 0)
      throw new MnemaError("INVALID_INPUT", `${file} holds no rounds: there is nothing to import.`, { place: file });
    claimSessions(finished, file, taken.sessions);
    await sink.history(finished);
  }
  list().forEach((warning) => sink.warning(warning));
  return drafts.length;
}

/** The name given, numbered where one file holds several conversations. */
function nameOf(name: string, index: number, histories: number): string {
  return histories === 1 ? name : `${name}-${index + 1}`;
}

function pictureResolver(places: PicturePlaces, sink: ImportSink, warn: Warn): ResolvePicture {
  return async (draft, place) => {
    const picture = await resolvePicture(draft, place, places, sink.picture);
    if (picture.state !== "stored" && draft.source !== null)
      warn("picture-not-stored", `A picture is recorded as ${picture.state}; its round says why.`, picture.id);
    return picture;
  };
}

/** Two files that would write one session over another are INVALID_INPUT. */
function claimSessions({ id, sessions }: History, file: string, taken: Map<string, string>): void {
  for (const session of sessions) {
    const key = JSON.stringify([id, session.id]);
    const other = taken.get(key);
    if (other !== undefined) {
      throw new MnemaError(
        "INVALID_INPUT",
        `${other} and ${file} would both be session ${session.id} of history ${id}. Give them ids, or ingest them one by one with --history.`,
        { place: file },
      );
    }
    taken.set(key, file);
  }
}

function chosenImporters(format: string): readonly Importer[] {
  if (format === "") return IMPORTERS;
  const importer = IMPORTERS.find((known) => known.format === format);
  if (importer === undefined)
    throw new MnemaError("USAGE", `There is no format ${format}. Known: ${formatNames().join(", ")}.`, { place: "--format" });
  return [importer];
}

/** Names an object's keys, of which one may be misspelt. */
function unknownFormat(path: string, value?: unknown): MnemaError {
  const known = IMPORTERS.map(({ format, knownBy }) => `${format} (${knownBy})`).join("; ");
  const keys = isRecord(value)
    ? Object.keys(value)
        .slice(0, 8)
        .map((key) => JSON.stringify(key.slice(0, 40)))
    : [];
  const held = keys.length === 0 ? "" : ` Its keys are ${keys.join(", ")}.`;
  return new MnemaError("UNKNOWN_FORMAT", `${path} holds no history in a known format.${held} Known: ${known}.`, { place: path });
}
