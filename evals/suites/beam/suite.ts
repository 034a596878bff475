import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { jsonrepair } from "jsonrepair";
import { z } from "zod";
import { MnemaError } from "../../../core/errors.js";
import { readDocument } from "../../../importers/source-document.js";
import { validate } from "../../../importers/validate.js";
import { noQuestions, readConversations } from "../../harness/part.js";
import type { Suite, SuitePart, SuiteQuestion } from "../../runner/suite.js";
import { plainQuestion } from "../imported.js";
import { inTemporaryFolder } from "../temporary.js";

const Turn = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  role: z.string(),
  content: z.string(),
  time_anchor: z.string().nullish(),
});
type BeamTurn = z.infer<typeof Turn>;

const Probe = z.looseObject({ question: z.string(), rubric: z.array(z.string()).nullish(), source_chat_ids: z.unknown().optional() });
const Probes = z.record(z.string(), z.array(Probe));
const Row = z.object({ conversation_id: z.union([z.string(), z.number()]).nullish(), chat: z.unknown(), probing_questions: z.unknown() });

/** Where a kind of question keeps its answer. */
const ANSWERS = ["answer", "ideal_answer", "ideal_response", "ideal_summary", "expected_compliance"] as const;
const ABSTENTION = "abstention";

/** BEAM: conversations of up to ten million tokens, probed for ten abilities; each answer is judged by a rubric. */
export const beam: Suite = {
  name: "beam",
  folder: "beam",
  source:
    "huggingface.co/datasets/Mohammadta/BEAM and BEAM-10M: rows as JSON or JSON Lines with `conversation_id`, `chat`, `probing_questions`",
  published: ["judge", "abstention", "recall", "f1"],
  parts: beamParts,
};

/** One conversation a part: long ones fill a memory of their own. */
async function* beamParts(file: string): AsyncGenerator<SuitePart> {
  const document = await readDocument(file, () => noQuestions(file));
  for (const [index, entry] of rowsOf(document.value).entries()) {
    const { conversation_id, chat, probing_questions } = validate(Row, entry, document, [index]);
    const id = String(conversation_id ?? index + 1);
    const sessions = sessionsOf(plain(chat));
    if (sessions.length === 0)
      throw new MnemaError("INVALID_INPUT", `${file}: the chat of conversation ${id} holds no turns with role and content.`, {
        place: `${file}: [${index}].chat`,
      });
    const probes = validate(Probes, plain(probing_questions), document, [index, "probing_questions"]);
    yield* inTemporaryFolder(async (folder) => {
      const part = join(folder, "part.json");
      await writeFile(part, JSON.stringify({ format: "mnema-history/1", id, sessions: sessions.map(mnemaSession) }));
      return { name: `${basename(file)}#${id}`, file: part, questions: questionsOf(probes), conversations: await readConversations(part) };
    });
  }
}

/** Rows as files have them: a list, one row, or a page of the data set's own service (`{ rows: [{ row }] }`). */
function rowsOf(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : isObject(value) && Array.isArray(value["rows"]) ? value["rows"] : [value];
  return list.map((entry) => (isObject(entry) && isObject(entry["row"]) ? entry["row"] : entry));
}

/** A member that is kept as the text of a Python or JSON value, as that value. */
function plain(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return JSON.parse(jsonrepair(value));
  }
}

/** The batches of a chat, which bigger chats nest in plans, each a list of turns in order. */
function sessionsOf(chat: unknown): BeamTurn[][] {
  if (Array.isArray(chat)) {
    const turns = chat.flatMap((entry) => Turn.safeParse(entry).data ?? []);
    if (turns.length > 0) return [turns];
    return chat.flatMap(sessionsOf);
  }
  if (!isObject(chat)) return [];
  if (Array.isArray(chat["turns"])) {
    const turns = sessionsOf(chat["turns"]).flat();
    return turns.length === 0 ? [] : [turns];
  }
  return Object.values(chat).flatMap(sessionsOf);
}

function mnemaSession(turns: readonly BeamTurn[], index: number) {
  const time = turns.map(({ time_anchor }) => time_anchor).find((anchor) => anchor !== null && anchor !== undefined && anchor !== "");
  return {
    id: `batch-${index + 1}`,
    ...(time === undefined || time === null ? {} : { time: /^\p{L}/u.test(time) ? time.replaceAll("-", " ") : time }),
    turns: turns.map(({ id, role, content }, at) => ({
      id: id === null || id === undefined ? `${index + 1}:${at + 1}` : String(id),
      role: role.toLowerCase() === "user" ? "user" : "assistant",
      text: content,
    })),
  };
}

function questionsOf(probes: z.infer<typeof Probes>): SuiteQuestion[] {
  return Object.entries(probes).flatMap(([ability, list]) =>
    list.map((probe, index) => {
      const gold = ANSWERS.map((key) => probe[key]).find((answer) => answer !== undefined && answer !== null);
      const unanswerable = ability === ABSTENTION;
      return {
        ...plainQuestion({
          id: `${ability}/${index + 1}`,
          conversation: 0,
          point: ability,
          question: probe.question,
          asked: probe.question,
          gold: String(gold ?? ""),
          value: undefined,
          clues: [...new Set(idsIn(probe.source_chat_ids))],
        }),
        golds: unanswerable || gold === undefined ? [] : [String(gold)],
        unanswerable,
        rubric: probe.rubric ?? [],
      };
    }),
  );
}

/** Ids of turns, in lists or named groups of them. */
function idsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return isObject(value) ? Object.values(value).flatMap(idsIn) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
