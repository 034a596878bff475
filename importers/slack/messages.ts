import type { Time, Turn } from "../../core/history.js";
import { pairTurns } from "../../core/round-pairing.js";
import { storedText } from "../../core/stored-text.js";
import type { DraftPicture, DraftSession, DraftTurn, Warn } from "../contract.js";
import { idOf, isRecord, listOf, recordOf, textOf } from "../json-values.js";
import { readTime } from "../times.js";
import { type Names, speakerOf } from "./people.js";
import { saidIn } from "./text.js";

type Json = Readonly<Record<string, unknown>>;

/** A message of a channel. */
export interface SlackMessage {
  readonly turn: DraftTurn;
  /** Seconds since 1970 with their fraction; null where it says none. */
  readonly at: number | null;
  /** The thread that it belongs to; null outside of any. */
  readonly thread: string | null;
}

/** Whether entries of a list are messages of a channel. */
export function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isOne =
    value["type"] === "message" || (value["type"] === undefined && ("user" in value || "bot_id" in value || "username" in value));
  return (
    isOne && ("ts" in value || "text" in value || "subtype" in value) && !("role" in value) && !("content" in value) && !("data" in value)
  );
}

/** Notices of the program: nobody said them. */
const NOTICES = /^(channel|group|bot_(add|remove)|pinned|unpinned|reminder_|sh_room|huddle|tombstone|document_|convert_|ekm_)/;

/** A message as a turn; null for what is none, which is told. */
export function readMessage(value: unknown, names: Names, at: string, warn: Warn): SlackMessage | null {
  if (!isRecord(value) || !isMessage(value)) {
    warn("entry-left-out", "An entry that is no message is left out.", at);
    return null;
  }
  const seconds = secondsOf(value["ts"]);
  const time = seconds === null ? null : readTime(Math.floor(seconds));
  if (time === null) warn("time-unknown", "The time here is not one: it is kept as unknown.", at);
  const id = time === null ? null : storedText(idOf(value["ts"]) ?? "") || null;
  const thread = secondsOf(value["thread_ts"]) === null ? null : idOf(value["thread_ts"]);
  return { turn: turnOf(value, id, time, names, at, warn), at: time === null ? null : seconds, thread };
}

/** `"1700000001.000100"`, or the number. */
function secondsOf(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return /^\d{9,10}(\.\d+)?$/.test(text) ? Number(text) : null;
}

function turnOf(message: Json, id: string | null, time: Time | null, names: Names, at: string, warn: Warn): DraftTurn {
  const isNotice = NOTICES.test(String(message["subtype"] ?? "")) || (message["hidden"] === true && textOf(message["text"]) === null);
  const role: Turn["role"] | null = isNotice ? "system" : null;
  const pictures = [...filesOf(message["files"], at, warn), ...filesOf(message["file"] === undefined ? [] : [message["file"]], at, warn)];
  const speaker = isNotice ? null : speakerOf(message, names);
  return { id, role, speaker, time, text: storedText(saidIn(message, names)), pictures };
}

/** Files of a message: pictures, which exports with files keep under their id; of others only the number is told. */
function filesOf(files: unknown, at: string, warn: Warn): DraftPicture[] {
  return listOf(files).flatMap((value) => {
    const file = recordOf(value);
    const id = idOf(file["id"]);
    const type = textOf(file["mimetype"]) ?? textOf(file["filetype"]) ?? "";
    if (/^image\/|^(png|jpe?g|gif|webp|bmp|heic)$/i.test(type) && id !== null && /^\w+$/.test(id)) {
      const caption = textOf(recordOf(file["initial_comment"])["comment"]) ?? textOf(file["alt_txt"]);
      const source = textOf(file["name"]) ?? textOf(file["title"]) ?? id;
      return [{ id: null, caption: caption === null ? null : storedText(caption) || null, source, note: null, named: id }];
    }
    if (Object.keys(file).length > 0) warn("part-not-read", "A file that is no picture is not read.", at);
    return [];
  });
}

/**
 * The sessions of a channel: each thread with its first message, and what was said outside of threads by day. In order of
 * time; what has none stays behind the message that it stood behind. A message that comes twice is taken once.
 */
export function sessionsOfChannel(
  channel: string,
  messages: readonly { readonly message: SlackMessage; readonly day: string }[],
): DraftSession[] {
  const threads = new Set(messages.flatMap(({ message }) => message.thread ?? []));
  const groups = new Map<string, SlackMessage[]>();
  const seen = new Set<string>();
  for (const { message, day } of messages) {
    const { id } = message.turn;
    if (id !== null && seen.has(`${id} ${message.turn.speaker} ${message.turn.text}`)) continue;
    seen.add(`${id} ${message.turn.speaker} ${message.turn.text}`);
    const thread = message.thread ?? (id !== null && threads.has(id) ? id : null);
    const key = `${channel}/${thread ?? day}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(message);
  }
  return [...groups].map(([id, group]) => ({
    id,
    time: null,
    rounds: pairTurns(inOrder(group)).map((turns) => ({ id: null, time: null, turns })),
  }));
}

function inOrder(messages: readonly SlackMessage[]): DraftTurn[] {
  let last = Number.NEGATIVE_INFINITY;
  const placed = messages.map((message) => ({ turn: message.turn, at: (last = message.at ?? last) }));
  return placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ turn }) => turn);
}
