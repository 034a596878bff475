import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import { pairTurns } from "../core/round-pairing.js";
import { storedText } from "../core/stored-text.js";
import type { DraftHistory, DraftSession, DraftTurn, Importer, SourceDocument, Warn } from "./contract.js";
import { isRecord } from "./json-values.js";
import { sourceTime } from "./source-time.js";
import { placeText, SourceId, validate } from "./validate.js";

const MessageEntry = z.looseObject({ role: z.string(), content: z.string().nullish(), has_answer: z.boolean().nullish() });

/** Messages alone, whose ids and dates stand in lists beside; or with their id and date. */
const SessionEntry = z.union([
  z.array(MessageEntry),
  z
    .looseObject({
      session_id: SourceId,
      date: z.unknown().optional(),
      turns: z.array(MessageEntry).optional(),
      messages: z.array(MessageEntry).optional(),
    })
    .refine(({ turns, messages }) => turns !== undefined || messages !== undefined, "a session has turns"),
]);

const Instance = z.looseObject({
  question_id: SourceId,
  haystack_session_ids: z.array(SourceId).nullish(),
  haystack_dates: z.array(z.unknown()).nullish(),
  haystack_sessions: z.array(SessionEntry),
});

/** LongMemEval: a list of questions (or one), each with a history of its own in which the answer lies. */
export const longMemEval: Importer = {
  format: "longmemeval",
  knownBy: "an object with `haystack_sessions`, or a list of such",
  entries: true,
  detect: (value) => (Array.isArray(value) ? value : [value]).some(isInstance),
  read: (document, warn) => instancesOf(document).map(({ instance, at, name }) => readInstance(instance, at, name, document, warn)),
};

export function isInstance(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["haystack_sessions"]);
}

/** The instances of a document, each with its place; entries of a list that are none are INVALID_INPUT. */
function instancesOf(document: SourceDocument) {
  const { value, first = 0, name } = document;
  const entries = Array.isArray(value) ? value : [value];
  return entries.map((entry, index) => {
    const at = Array.isArray(value) ? [first + index] : [];
    return { instance: validate(Instance, entry, document, at), at, name: Array.isArray(value) ? `${name}-${first + index + 1}` : name };
  });
}

/** The sessions of an instance as LongMemEval's two shapes have them; INVALID_INPUT where ids or dates are not one each. */
export function sessionsOf(
  { haystack_session_ids: ids, haystack_dates: dates, haystack_sessions: sessions }: z.infer<typeof Instance>,
  at: readonly PropertyKey[],
  document: SourceDocument,
): { id: string | null; date: unknown; messages: readonly z.infer<typeof MessageEntry>[] }[] {
  for (const [key, list] of [
    ["haystack_session_ids", ids],
    ["haystack_dates", dates],
  ] as const) {
    // Sessions that bear their own ids and dates need no list of them.
    if (list === null || list === undefined || (list.length === 0 && !sessions.every(Array.isArray)) || list.length === sessions.length)
      continue;
    const place = placeText([...at, key], document.lines);
    throw new MnemaError(
      "INVALID_INPUT",
      `${document.file} cannot be imported: ${place} has ${list.length} entries for the ${sessions.length} of haystack_sessions. Each session needs one.`,
      { place: `${document.file}: ${place}` },
    );
  }
  return sessions.map((session, index) => {
    if (Array.isArray(session)) return { id: ids?.[index] ?? null, date: dates?.[index], messages: session };
    return {
      id: session.session_id ?? ids?.[index] ?? null,
      date: session.date ?? dates?.[index],
      messages: session.turns ?? session.messages ?? [],
    };
  });
}

/** Turns are named as the benchmark's own retrieval names them: by session and place. */
export function turnId(session: string, index: number): string {
  return `${session}_${index + 1}`;
}

function readInstance(
  instance: z.infer<typeof Instance>,
  at: readonly (string | number)[],
  name: string,
  document: SourceDocument,
  warn: Warn,
): DraftHistory {
  const sessions = sessionsOf(instance, at, document).map(({ id, date, messages }, s): DraftSession => {
    const session = id ?? `S${s + 1}`;
    const turns = messages.map(({ role, content }, index): DraftTurn => {
      const known = role.toLowerCase();
      return {
        id: turnId(session, index),
        role: known === "user" || known === "human" ? "user" : known === "assistant" || known === "ai" ? "assistant" : "system",
        speaker: null,
        time: null,
        text: storedText(content ?? ""),
        pictures: [],
      };
    });
    const time = sourceTime(date ?? undefined, warn, placeText([...at, "haystack_dates", s], document.lines));
    return { id: session, time, rounds: pairTurns(turns).map((round) => ({ id: null, time: null, turns: round })) };
  });
  return { id: instance.question_id ?? name, sessions };
}

/** A question of an instance, with the turns that hold its answer. */
export function longMemEvalQuestions(document: SourceDocument) {
  return instancesOf(document).map(({ instance, at }) => {
    const { question, question_type, answer, question_date } = instance;
    const clues = sessionsOf(instance, at, document).flatMap(({ id, messages }, s) =>
      messages.flatMap(({ has_answer }, index) => (has_answer === true ? [turnId(id ?? `S${s + 1}`, index)] : [])),
    );
    return { id: instance.question_id, point: question_type, question, answer, date: question_date, clues };
  });
}
