import type { Time, Turn } from "../core/history.js";
import { pairTurns } from "../core/round-pairing.js";
import { storedText } from "../core/stored-text.js";
import type { DraftHistory, DraftSession, DraftTurn, Importer, SourceDocument, Warn } from "./contract.js";
import { idOf, isRecord, jsonText, listOf, recordOf, textOf } from "./json-values.js";
import { readContent } from "./openai-content.js";
import { sourceTime } from "./source-time.js";
import { unreadType } from "./unread-type.js";
import { placeText } from "./validate.js";

/**
 * LangChain messages as they are serialised: with `type` and `data` (`messages_to_dict`, chat histories), with `type` and
 * `content` (`model_dump`), or as `lc` constructors (`dumps`); a list of them, a state with `messages`, a list of such,
 * or one a line.
 */
export const langchain: Importer = {
  format: "langchain",
  knownBy:
    "messages with `type` (human, ai, …) and `data` or `content`, or with `lc` and `kwargs`: a list, an object with `messages`, a list of such, or one a line",
  detect: (value) => {
    const first: unknown = Array.isArray(value) ? value.find((entry) => entry !== null) : value;
    return messageOf(first) !== null || messagesIn(first) !== null;
  },
  read: (document, warn) => [readHistory(document, warn)],
};

type Json = Readonly<Record<string, unknown>>;

/** What every way of writing comes down to. */
interface Message {
  readonly type: string;
  readonly fields: Json;
}

const ROLES: Readonly<Record<string, Turn["role"]>> = {
  human: "user",
  user: "user",
  ai: "assistant",
  assistant: "assistant",
  system: "system",
  developer: "system",
  tool: "system",
  function: "system",
  chat: "system",
  generic: "system",
  remove: "system",
};

function messageOf(value: unknown): Message | null {
  if (!isRecord(value)) return null;
  if (value["lc"] !== undefined && isRecord(value["kwargs"])) {
    const name = /^(\w+?)Message(?:Chunk)?$/.exec(String(listOf(value["id"]).at(-1)))?.[1]?.toLowerCase();
    return name !== undefined && name in ROLES ? { type: name, fields: value["kwargs"] } : null;
  }
  const type = typeof value["type"] === "string" ? value["type"].replace(/MessageChunk$|Message$/, "").toLowerCase() : "";
  if (!(type in ROLES)) return null;
  if (isRecord(value["data"])) return { type, fields: value["data"] };
  return "content" in value ? { type, fields: value } : null;
}

/** The messages of a state, a thread's values, or a run's inputs and outputs. */
function messagesIn(value: unknown): readonly unknown[] | null {
  if (!isRecord(value)) return null;
  for (const holder of [value, recordOf(value["values"]), recordOf(value["channel_values"]), recordOf(value["kwargs"])]) {
    const messages = holder["messages"];
    if (Array.isArray(messages) && messageOf(messages.find((message) => message !== null)) !== null) return messages;
  }
  return null;
}

/** A conversation is a session; loose messages are one session that bears the file's name. */
function readHistory(document: SourceDocument, warn: Warn): DraftHistory {
  const { value, name, lines } = document;
  const entries = Array.isArray(value) ? value : [value];
  const conversations = entries.map(messagesIn);
  if (conversations.every((messages) => messages === null))
    return { id: null, sessions: [sessionOf(entries, name, null, [], lines, warn)] };
  const sessions = conversations.flatMap((messages, index): DraftSession[] => {
    const at = Array.isArray(value) ? [index] : [];
    const entry = recordOf(entries[index]);
    if (messages === null) {
      warn("entry-left-out", "An entry that is no conversation is left out.", placeText(at, lines));
      return [];
    }
    const own =
      [entry["thread_id"], entry["session_id"], entry["conversation_id"], entry["id"]].map(idOf).find((id) => id !== null) ?? null;
    const id = storedText(own ?? "") || (Array.isArray(value) ? `${name}-${index + 1}` : name);
    const created = entry["created_at"] ?? entry["timestamp"] ?? undefined;
    return [sessionOf(messages, id, sourceTime(created, warn, placeText([...at, "created_at"], lines)), [...at, "messages"], lines, warn)];
  });
  return { id: null, sessions };
}

function sessionOf(
  values: readonly unknown[],
  id: string,
  time: Time | null,
  at: readonly (string | number)[],
  lines: boolean,
  warn: Warn,
): DraftSession {
  const turns = values.flatMap((value, index) => {
    const message = messageOf(value);
    const place = placeText([...at, index], lines);
    if (message !== null) return turnsOf(message, place, warn);
    warn("entry-left-out", "An entry that is no message is left out.", place);
    return [];
  });
  return { id, time, rounds: pairTurns(turns).map((round) => ({ id: null, time: null, turns: round })) };
}

/** Where chat histories keep the time of a message. */
const TIMES = ["timestamp", "created_at", "create_time", "time", "date"];

/** A message is a turn; what tools were asked, and what they and the system said, are system turns of the round. */
function turnsOf({ type, fields }: Message, at: string, warn: Warn): DraftTurn[] {
  if (type === "remove") return [];
  const role = ROLES[type === "chat" || type === "generic" ? String(fields["role"]).toLowerCase() : type] ?? "system";
  const more = recordOf(fields["additional_kwargs"]);
  const name = textOf(fields["name"]) ?? (role === "system" && type !== "system" ? (textOf(fields["role"]) ?? type) : null);
  const id = storedText(idOf(fields["id"]) ?? "") || null;
  const speaker = name === null ? null : storedText(name) || null;
  const content = typeof fields["content"] === "string" ? fields["content"] : listOf(fields["content"]).filter((part) => !isThought(part));
  const { text, pictures } = readContent(content, (kind) => {
    // Asked again in `tool_calls`, which are read.
    if (kind !== "tool_use" && kind !== "tool_call") unreadType(kind, at, warn);
  });
  if (Array.isArray(fields["content"]) && fields["content"].some(isThought))
    warn("part-not-read", "What a model thought before it answered is not read.", at);
  const times = [more, recordOf(fields["response_metadata"]), fields].flatMap((holder) => TIMES.flatMap((key) => holder[key] ?? []));
  const time = sourceTime(times[0], warn, at);
  const said: DraftTurn = { id, role, speaker, time, text: storedText(text), pictures };
  const calls = callsOf(fields, more).map(([tool, asked]): DraftTurn => {
    return { id, role: "system", speaker: storedText(tool) || null, time, text: storedText(asked), pictures: [] };
  });
  return calls.length > 0 && said.text === "" && pictures.length === 0 ? calls : [said, ...calls];
}

function isThought(part: unknown): boolean {
  return isRecord(part) && ["thinking", "redacted_thinking", "reasoning"].includes(String(part["type"]));
}

/** The tools that a message calls, with their arguments: as LangChain has them, else as the provider wrote them. */
function callsOf(fields: Json, more: Json): (readonly [tool: string, asked: string])[] {
  const calls = listOf(fields["tool_calls"]).map(recordOf);
  if (calls.length > 0) return calls.map(({ name, args }) => [textOf(name) ?? "tool", typeof args === "string" ? args : jsonText(args)]);
  return [
    ...listOf(more["tool_calls"]).map((call) => recordOf(recordOf(call)["function"])),
    ...(isRecord(more["function_call"]) ? [more["function_call"]] : []),
  ].map(({ name, arguments: args }) => [textOf(name) ?? "tool", typeof args === "string" ? args : jsonText(args)]);
}
