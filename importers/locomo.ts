import { z } from "zod";
import { pairTurns } from "../core/round-pairing.js";
import type { DraftHistory, DraftPicture, DraftSession, DraftTurn, Importer, SourceDocument, Warn } from "./contract.js";
import { isRecord } from "./json-values.js";
import { sourceTime } from "./source-time.js";
import { placeText, SourceId, SourceText, SourceTexts, validate } from "./validate.js";

const LocomoTurn = z.object({
  speaker: SourceText,
  dia_id: SourceId,
  text: SourceText,
  img_url: SourceTexts,
  blip_caption: SourceText,
  query: SourceText,
});

const SESSION = /^session_(\d+)$/;

/** LoCoMo: two named speakers, sessions as numbered keys; one conversation, or the list that the benchmark ships. */
export const locomo: Importer = {
  format: "locomo",
  knownBy: "an object with `session_1` (or `conversation.session_1`), or a list of such",
  detect: (value) => samplesOf(value).some((sample) => Object.keys(conversationOf(sample)).some((key) => SESSION.test(key))),
  read: (document, warn) =>
    samplesOf(document.value).map((sample, index) => readSample(sample, Array.isArray(document.value) ? [index] : [], document, warn)),
};

type Json = Readonly<Record<string, unknown>>;

/** The conversations of a file, each with its questions. Entries of a list that are no objects count as empty ones. */
export function samplesOf(value: unknown): Json[] {
  return (Array.isArray(value) ? value : [value]).map((sample) => (isRecord(sample) ? sample : {}));
}

function conversationOf(sample: Json): Json {
  return isRecord(sample["conversation"]) ? sample["conversation"] : sample;
}

function readSample(sample: Json, at: readonly (string | number)[], document: SourceDocument, warn: Warn): DraftHistory {
  const conversation = conversationOf(sample);
  const inside = conversation === sample ? at : [...at, "conversation"];
  const sessions = Object.keys(conversation)
    .filter((key) => SESSION.test(key))
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .map((key): DraftSession => {
      const turns = validate(z.array(LocomoTurn), conversation[key], document, [...inside, key]).map(draftTurn);
      const time = sourceTime(conversation[`${key}_date_time`], warn, placeText([...inside, `${key}_date_time`], document.lines));
      return { id: key, time, rounds: pairTurns(turns).map((round) => ({ id: null, time: null, turns: round })) };
    });
  return { id: validate(SourceId, sample["sample_id"], document, [...at, "sample_id"]), sessions };
}

function numberOf(key: string): number {
  return Number(SESSION.exec(key)?.[1]);
}

function draftTurn(turn: z.infer<typeof LocomoTurn>): DraftTurn {
  return { id: turn.dia_id, role: null, speaker: turn.speaker, time: null, text: turn.text ?? "", pictures: picturesOf(turn) };
}

/** The caption describes the first picture; the words that it was searched for with are kept in the note. */
function picturesOf({ img_url, blip_caption, query }: z.infer<typeof LocomoTurn>): DraftPicture[] {
  const note = query === null ? null : `searched for with: ${query}`;
  return Array.from({ length: Math.max(img_url.length, blip_caption === null ? 0 : 1) }, (_, index) => ({
    id: null,
    caption: index === 0 ? blip_caption : null,
    source: img_url[index] ?? null,
    note,
  }));
}
