import { storedText } from "../core/stored-text.js";
import type { Turn } from "../core/history.js";
import type { DraftPicture, DraftTurn, Warn } from "./contract.js";
import { idOf, isRecord, listOf, recordOf, textOf } from "./json-values.js";
import { joined } from "./openai-content.js";
import { sourceTime } from "./source-time.js";
import { unreadType } from "./unread-type.js";

type Json = Readonly<Record<string, unknown>>;

/** Kinds of content that are the model's own notes, and said to nobody. */
const THOUGHTS = new Set(["thoughts", "reasoning_recap", "model_editable_context"]);

/**
 * A message of a ChatGPT export as a turn; none for the model's own thoughts, and for system and tool messages that hold
 * nothing. What is hidden from the conversation, what tools were asked and what they said are system turns.
 */
export function chatgptTurn(message: Json, at: string, warn: Warn): DraftTurn[] {
  const content = recordOf(message["content"]);
  const type = textOf(content["content_type"]) ?? "text";
  if (THOUGHTS.has(type)) {
    warn("part-not-read", "What a model thought before it answered is not read.", at);
    return [];
  }
  const { text, pictures } = contentOf(content, type, at, warn);
  const shown = [...pictures, ...attachedTo(message, pictures, at, warn)];
  const { role, speaker } = partyOf(message, type);
  if (role === "system" && text.trim() === "" && shown.length === 0) return [];
  const time = sourceTime(message["create_time"], warn, at);
  return [{ id: storedText(idOf(message["id"]) ?? "") || null, role, speaker, time, text: storedText(text), pictures: shown }];
}

function partyOf(message: Json, type: string): { role: Turn["role"]; speaker: string | null } {
  const author = recordOf(message["author"]);
  const role = textOf(author["role"]) ?? "system";
  const recipient = textOf(message["recipient"]) ?? "all";
  const isHidden = recordOf(message["metadata"])["is_visually_hidden_from_conversation"] === true || type === "user_editable_context";
  if (!isHidden && role === "user") return { role, speaker: textOf(author["name"]) };
  if (!isHidden && role === "assistant" && recipient === "all") return { role, speaker: null };
  const tool = role === "assistant" && recipient !== "all" ? recipient : (textOf(author["name"]) ?? (role === "tool" ? "tool" : null));
  return { role: "system", speaker: tool === null ? null : storedText(tool) || null };
}

function contentOf(content: Json, type: string, at: string, warn: Warn): { text: string; pictures: DraftPicture[] } {
  if (Array.isArray(content["parts"])) return partsOf(content["parts"], at, warn);
  if (type === "user_editable_context") return { text: lines(content["user_profile"], content["user_instructions"]), pictures: [] };
  if (type === "tether_quote" || type === "sonic_webpage")
    return { text: lines(content["title"], content["url"], content["text"]), pictures: [] };
  const text = [content["text"], content["result"], content["content"], content["summary"]].find((said) => typeof said === "string");
  if (text === undefined && Object.keys(content).length > 1) unreadType(type, at, warn);
  return { text: typeof text === "string" ? text : "", pictures: [] };
}

function lines(...texts: readonly unknown[]): string {
  return texts.filter((text) => textOf(text) !== null).join("\n");
}

function partsOf(parts: readonly unknown[], at: string, warn: Warn): { text: string; pictures: DraftPicture[] } {
  const texts: string[] = [];
  const pictures: DraftPicture[] = [];
  for (const part of parts) {
    if (typeof part === "string") texts.push(part);
    if (!isRecord(part)) continue;
    const kind = textOf(part["content_type"]) ?? "";
    const pointer = textOf(part["asset_pointer"]);
    if (typeof part["text"] === "string") texts.push(part["text"]);
    else if (pointer !== null && kind.startsWith("image")) pictures.push(pointed(pointer));
    else if (pointer !== null || kind.includes("audio") || kind.includes("video"))
      warn("part-not-read", "A recording is not read; what was understood of it is.", at);
    else unreadType(kind, at, warn);
  }
  return { text: texts.reduce(joined, ""), pictures };
}

/** `file-service://file-abc` and `sediment://file_abc` name a file that the export holds under that id. */
function pointed(pointer: string): DraftPicture {
  const id = /^[a-z-]+:\/\/([\w-]+)/i.exec(pointer)?.[1];
  return { id: null, caption: null, source: pointer, note: null, ...(id === undefined ? {} : { named: id }) };
}

/** Files that came with a message: pictures which it does not show itself; of others only the number is told. */
function attachedTo(message: Json, shown: readonly DraftPicture[], at: string, warn: Warn): DraftPicture[] {
  return listOf(recordOf(message["metadata"])["attachments"]).flatMap((value) => {
    const { id, name, mime_type } = recordOf(value);
    if (typeof id !== "string" || shown.some(({ named }) => named === id)) return [];
    if (textOf(mime_type)?.startsWith("image/") === true && /^[\w-]+$/.test(id))
      return [{ id: null, caption: null, source: textOf(name) ?? id, note: null, named: id }];
    warn("part-not-read", "An attached file that is no picture is not read.", at);
    return [];
  });
}
