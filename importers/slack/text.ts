import { isRecord, listOf, recordOf, textOf } from "../json-values.js";
import type { Names } from "./people.js";

/** What stands in angle brackets is a reference; what was typed as a bracket is an entity, and stays one until the end. */
const REFERENCE = /<([@#!][^<>\n]{1,400}|[a-z][a-z+.-]{1,20}:[^<>\n]{1,4000})>/gi;

/**
 * A message's text as people read it: references become names, links their label with the address, and entities the
 * characters that they stand for. Each piece is decoded once and by itself, so that no text can forge a reference.
 */
export function readableText(raw: string, names: Names): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const match of raw.matchAll(REFERENCE)) {
    pieces.push(decoded(raw.slice(copied, match.index)), decoded(referenced(match[1] ?? "", names)));
    copied = match.index + match[0].length;
  }
  return [...pieces, decoded(raw.slice(copied))].join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** What a reference (`@U1`, `#C1|general`, `!here`, `https://…|label`) is read as; still with its entities. */
function referenced(reference: string, names: Names): string {
  const bar = reference.indexOf("|");
  const target = bar === -1 ? reference : reference.slice(0, bar);
  const label = bar === -1 ? "" : reference.slice(bar + 1);
  const id = target.slice(1);
  if (target.startsWith("@")) return `@${encoded(names.person(id)) ?? (label.replace(/^@/, "") || id)}`;
  if (target.startsWith("#")) return `#${encoded(names.channel(id)) ?? (label.replace(/^#/, "") || id)}`;
  if (target.startsWith("!")) return label !== "" ? label : `@${id.replace(/^subteam\^/, "").replace(/\^.*$/, "")}`;
  const address = target.replace(/^(mailto|tel):/, "");
  return label === "" || label === address || address.endsWith(`//${label}`) ? address : `${label} (${address})`;
}

/** A name as it would stand in a message, so that it reads as it is once the piece is decoded. */
function encoded(name: string | null): string | null {
  return name === null ? null : name.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character);
}

/** What a message says: its text, else that of its blocks; then what is quoted below it. */
export function saidIn(message: Readonly<Record<string, unknown>>, names: Names): string {
  const plain = typeof message["text"] === "string" ? readableText(message["text"], names) : "";
  const own =
    plain.trim() === ""
      ? listOf(message["blocks"])
          .map((block) => blockText(block, names, 0))
          .filter(Boolean)
          .join("\n") || plain
      : plain;
  const quoted = listOf(message["attachments"]).flatMap((value) => {
    const { pretext, title, text, fallback, fields, footer } = recordOf(value);
    const shown = [pretext, title, text].flatMap((part) => textOf(part) ?? []);
    const named = listOf(fields)
      .map(recordOf)
      .flatMap((field) => textOf([textOf(field["title"]), textOf(field["value"])].filter(Boolean).join(": ")) ?? []);
    const all =
      shown.length + named.length > 0 ? [...shown, ...named] : [fallback, footer].flatMap((part) => textOf(part) ?? []).slice(0, 1);
    return all.map((part) => readableText(part, names)).filter((part) => !own.includes(part));
  });
  return [own, ...quoted].filter((part) => part !== "").join("\n");
}

/** Blocks nest, at most a few deep. */
const DEPTH = 12;

function blockText(value: unknown, names: Names, depth: number): string {
  if (typeof value === "string" || !isRecord(value) || depth > DEPTH) return "";
  const { type, text, url, user_id, channel_id, name, elements, fields } = value;
  const inner = () => [...listOf(elements), ...listOf(fields)].map((part) => blockText(part, names, depth + 1));
  if (type === "user") return `@${names.person(String(user_id)) ?? String(user_id)}`;
  if (type === "channel") return `#${names.channel(String(channel_id)) ?? String(channel_id)}`;
  if (type === "emoji") return `:${String(name)}:`;
  if (type === "link") return typeof text === "string" && text !== "" ? `${text} (${String(url)})` : String(url);
  if (type === "broadcast") return `@${String(value["range"])}`;
  if (type === "mrkdwn" && typeof text === "string") return readableText(text, names);
  if (typeof text === "string") return text;
  if (isRecord(text)) return [blockText(text, names, depth + 1), ...inner()].filter(Boolean).join("\n");
  return inner().join(type === "rich_text_list" || type === "rich_text" || type === "section" ? "\n" : "");
}
