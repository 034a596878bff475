import { extname, basename } from "node:path";
import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import type { SourceDocument } from "../../importers/contract.js";
import { historyFiles } from "../../importers/history-files.js";
import { questionsOf } from "../../importers/questions.js";
import { readDocument, readText } from "../../importers/source-document.js";
import { validate } from "../../importers/validate.js";
import type { Task } from "../contract.js";
import { readTsv } from "./tsv.js";

export interface QuestionData {
  readonly question: string;
  /** Answers that count as right. */
  readonly golds: readonly string[];
  /** The exact number, where the answer is one. */
  readonly value: number | null;
  /** Whether an answer must be a gold one, or may name it among other words, as PopQA counts. */
  readonly match: "equal" | "contained";
  /** File of the question, and 0-based place in it of the conversation that it is about; null for general knowledge. */
  readonly about: { readonly file: string; readonly conversation: number } | null;
}

/** One question of a set, before it becomes a task. */
type Asked = QuestionData & { readonly id: string; readonly domain: string };

const TriviaFile = z.object({
  Data: z.array(
    z.object({
      QuestionId: z.string(),
      Question: z.string(),
      Answer: z
        .object({ Value: z.string(), Aliases: z.array(z.string()).default([]), NormalizedAliases: z.array(z.string()).default([]) })
        .optional(),
    }),
  ),
});

const TriviaLine = z.object({
  question_id: z.string(),
  question: z.string(),
  answer: z.object({ value: z.string(), aliases: z.array(z.string()).default([]), normalized_aliases: z.array(z.string()).default([]) }),
});

const PopLine = z.object({
  id: z.union([z.string(), z.number()]),
  prop: z.string(),
  question: z.string(),
  /** A list, or JSON of one. */
  possible_answers: z.union([z.array(z.string()), z.string()]),
});

/**
 * Questions of a file or folder: histories that bring questions, TriviaQA (JSON as published, or lines), PopQA (TSV as
 * published, or lines). UNKNOWN_FORMAT, INVALID_INPUT with the place; NOT_FOUND where there is no question.
 */
export async function questionTasks(
  source: string,
  environment: string,
  maxSteps: number,
  instructions: string,
): Promise<Task<QuestionData>[]> {
  const asked = /\.tsv$/i.test(source) ? await tsvQuestions(source) : await jsonQuestions(source);
  if (asked.length === 0) throw new MnemaError("NOT_FOUND", `There are no questions in ${source}.`, { place: source });
  return asked.map(({ id, domain, ...data }) => ({
    id,
    environment,
    domain,
    input: { goal: data.question, observation: "The question was not looked into yet.", instructions },
    maxSteps,
    data,
  }));
}

async function jsonQuestions(source: string): Promise<Asked[]> {
  const { files } = await historyFiles(source);
  const asked: Asked[] = [];
  for (const file of files) asked.push(...documentQuestions(await readDocument(file, () => unknownFormat(file))));
  return asked;
}

function documentQuestions(document: SourceDocument): Asked[] {
  const { value, name } = document;
  if (typeof value === "object" && value !== null && "Data" in value)
    return validate(TriviaFile, value, document).Data.flatMap(({ QuestionId: id, Question: question, Answer: answer }) =>
      answer === undefined ? [] : [general(id, name, question, [answer.Value, ...answer.Aliases, ...answer.NormalizedAliases], "equal")],
    );
  const lines: unknown[] = Array.isArray(value) ? value : [value];
  const [first] = lines;
  if (TriviaLine.safeParse(first).success)
    return validate(z.array(TriviaLine), lines, document).map(({ question_id: id, question, answer }) =>
      general(id, name, question, [answer.value, ...answer.aliases, ...answer.normalized_aliases], "equal"),
    );
  if (PopLine.safeParse(first).success) return validate(z.array(PopLine), lines, document).map((line) => popQuestion(line, document.file));
  const { kind, questions } = questionsOf(document);
  if (kind === "none") throw unknownFormat(document.file);
  return questions.map((question) => ({
    id: `${name}/${question.id}`,
    domain: name,
    question: question.asked,
    golds: [question.gold],
    value: question.value ?? null,
    match: "equal",
    about: { file: document.file, conversation: question.conversation },
  }));
}

async function tsvQuestions(file: string): Promise<Asked[]> {
  const document = { file, name: basename(file, extname(file)), value: readTsv(await readText(file), file), lines: true, digest: "" };
  if (!PopLine.safeParse(document.value[0]).success) throw unknownFormat(file);
  return validate(z.array(PopLine), document.value, document).map((line) => popQuestion(line, file));
}

function popQuestion({ id, prop, question, possible_answers: answers }: z.infer<typeof PopLine>, file: string): Asked {
  return general(String(id), prop, question, typeof answers === "string" ? listIn(answers, file) : answers, "contained");
}

function general(id: string, domain: string, question: string, golds: readonly string[], match: QuestionData["match"]): Asked {
  return { id, domain, question, golds: [...new Set(golds)], value: null, match, about: null };
}

function listIn(json: string, file: string): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(json));
  } catch (cause) {
    throw new MnemaError("INVALID_INPUT", `possible_answers is no JSON list of texts: ${json.slice(0, 80)}`, { place: file, cause });
  }
}

function unknownFormat(file: string): MnemaError {
  return new MnemaError("UNKNOWN_FORMAT", `${file} holds no questions: give a history with questions, or a TriviaQA or PopQA file.`, {
    place: file,
  });
}
