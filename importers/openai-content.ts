import type { DraftPicture } from "./contract.js";
import { isRecord } from "./json-values.js";

/** Text and pictures of a message's content: a text, or parts. Texts of parts are joined by a space where none stands. */
export function readContent(
  content: string | readonly unknown[],
  unread: (type: string) => void,
): { text: string; pictures: DraftPicture[] } {
  if (typeof content === "string") return { text: content, pictures: [] };
  const texts: string[] = [];
  const pictures: DraftPicture[] = [];
  for (const part of content) {
    const text = textOf(part);
    const source = pictureOf(part);
    if (text !== null) texts.push(text);
    else if (source !== null) pictures.push({ id: null, caption: null, source, note: null });
    else if (part !== null) unread(isRecord(part) ? String(part["type"]) : typeof part);
  }
  return { text: texts.reduce(joined, ""), pictures };
}

function textOf(part: unknown): string | null {
  if (typeof part === "string") return part;
  if (!isRecord(part)) return null;
  const audio = part["input_audio"] ?? part["audio"];
  const said = [part["text"], part["refusal"], part["transcript"], isRecord(audio) ? audio["transcript"] : null];
  return said.find((text) => typeof text === "string") ?? null;
}

/**
 * `{image_url: {url}}` or `{image_url: "…"}`; bytes in base 64 with their type, as other providers write them; an uploaded
 * file's id leads nowhere and is kept for the note.
 */
function pictureOf(part: unknown): string | null {
  if (!isRecord(part)) return null;
  const inline = part["type"] === "image" ? inlineOf(isRecord(part["source"]) ? part["source"] : part) : null;
  if (inline !== null) return inline;
  const named = part["image_url"];
  const url = isRecord(named) ? named["url"] : named;
  if (typeof url === "string") return url;
  const uploaded = part["type"] === "input_image" ? part["file_id"] : isRecord(part["image_file"]) ? part["image_file"]["file_id"] : null;
  return typeof uploaded === "string" ? `openai-file:${uploaded}` : null;
}

function inlineOf(source: Readonly<Record<string, unknown>>): string | null {
  const data = [source["data"], source["base64"]].find((bytes) => typeof bytes === "string");
  const type = [source["media_type"], source["mime_type"], source["mimeType"]].find((name) => typeof name === "string") ?? "";
  if (data !== undefined) return `data:${String(type)};base64,${String(data)}`;
  return typeof source["url"] === "string" ? source["url"] : null;
}

/** Two texts with a space between them where neither brings one. */
export function joined(before: string, text: string): string {
  return before === "" || text === "" || /\s$/.test(before) || /^\s/.test(text) ? before + text : `${before} ${text}`;
}
