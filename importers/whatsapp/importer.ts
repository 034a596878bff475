import { MnemaError } from "../../core/errors.js";
import { pairTurns } from "../../core/round-pairing.js";
import { storedText } from "../../core/stored-text.js";
import type { DraftSession, DraftTurn, Importer, Warn } from "../contract.js";
import { readTime } from "../times.js";
import { dateOrder, type DateOrder, dayOf } from "./date-order.js";
import { type Header, MARKS, readHeader } from "./header.js";
import { readMedia } from "./media.js";
import { isEncryptionNotice, isLikeNotice, isOwnDeed } from "./notices.js";

/** Lines at the beginning of which one must begin a message. */
const LOOKED_AT = 3;

/** The text that WhatsApp exports of a chat, from phones of either kind and in any language. */
export const whatsapp: Importer = {
  format: "whatsapp",
  text: true,
  knownBy: "text whose lines begin with date and time, then `Name: `",
  detect: (value) =>
    typeof value === "string" &&
    linesOf(value.slice(0, 4000))
      .filter((line) => line.trim() !== "")
      .slice(0, LOOKED_AT)
      .some((line) => readHeader(line) !== null),
  read: ({ value, file }, warn) => {
    if (typeof value !== "string") throw new MnemaError("INVALID_INPUT", `${file} is no text, which a WhatsApp chat is.`, { place: file });
    return [{ id: null, sessions: sessionsOf(messagesOf(value, warn), warn) }];
  },
  historyName: (file, around) => (/^_?chat( ?\(\d+\)| \d+)?$/i.test(file) ? around : file),
};

/** A message in the words of the file: its head, and all its lines. */
interface Message {
  readonly header: Header;
  readonly lines: string[];
}

interface Spoken {
  /** Null for a notice that bears no name. */
  readonly author: string | null;
  readonly text: string;
  readonly header: Header;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function messagesOf(text: string, warn: Warn): Spoken[] {
  const messages: Message[] = [];
  let before = 0;
  for (const line of linesOf(text)) {
    const header = readHeader(line);
    if (header !== null) messages.push({ header, lines: [header.rest] });
    else if (messages.length > 0) messages.at(-1)?.lines.push(line);
    else if (line.trim() !== "") before += 1;
  }
  for (; before > 0; before -= 1) warn("entry-left-out", "A line before the first message is left out.", "beginning");
  return messages.map(({ header, lines }) => ({ header, ...partsOf(lines.join("\n").trimEnd()) }));
}

const AUTHOR = /^([^\n]{1,100}?):(?: |\n|$)/u;

/** Author and text; a notice that quotes a name with a colon in it has no author. */
function partsOf(rest: string): { author: string | null; text: string } {
  const match = AUTHOR.exec(rest);
  const name = (match?.[1] ?? "")
    .replace(MARKS, "")
    .replace(/\p{Zs}/gu, " ")
    .replace(/^~ ?/, "")
    .trim();
  if (match === null || name === "" || /["“”«»„]/.test(name)) return { author: null, text: rest };
  return { author: name, text: rest.slice(match[0].length) };
}

/** A session a day, so that a chat that is exported again later keeps the names of what it held. */
function sessionsOf(messages: readonly Spoken[], warn: Warn): DraftSession[] {
  const orders = ordersOf(messages, warn);
  const groups = namesOfGroups(messages);
  const days = new Map<string, DraftTurn[]>();
  const used = new Map<string, number>();
  let day = "undated";
  for (const message of messages) {
    const { header } = message;
    const date = dayOf(header.numbers, orders.get(groupOf(header)) ?? "day-month-year");
    const time = date === null || header.clock === null ? null : readTime(`${date} ${header.clock}`);
    if (time === null) warn("time-unknown", "The time here is not one: it is kept as unknown.", day);
    else day = time.iso.slice(0, 10);
    const moment = time === null ? null : `${day} ${header.clock ?? ""}`;
    const count = (used.get(moment ?? "") ?? 0) + 1;
    used.set(moment ?? "", count);
    const id = moment === null ? null : count === 1 ? moment : `${moment}/${count}`;
    const turns = days.get(day) ?? [];
    days.set(day, turns);
    turns.push(turnOf(message, { id, time }, groups, warn));
  }
  return [...days].map(([id, turns]) => ({
    id,
    time: null,
    rounds: pairTurns(turns).map((round) => ({ id: null, time: null, turns: round })),
  }));
}

/** Dates of one make have one order. */
function groupOf({ form, separator }: Header): string {
  return form + separator;
}

function ordersOf(messages: readonly Spoken[], warn: Warn): ReadonlyMap<string, DateOrder> {
  const groups = new Map<string, Header[]>();
  for (const { header } of messages) {
    const group = groups.get(groupOf(header)) ?? [];
    groups.set(groupOf(header), group);
    group.push(header);
  }
  return new Map(
    [...groups].map(([key, headers]) => {
      const { order, isGuess } = dateOrder(headers);
      if (isGuess)
        warn(
          "time-order",
          `Day and month cannot be told apart here: the ${order.startsWith("day") ? "day" : "month"} is taken to come first.`,
          "beginning",
        );
      return [key, order];
    }),
  );
}

/** Authors that say nothing but what a program tells of a group: they are the group's name. */
function namesOfGroups(messages: readonly Spoken[]): ReadonlySet<string> {
  const isGroup = new Map<string, boolean>();
  for (const { author, text } of messages)
    if (author !== null) isGroup.set(author, (isGroup.get(author) ?? true) && isLikeNotice(text.replace(MARKS, "").trim()));
  return new Set([...isGroup].flatMap(([author, is]) => (is ? [author] : [])));
}

function turnOf(
  { author, text, header }: Spoken,
  { id, time }: Pick<DraftTurn, "id" | "time">,
  groups: ReadonlySet<string>,
  warn: Warn,
): DraftTurn {
  const { text: said, pictures, unread } = readMedia(text);
  for (let left = unread; left > 0; left -= 1) warn("part-not-read", "A file that is no picture is not read.", id ?? "undated");
  if (pictures.some(({ source }) => source === null))
    warn("picture-not-stored", "A picture or other media that the export left out is recorded as missing.", id ?? "undated");
  const bare = text.replace(MARKS, "").trim();
  const isMarked =
    header.form === "bracket" && text.startsWith("\u200E") && pictures.length === 0 && unread === 0 && !/\n|https?:/.test(text);
  const isNotice = author === null || isMarked || isEncryptionNotice(bare) || isOwnDeed(author, bare) || groups.has(author);
  return isNotice
    ? { id, role: "system", speaker: null, time, text: storedText(bare), pictures }
    : { id, role: null, speaker: storedText(author) || null, time, text: storedText(said), pictures };
}
