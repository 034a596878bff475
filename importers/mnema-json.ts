import { pairTurns } from "../core/round-pairing.js";
import { storedText } from "../core/stored-text.js";
import type { DraftHistory, DraftPicture, DraftRound, DraftSession, DraftTurn, Importer, SourceDocument, Warn } from "./contract.js";
import { isRecord } from "./json-values.js";
import {
  MnemaHistoriesAlone,
  MnemaHistoriesFile,
  MnemaHistoryAlone,
  MnemaHistoryFile,
  type MnemaHistoryEntry,
  type MnemaPictureEntry,
  type MnemaRoundEntry,
  type MnemaSessionEntry,
  type MnemaTurnEntry,
} from "./mnema-schema.js";
import { sourceTime } from "./source-time.js";
import { placeText, validate } from "./validate.js";

/** Mnema's own format. docs/formats.md. */
export const mnemaJson: Importer = {
  format: "mnema",
  knownBy: "an object with `sessions` or `histories`",
  detect: (value) =>
    isRecord(value) &&
    (Array.isArray(value["sessions"]) || Array.isArray(value["histories"]) || String(value["format"]).startsWith("mnema-history/")),
  read: (document, warn) => historyEntries(document).map(({ entry, at }) => draftHistory(entry, at, warn)),
};

/** The histories of a document, validated but for their questions, each with its place. */
function historyEntries(document: SourceDocument): { entry: Omit<MnemaHistoryEntry, "questions">; at: readonly (string | number)[] }[] {
  if (holdsSeveral(document)) {
    return validate(MnemaHistoriesAlone, document.value, document).histories.map((entry, index) => ({ entry, at: ["histories", index] }));
  }
  return [{ entry: validate(MnemaHistoryAlone, document.value, document), at: [] }];
}

/** The histories of a document with their questions, validated. */
export function questionedEntries(document: SourceDocument): readonly MnemaHistoryEntry[] {
  return holdsSeveral(document)
    ? validate(MnemaHistoriesFile, document.value, document).histories
    : [validate(MnemaHistoryFile, document.value, document)];
}

function holdsSeveral({ value }: SourceDocument): boolean {
  return isRecord(value) && "histories" in value;
}

function draftHistory({ id, sessions }: Omit<MnemaHistoryEntry, "questions">, at: readonly (string | number)[], warn: Warn): DraftHistory {
  return { id: idOf(id), sessions: sessions.map((session, index) => draftSession(session, [...at, "sessions", index], warn)) };
}

function draftSession(session: MnemaSessionEntry, at: readonly (string | number)[], warn: Warn): DraftSession {
  const timeAt = (value: unknown, path: readonly (string | number)[]) => sourceTime(value, warn, placeText([...at, ...path, "time"]));
  const rounds =
    "turns" in session
      ? pairTurns(session.turns.map((turn, t) => draftTurn(turn, timeAt(turn.time, ["turns", t])))).map((turns): DraftRound => ({
          id: null,
          time: null,
          turns,
        }))
      : session.rounds.map((round, r) => draftRound(round, timeAt(round.time, ["rounds", r])));
  return { id: idOf(session.id), time: timeAt(session.time, []), rounds };
}

function draftTurn({ id, role, speaker, text, pictures }: MnemaTurnEntry, time: DraftTurn["time"]): DraftTurn {
  return {
    id: idOf(id),
    role: role ?? null,
    speaker: storedText(speaker ?? "") || null,
    time,
    text: storedText(text ?? ""),
    pictures: draftPictures(pictures),
  };
}

function draftRound({ id, user, assistant, pictures }: MnemaRoundEntry, time: DraftRound["time"]): DraftRound {
  const common = { id: null, time: null, speaker: null };
  const shown = draftPictures(pictures);
  const turns: DraftRound["turns"][number][] = [];
  if (user !== undefined || shown.length > 0 || assistant === undefined)
    turns.push({ ...common, role: "user", text: storedText(user ?? ""), pictures: shown });
  if (assistant !== undefined) turns.push({ ...common, role: "assistant", text: storedText(assistant), pictures: [] });
  return { id: idOf(id), time, turns };
}

function draftPictures(pictures: readonly MnemaPictureEntry[] = []): DraftPicture[] {
  return pictures.map(({ id, src, caption }) => ({
    id: idOf(id),
    caption: storedText(caption ?? "") || null,
    source: src ?? null,
    note: null,
  }));
}

/** Blank is no id. */
function idOf(id: string | number | undefined): string | null {
  return storedText(String(id ?? "")) || null;
}
