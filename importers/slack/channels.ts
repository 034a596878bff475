import { dirname } from "node:path/posix";
import type { DraftHistory, Importer, Warn } from "../contract.js";
import type { DraftSource } from "../import-drafts.js";
import { parseJson } from "../json-text.js";
import { nameOf } from "../read-source.js";
import { decodeText } from "../source-document.js";
import type { Tree, TreeFile } from "../tree.js";
import { dayFinder, slack } from "./importer.js";
import { readMessage, sessionsOfChannel } from "./messages.js";
import { type Names, namesFrom } from "./people.js";

/** Files of one folder that are looked at to tell whether it is a channel: days on which nothing was said come first. */
const LOOKED_AT = 20;

/** The lists beside the channels that name people and channels. */
const LISTS = /^(users|org_users|channels|groups|dms|mpims)\.json$/i;
/** What else stands there, which tells of no conversation. */
const OTHERS = /^(integration_logs|canvases|lists|huddle_transcripts|file_conversations|external_workspaces)\.json$/i;

/** The channels of a Slack export in a tree, a source each, and the files that were used up; none where there are no channels. */
export async function slackChannels(
  tree: Tree,
  importers: readonly Importer[],
): Promise<{ sources: DraftSource[]; files: ReadonlySet<TreeFile> }> {
  const files = new Set<TreeFile>();
  if (!importers.includes(slack)) return { sources: [], files };
  const sources: DraftSource[] = [];
  const names = new Map<string, Names>();
  for (const [folder, days] of byFolder(tree.files.filter(({ way }) => way.endsWith(".json")))) {
    const isDay = (file: TreeFile) => !LISTS.test(nameIn(file)) && !OTHERS.test(nameIn(file));
    const candidates = days.filter(isDay);
    if (!(await isChannel(candidates))) continue;
    const top = dirname(folder);
    const around = folder === "." ? [] : tree.files.filter((file) => dirname(file.way) === top);
    if (!names.has(top)) names.set(top, namesFrom(await Promise.all(around.filter((file) => LISTS.test(nameIn(file))).map(readQuietly))));
    for (const file of [...candidates, ...around.filter((file) => !isDay(file))]) files.add(file);
    sources.push({
      file: folder === "." ? tree.place : `${tree.place}: ${folder}`,
      way: `${folder}/.`,
      pictures: tree.pictures,
      name: top === "." || folder === "." ? tree.name : (top.split("/").at(-1) ?? tree.name),
      drafts: (warn) =>
        readChannel(folder === "." ? tree.name : (folder.split("/").at(-1) ?? folder), candidates, names.get(top) ?? namesFrom([]), warn),
    });
  }
  return { sources, files };
}

function byFolder(files: readonly TreeFile[]): ReadonlyMap<string, TreeFile[]> {
  const folders = new Map<string, TreeFile[]>();
  for (const file of files) {
    const folder = folders.get(dirname(file.way)) ?? [];
    folders.set(dirname(file.way), folder);
    folder.push(file);
  }
  return folders;
}

function nameIn({ way }: TreeFile): string {
  return way.split("/").at(-1) ?? way;
}

async function isChannel(files: readonly TreeFile[]): Promise<boolean> {
  for (const file of files.slice(0, LOOKED_AT)) {
    const value = await readQuietly(file);
    if (!Array.isArray(value)) return false;
    if (value.length > 0) return slack.detect(value);
  }
  return false;
}

/** A file as JSON; undefined where it is none, which whoever reads it in earnest will tell. */
async function readQuietly(file: TreeFile): Promise<unknown> {
  if (file.size > CHANNEL_FILE) return undefined;
  try {
    return parseJson(decodeText(await file.bytes(), file.file));
  } catch {
    return undefined;
  }
}

/** Bytes of a day of one channel, or of a list of people: larger files are something else. */
const CHANNEL_FILE = 32 * 1024 * 1024;

/** All days of a channel, one file after another, so that its threads come together. */
async function* readChannel(channel: string, files: readonly TreeFile[], names: Names, warn: Warn): AsyncGenerator<DraftHistory> {
  const messages: Parameters<typeof sessionsOfChannel>[1][number][] = [];
  for (const file of files) {
    const value = await readQuietly(file);
    if (!Array.isArray(value)) {
      warn("entry-left-out", "A file among the days of a channel that is no list of messages is left out.", nameIn(file));
      continue;
    }
    const days = dayFinder(nameOf(file));
    for (const [index, entry] of value.entries()) {
      const message = readMessage(entry, names, `${nameIn(file)}: [${index}]`, warn);
      if (message !== null) messages.push({ message, day: days(message) });
    }
  }
  yield { id: null, sessions: sessionsOfChannel(channel, messages) };
}
