import { z } from "zod";

const Id = z
  .union([z.string(), z.int()])
  .meta({ id: "Id", description: "Kept as it is and used in citations. Left out: made from session and place." });
const When = z.union([z.string(), z.number()]).nullable().meta({
  id: "Time",
  description:
    "ISO 8601 in any precision (`2024`, `2024-05-01`, `2024-05-01T10:00+02:00`) or the epoch in seconds or milliseconds. Null or left out: unknown.",
});

const PictureEntry = z
  .strictObject({
    id: Id.optional(),
    src: z
      .string()
      .optional()
      .describe("Path relative to this file, inside its folder, or a data URL. Web addresses are noted, never fetched."),
    caption: z.string().optional().describe("What the picture shows, in words."),
  })
  .meta({ id: "Picture" });

const TurnEntry = z
  .strictObject({
    id: Id.optional(),
    time: When.optional(),
    role: z.enum(["user", "assistant", "system"]).optional(),
    speaker: z.string().optional().describe("Name of who speaks."),
    text: z.string().optional(),
    pictures: z.array(PictureEntry).optional(),
  })
  .meta({ id: "Turn", description: "One utterance, by role, by name, or both." });

const RoundEntry = z
  .strictObject({
    id: Id.optional(),
    time: When.optional(),
    user: z.string().optional(),
    assistant: z.string().optional(),
    pictures: z.array(PictureEntry).optional().describe("Pictures that the user showed."),
  })
  .meta({ id: "Round", description: "One exchange, paired already." });

const sessionFields = { id: Id.optional(), time: When.optional().describe("Holds for rounds without a time of their own.") };
const SessionEntry = z
  .union([
    z.strictObject({ ...sessionFields, rounds: z.array(RoundEntry) }),
    z.strictObject({ ...sessionFields, turns: z.array(TurnEntry) }),
  ])
  .meta({ id: "Session", description: "One sitting: rounds, or turns that are paired into rounds on the way in." });

const QuestionEntry = z
  .strictObject({
    id: Id.optional(),
    point: z.string().optional().describe("Kind of question, for summaries."),
    question: z.string(),
    answer: z.string().optional().describe("The right answer."),
    value: z
      .number()
      .nullable()
      .optional()
      .describe("The exact number, where the answer is one. Given (also as null), the answer is scored exactly."),
    evidence: z
      .array(z.union([z.string(), z.int()]))
      .optional()
      .describe("Ids of the rounds or turns that hold the answer."),
  })
  .meta({ id: "Question", description: "Read by `mnema eval` only." });

const historyFields = {
  id: Id.optional().describe("Names the history. Left out: `--history`, else the file's name."),
  sessions: z.array(SessionEntry),
  questions: z.array(QuestionEntry).optional(),
};
const format = z.literal("mnema-history/1").optional().describe("Names this format and its version.");
const $schema = z.string().optional();

/** A file with one history. */
export const MnemaHistoryFile = z.strictObject({ $schema, format, ...historyFields });
/** A file with several. */
export const MnemaHistoriesFile = z.strictObject({ $schema, format, histories: z.array(z.strictObject(historyFields)).min(1) });

/** The same for those who take histories in and pass questions over: only who asks them holds them to their shape. */
const unread = { questions: z.unknown().optional() };
export const MnemaHistoryAlone = MnemaHistoryFile.extend(unread);
export const MnemaHistoriesAlone = MnemaHistoriesFile.extend({
  histories: z.array(z.strictObject({ ...historyFields, ...unread })).min(1),
});

export type MnemaHistoryEntry = Omit<z.infer<typeof MnemaHistoryFile>, "$schema" | "format">;
export type MnemaSessionEntry = z.infer<typeof SessionEntry>;
export type MnemaTurnEntry = z.infer<typeof TurnEntry>;
export type MnemaRoundEntry = z.infer<typeof RoundEntry>;
export type MnemaPictureEntry = z.infer<typeof PictureEntry>;

/** The JSON Schema of Mnema's own format, as shipped in `schemas/mnema-history.schema.json`. */
export function mnemaHistoryJsonSchema(): Record<string, unknown> {
  const schema = z
    .union([MnemaHistoryFile, MnemaHistoriesFile])
    .meta({ title: "Mnema history", description: "Chat histories for `mnema ingest`. See docs/formats.md." });
  return z.toJSONSchema(schema, { io: "input" });
}
