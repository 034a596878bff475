import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { MnemaError } from "../core/errors.js";
import type { History } from "../core/history.js";
import { isArchive, openArchive } from "./archive-tree.js";
import { type Claims, createClaims } from "./claims.js";
import type {
  DraftHistory,
  Imported,
  Importer,
  ImportOptions,
  ImportSink,
  IncomingPicture,
  SourceDocument,
  Warn,
  Warning,
} from "./contract.js";
import { openFolder } from "./folder-tree.js";
import { chosenImporters, unknownFormat } from "./formats.js";
import { importDrafts } from "./import-drafts.js";
import { nameOf, readSource, streamedList } from "./read-source.js";
import { slackChannels } from "./slack/channels.js";
import { fileError, headOfFile } from "./source-document.js";
import { ARCHIVE_NAME, type Tree, type TreeFile } from "./tree.js";

export { formatNames } from "./formats.js";

/** Imports a path that holds one conversation, or one account's; INVALID_INPUT when it holds several. Otherwise as `importPath`. */
export async function importFile(path: string, options: ImportOptions = {}): Promise<Imported> {
  const histories = new Map<string, History>();
  const pictures = new Map<string, IncomingPicture>();
  const warnings: Warning[] = [];
  await importPath(path, options, {
    history: async ({ id, sessions }) => void histories.set(id, { id, sessions: [...(histories.get(id)?.sessions ?? []), ...sessions] }),
    picture: async (picture) => void pictures.set(picture.hash, picture),
    warning: (warning) => void warnings.push(warning),
  });
  const [history, another] = histories.values();
  if (history === undefined || another !== undefined) {
    throw new MnemaError(
      "INVALID_INPUT",
      `${path} holds ${histories.size} conversations where one is wanted. Split it, or ingest it as it is.`,
      { place: path },
    );
  }
  return { history, pictures: [...pictures.values()], warnings };
}

/**
 * Imports a file, a zip archive, or a folder with the folders in it: whatever in it is a history, in order of names.
 * Pictures come before the history that shows them and are read inside the folder or archive given, or the file's own
 * folder. What a folder or archive holds beside histories is left out with a warning, as is a copy of a file taken
 * already. Throws NOT_FOUND, UNREADABLE_FILE, UNKNOWN_FORMAT (which names the formats), INVALID_INPUT (with file and
 * place), USAGE.
 */
export async function importPath(path: string, options: ImportOptions, sink: ImportSink): Promise<void> {
  const importers = chosenImporters(options.format ?? "");
  const run: ImportRun = { importers, options, digests: new Map(), claims: createClaims(), sink };
  const status = await stat(path).catch((error: unknown) => {
    throw fileError(error, path);
  });
  const packed = !status.isDirectory() && isArchive(await headOfFile(path, 4));
  if ((await importTree(await (packed ? openArchive(path) : openFolder(path)), run)) === 0) throw unknownFormat(path);
}

/** What one import has in hand. */
interface ImportRun {
  readonly importers: readonly Importer[];
  readonly options: ImportOptions;
  /** Which file the bytes of a digest came from. */
  readonly digests: Map<string, string>;
  readonly claims: Claims;
  readonly sink: ImportSink;
}

/** Imports the histories of a tree and closes it; their number. */
async function importTree(tree: Tree, run: ImportRun): Promise<number> {
  const leftOut = (place: string, message: string) => run.sink.warning({ code: "file-left-out", message, place, count: 1 });
  try {
    for (const { place, why } of tree.leftOut) leftOut(place, why);
    let histories = 0;
    const channels = tree.several ? await slackChannels(tree, run.importers) : { sources: [], files: new Set<TreeFile>() };
    for (const source of channels.sources) histories += await importDrafts(named(source, run), run.claims, run.options, run.sink);
    for (const file of tree.files) {
      if (channels.files.has(file)) continue;
      try {
        const isArchived = tree.several && ARCHIVE_NAME.test(file.way);
        histories += isArchived ? await importTree(await openArchive(file.file), run) : await importFrom(file, tree, run);
      } catch (error) {
        if (!tree.several || !MnemaError.isInstance(error) || error.code !== "UNKNOWN_FORMAT") throw error;
        leftOut(file.file, "A file that is no history is left out.");
      }
    }
    return histories;
  } finally {
    await tree.close();
  }
}

/** A source whose histories bear the name that was given, where one was. */
function named<Source extends { readonly name: string }>(source: Source, { options }: ImportRun): Source {
  return { ...source, name: options.history || source.name };
}

/** Imports the conversations of a file; their number. */
async function importFrom(file: TreeFile, tree: Tree, run: ImportRun): Promise<number> {
  const found = (await streamed(file, run)) ?? (await whole(file, tree.several, run));
  if (found === null) return 0;
  const { importer, drafts } = found;
  const name = importer.historyName?.(nameOf(file), folderOf(file, tree)) ?? nameOf(file);
  const source = { file: file.file, way: file.way, pictures: tree.pictures, name, drafts };
  return importDrafts(named(source, run), run.claims, run.options, run.sink);
}

interface Found {
  readonly importer: Importer;
  drafts(warn: Warn): AsyncIterable<DraftHistory> | Iterable<DraftHistory>;
}

async function streamed(file: TreeFile, { importers, options }: ImportRun): Promise<Found | null> {
  const list = await streamedList(file, importers, options.streamedFrom);
  if (list === null) return null;
  const document = { file: file.file, name: nameOf(file), lines: false, digest: "" };
  return { importer: list.importer, drafts: (warn) => eachEntry(list.importer, document, list.entries, warn) };
}

/** A file in memory; null for a copy of one that was taken. */
async function whole(file: TreeFile, isOneOfSeveral: boolean, { importers, digests, sink, options }: ImportRun): Promise<Found | null> {
  const { document, broken } = await readSource(file);
  const same = digests.get(document.digest);
  if (same !== undefined) {
    sink.warning({ code: "file-left-out", message: `A copy of ${same} is left out.`, place: file.file, count: 1 });
    return null;
  }
  digests.set(document.digest, file.file);
  const { value } = document;
  const isHeldToOne = importers.length === 1 && !isOneOfSeveral && (broken === null || importers[0]?.text === true);
  const importer = isHeldToOne ? importers[0] : importers.find(({ detect }) => detect(value));
  if (importer === undefined) throw broken ?? unknownFormat(file.file, value);
  if (importer.entries === true && Array.isArray(value)) return { importer, drafts: (warn) => eachEntry(importer, document, value, warn) };
  return { importer, drafts: (warn) => numbered(importer.read(document, warn), options.history || document.name) };
}

/** Conversations without ids are numbered where one file holds several. */
function numbered(drafts: readonly DraftHistory[], name: string): readonly DraftHistory[] {
  return drafts.length === 1 ? drafts : drafts.map((draft, index) => ({ ...draft, id: draft.id ?? `${name}-${index + 1}` }));
}

async function* eachEntry(
  importer: Importer,
  document: Omit<SourceDocument, "value">,
  entries: Iterable<unknown> | AsyncIterable<unknown>,
  warn: Warn,
): AsyncGenerator<DraftHistory> {
  let first = 0;
  for await (const entry of entries) yield* importer.read({ ...document, value: [entry], first: first++ }, warn);
}

/** Name of the folder or archive that a file lies in. */
function folderOf({ way }: TreeFile, tree: Tree): string {
  return way.includes("/") ? basename(dirname(way)) : tree.name;
}
