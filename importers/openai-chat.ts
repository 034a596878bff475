import { z } from "zod";
import { pairTurns } from "../core/round-pairing.js";
import type { Time, Turn } from "../core/history.js";
import { storedText } from "../core/stored-text.js";
import type { DraftHistory, DraftSession, DraftTurn, Importer, SourceDocument, Warn } from "./contract.js";
import { isRecord, jsonText } from "./json-values.js";
import { readContent } from "./openai-content.js";
import { sourceTime } from "./source-time.js";
import { unreadType } from "./unread-type.js";
import { placeText, SourceId, SourceText, validate } from "./validate.js";

const Message = z.looseObject({
  id: SourceId,
  role: z.string(),
  name: SourceText,
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  refusal: SourceText,
  tool_calls: z
    .array(z.looseObject({ function: z.looseObject({ name: SourceText, arguments: z.unknown().optional() }).nullish() }))
    .nullish(),
});
type Message = z.infer<typeof Message>;

const Conversation = z.looseObject({ id: SourceId, conversation_id: SourceId, session_id: SourceId, messages: z.array(z.unknown()) });

/** Fields in which exports of chats keep the time, first found first. */
const TIMES = ["timestamp", "create_time", "created_at", "created", "time", "date"];

const ROLES: Readonly<Record<string, Turn["role"]>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  bot: "assistant",
};

/** OpenAI chat messages: one conversation or many, as a list, an object with `messages`, or a line each. */
export const openaiChat: Importer = {
  format: "openai",
  knownBy: "messages with `role` and `content`: a list, an object with `messages`, a list of such, or one a line (JSONL)",
  detect: (value) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isMessage(first) || isConversation(first);
  },
  read: (document, warn) => [readHistory(document, warn)],
};

function isMessage(value: unknown): boolean {
  return isRecord(value) && typeof value["role"] === "string" && ["content", "tool_calls", "refusal"].some((field) => field in value);
}

function isConversation(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["messages"]) && (value["messages"].length === 0 || isMessage(value["messages"][0]));
}

/** A conversation is a session; loose messages are one session that bears the file's name. */
function readHistory(document: SourceDocument, warn: Warn): DraftHistory {
  const { value, name } = document;
  if (isConversation(value)) {
    const session = readConversation(value, [], document, warn);
    return { id: session.id, sessions: [{ ...session, id: session.id ?? name }] };
  }
  const entries = Array.isArray(value) ? value : [value];
  if (isConversation(entries[0])) {
    return {
      id: null,
      sessions: entries
        .map((entry, index) => readConversation(entry, [index], document, warn))
        .map((session, index) => ({ ...session, id: session.id ?? `${name}-${index + 1}` })),
    };
  }
  return { id: null, sessions: [readMessages(entries, name, null, [], document, warn)] };
}

function readConversation(value: unknown, at: readonly (string | number)[], document: SourceDocument, warn: Warn): DraftSession {
  const conversation = validate(Conversation, value, document, at);
  const id = conversation.id ?? conversation.conversation_id ?? conversation.session_id;
  return readMessages(conversation.messages, id, timeOf(conversation, at, document, warn), [...at, "messages"], document, warn);
}

function readMessages(
  values: readonly unknown[],
  id: string | null,
  time: Time | null,
  at: readonly (string | number)[],
  document: SourceDocument,
  warn: Warn,
): DraftSession {
  const turns = values.flatMap((value, index) => {
    const place = [...at, index];
    return draftTurns(validate(Message, value, document, place), place, document, warn);
  });
  return { id, time, rounds: pairTurns(turns).map((round) => ({ id: null, time: null, turns: round })) };
}

/** A message is a turn; what tools were called with, and what they and the system said, are stored as system turns. */
function draftTurns(message: Message, at: readonly (string | number)[], document: SourceDocument, warn: Warn): DraftTurn[] {
  const role = ROLES[message.role.toLowerCase()] ?? "system";
  const speaker = message.name ?? (role === "system" && message.role !== "system" ? storedText(message.role) : null);
  const { text, pictures } = readContent(message.content ?? message.refusal ?? "", (type) =>
    unreadType(type, placeText([...at, "content"], document.lines), warn),
  );
  const time = timeOf(message, at, document, warn);
  const said: DraftTurn = { id: message.id, role, speaker, time, text: storedText(text), pictures };
  const calls = (message.tool_calls ?? []).map((call): DraftTurn => {
    const args = call.function?.arguments;
    return {
      id: message.id,
      role: "system",
      speaker: call.function?.name ?? "tool",
      time,
      text: storedText(typeof args === "string" ? args : jsonText(args)),
      pictures: [],
    };
  });
  return calls.length > 0 && said.text === "" && pictures.length === 0 ? calls : [said, ...calls];
}

function timeOf(
  value: Readonly<Record<string, unknown>>,
  at: readonly (string | number)[],
  document: SourceDocument,
  warn: Warn,
): Time | null {
  const field = TIMES.find((name) => name in value);
  return field === undefined ? null : sourceTime(value[field], warn, placeText([...at, field], document.lines));
}
