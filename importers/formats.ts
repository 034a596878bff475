import { MnemaError } from "../core/errors.js";
import { chatgpt } from "./chatgpt.js";
import { claude } from "./claude.js";
import type { Importer } from "./contract.js";
import { isRecord } from "./json-values.js";
import { langchain } from "./langchain.js";
import { locomo } from "./locomo.js";
import { longMemEval } from "./long-mem-eval.js";
import { markdown } from "./markdown.js";
import { memGallery } from "./mem-gallery.js";
import { mnemaJson } from "./mnema-json.js";
import { openaiChat } from "./openai-chat.js";
import { slack } from "./slack/importer.js";
import { whatsapp } from "./whatsapp/importer.js";

/** Every format, in the order in which they are tried. */
const IMPORTERS: readonly Importer[] = [
  memGallery,
  locomo,
  longMemEval,
  chatgpt,
  claude,
  langchain,
  slack,
  mnemaJson,
  openaiChat,
  whatsapp,
  markdown,
];

/** Names for `--format`. */
export function formatNames(): string[] {
  return IMPORTERS.map(({ format }) => format);
}

/** All formats, or the one that is named; USAGE for one that there is not. */
export function chosenImporters(format: string): readonly Importer[] {
  if (format === "") return IMPORTERS;
  const importer = IMPORTERS.find((known) => known.format === format);
  if (importer === undefined)
    throw new MnemaError("USAGE", `There is no format ${format}. Known: ${formatNames().join(", ")}.`, { place: "--format" });
  return [importer];
}

/** Names an object's keys, of which one may be misspelt. */
export function unknownFormat(path: string, value?: unknown): MnemaError {
  const known = IMPORTERS.map(({ format, knownBy }) => `${format} (${knownBy})`).join("; ");
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const keys = isRecord(first)
    ? Object.keys(first)
        .slice(0, 8)
        .map((key) => JSON.stringify(key.slice(0, 40)))
    : [];
  const held = keys.length === 0 ? "" : ` ${Array.isArray(value) ? "The keys of its first entry" : "Its keys"} are ${keys.join(", ")}.`;
  return new MnemaError("UNKNOWN_FORMAT", `${path} holds no history in a known format.${held} Known: ${known}.`, { place: path });
}
