import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readDocument } from "../../../importers/source-document.js";
import { validate } from "../../../importers/validate.js";
import { noQuestions, readConversations } from "../../harness/part.js";
import type { Suite, SuitePart } from "../../runner/suite.js";
import { plainQuestion } from "../imported.js";
import { inTemporaryFolder } from "../temporary.js";
import { diaryOf } from "./diary.js";
import { questionsOn } from "./questions.js";

const DiariesFile = z.strictObject({
  format: z.literal("mnema-diaries/1"),
  /** Of every kind of record in a diary, at most. */
  questions: z.number().int().min(1),
  diaries: z.array(
    z.strictObject({
      seed: z.number().int(),
      kinds: z.number().int().min(1),
      weeks: z.number().int().min(1),
      names: z.enum(["own", "shared"]),
    }),
  ),
});

/** Made diaries that hold many tables at once, so that each question needs the right one found. */
export const manyTables: Suite = {
  name: "many-tables",
  folder: import.meta.dirname,
  source: "the repository itself (evals/suites/many-tables/diaries.json), or a file like it with other seeds and sizes",
  published: ["exact", "table", "tool", "arguments", "rounds", "f1"],
  parts: diaryParts,
};

async function* diaryParts(file: string): AsyncGenerator<SuitePart> {
  const document = await readDocument(file, () => noQuestions(file));
  const { questions: each, diaries } = validate(DiariesFile, document.value, document);
  for (const settings of diaries) {
    const diary = diaryOf(settings);
    yield* inTemporaryFolder(async (folder) => {
      const part = join(folder, `${diary.history.id}.json`);
      await writeFile(part, JSON.stringify(diary.history));
      return {
        name: `${diary.history.id} (${settings.kinds} kinds)`,
        file: part,
        conversations: await readConversations(part),
        questions: questionsOn(diary, each, settings.seed).map(({ id, point, question, answer, value, evidence, paths }) => ({
          ...plainQuestion({
            id,
            conversation: 0,
            point: `${settings.names}: ${point}`,
            question,
            asked: question,
            gold: answer,
            value,
            clues: evidence,
          }),
          expected: { question: id, paths },
        })),
      };
    });
  }
}
