import type { Turn } from "../core/history.js";
import { pairTurns } from "../core/round-pairing.js";
import { storedText } from "../core/stored-text.js";
import { accountExport, type Json } from "./account-export.js";
import { branchTo } from "./branch.js";
import { unreadType } from "./unread-type.js";
import type { DraftPicture, DraftSession, DraftTurn, Warn } from "./contract.js";
import { idOf, isRecord, jsonText, listOf, recordOf, textOf } from "./json-values.js";
import { sourceTime } from "./source-time.js";
import { readTime } from "./times.js";

/** The data export of Claude: a list of conversations, or one, each with `chat_messages`. */
export const claude = accountExport({
  format: "claude",
  knownBy: "an object with `chat_messages` of `sender` and `text` or `content`, or a list of such",
  isConversation,
  readConversation,
});

function isConversation(value: unknown): value is Json {
  return isRecord(value) && Array.isArray(value["chat_messages"]);
}

function readConversation(conversation: Json, fallback: string, warn: Warn): DraftSession {
  const own = idOf(conversation["uuid"]) ?? idOf(conversation["id"]);
  const id = storedText(own ?? "") || fallback;
  const messages = listOf(conversation["chat_messages"]).flatMap((message, index) => {
    if (isRecord(message)) return [message];
    warn("entry-left-out", "A message that is no object is left out.", `${id}: chat_messages[${index}]`);
    return [];
  });
  const turns = shownOf(messages, conversation["current_leaf_message_uuid"], id, warn).flatMap((message) => draftTurns(message, id, warn));
  const time = sourceTime(conversation["created_at"] ?? undefined, warn, `${id}: created_at`);
  const changed = own === null ? null : readTime(conversation["updated_at"]);
  const rounds = pairTurns(turns).map((round) => ({ id: null, time: null, turns: round }));
  return { id, time, rounds, ...(changed === null ? {} : { changed: changed.iso }) };
}

/** The branch that ends in the leaf named, or in the last message; all messages where they name no parents. */
function shownOf(messages: readonly Json[], leaf: unknown, at: string, warn: Warn): readonly Json[] {
  const nodes = new Map(
    messages.flatMap((message) => {
      const id = idOf(message["uuid"]);
      return id === null ? [] : [[id, { id, parent: idOf(message["parent_message_uuid"]), message }] as const];
    }),
  );
  if (nodes.size < messages.length || ![...nodes.values()].some(({ parent }) => parent !== null && nodes.has(parent))) return messages;
  const last = typeof leaf === "string" && nodes.has(leaf) ? leaf : ([...nodes.keys()].at(-1) ?? "");
  const path = branchTo(last, nodes);
  for (let left = messages.length - path.length; left > 0; left -= 1)
    warn("branch-left-out", "A message of another branch, which was regenerated or edited, is left out.", at);
  return path.map(({ message }) => message);
}

const ROLES: Readonly<Record<string, Turn["role"]>> = { human: "user", user: "user", assistant: "assistant" };

/** A message as a turn; what tools were asked and what they said, and texts of attached files, are system turns beside it. */
function draftTurns(message: Json, conversation: string, warn: Warn): DraftTurn[] {
  const id = storedText(idOf(message["uuid"]) ?? "") || null;
  const at = id === null ? conversation : `${conversation}: ${id}`;
  const time = sourceTime(message["created_at"], warn, at);
  const role = ROLES[String(message["sender"] ?? message["role"]).toLowerCase()] ?? "system";
  const { texts, beside, pictures } = blocksOf(listOf(message["content"]), at, warn);
  const plain = textOf(message["text"]) ?? textOf(message["content"]) ?? "";
  const text = storedText(texts.length > 0 ? texts.join("\n\n") : plain);
  const files = filesOf(message, at, warn);
  const system = [...beside, ...files.texts].map(([speaker, said]): DraftTurn => ({
    id,
    role: "system",
    speaker: storedText(speaker) || null,
    time,
    text: storedText(said),
    pictures: [],
  }));
  return [{ id, role, speaker: null, time, text, pictures: [...pictures, ...files.pictures] }, ...system];
}

type Beside = readonly [speaker: string, said: string];

function blocksOf(blocks: readonly unknown[], at: string, warn: Warn): { texts: string[]; beside: Beside[]; pictures: DraftPicture[] } {
  const texts: string[] = [];
  const beside: Beside[] = [];
  const pictures: DraftPicture[] = [];
  for (const block of blocks) {
    const { type, text, name, input, content, transcript } = recordOf(block);
    if (typeof text === "string") texts.push(text);
    else if (typeof transcript === "string") texts.push(transcript);
    else if (type === "tool_use") beside.push([textOf(name) ?? "tool", jsonText(input)]);
    else if (type === "tool_result") beside.push([textOf(name) ?? "tool", resultText(content)]);
    else if (type === "image") pictures.push(shown(recordOf(recordOf(block)["source"]), at));
    else if (type === "thinking" || type === "redacted_thinking")
      warn("part-not-read", "What a model thought before it answered is not read.", at);
    else if (block !== null && type !== "token_budget") unreadType(String(type), at, warn);
  }
  return { texts, beside, pictures };
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = listOf(content).flatMap((part) => textOf(recordOf(part)["text"]) ?? []);
  return texts.length > 0 ? texts.join("\n") : jsonText(content);
}

function shown({ data, media_type, url }: Json, at: string): DraftPicture {
  const source = typeof data === "string" ? `data:${String(media_type)};base64,${data}` : (textOf(url) ?? at);
  return { id: null, caption: null, source, note: null };
}

const PICTURE_NAME = /\.(png|jpe?g|gif|webp|bmp|heic|avif)$/i;

/** Texts that were pasted as files, and pictures, which the export names only. */
function filesOf(message: Json, at: string, warn: Warn): { texts: Beside[]; pictures: DraftPicture[] } {
  const texts: Beside[] = [];
  const pictures: DraftPicture[] = [];
  for (const file of [...listOf(message["attachments"]), ...listOf(message["files"]), ...listOf(message["files_v2"])].map(recordOf)) {
    const name = textOf(file["file_name"]) ?? "";
    const text = textOf(file["extracted_content"]);
    if (text !== null) texts.push([name, text]);
    else if (PICTURE_NAME.test(name) || file["file_kind"] === "image") {
      if (pictures.some(({ source }) => source === name)) continue;
      pictures.push({ id: null, caption: null, source: name, note: null });
    } else warn("part-not-read", "An attached file that is no picture is not read.", at);
  }
  return { texts, pictures };
}
