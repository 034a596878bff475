import { z } from "zod";
import type { SourceDocument } from "./contract.js";
import { isRecord } from "./json-values.js";
import { samplesOf } from "./locomo.js";
import { longMemEval, longMemEvalQuestions } from "./long-mem-eval.js";
import { mnemaJson, questionedEntries } from "./mnema-json.js";
import { SourceId, SourceText, SourceTexts, validate } from "./validate.js";

/** A question of a data file, with what is known about its answer. */
export interface Question {
  /** The question's own id, or its 0-based place in the file. */
  readonly id: string | number;
  /** 0-based place in the file of the conversation that it is about. */
  readonly conversation: number;
  /** Kind of question. */
  readonly point: string;
  /** As the file has it. */
  readonly question: string;
  /** As it is asked: with the captions of its pictures, a line each. */
  readonly asked: string;
  readonly gold: string;
  /** The exact number; null where the answer is no number; undefined where the file asks for no exactness. */
  readonly value: number | null | undefined;
  /** Ids of the rounds or turns that hold the answer, as the file has them. */
  readonly clues: readonly string[];
}

/** Kinds of data file, told apart by the keys that hold questions. */
export type QuestionKind = "analytic-logs" | "mem-gallery" | "locomo" | "longmemeval" | "mnema" | "none";

const Clues = z
  .array(z.union([z.string(), z.number()]))
  .nullish()
  .transform((clues) => (clues ?? []).map(String));
const Gold = z.union([z.string(), z.number(), z.boolean()]).nullish();

const GalleryQuestion = z.object({
  id: SourceId,
  point: SourceText,
  question: z.string(),
  answer: Gold,
  value: z.number().nullable().optional(),
  clue: Clues,
  image_caption: SourceTexts,
});

const LocomoQuestion = z.object({
  id: SourceId,
  question: z.string(),
  answer: Gold,
  adversarial_answer: Gold,
  evidence: Clues,
  category: Gold,
});

const GALLERY_QUESTIONS = "human-annotated QAs";

/** The questions of a data file; none where it is a history without any. INVALID_INPUT with the place of a broken one. */
export function questionsOf(document: SourceDocument): { kind: QuestionKind; questions: Question[] } {
  const { value } = document;
  if (isRecord(value) && GALLERY_QUESTIONS in value) return galleryQuestions(value[GALLERY_QUESTIONS], document);
  if (samplesOf(value).some((sample) => "qa" in sample)) return { kind: "locomo", questions: locomoQuestions(document) };
  if (longMemEval.detect(value)) return { kind: "longmemeval", questions: haystackQuestions(document) };
  if (mnemaJson.detect(value)) return mnemaQuestions(document);
  return { kind: "none", questions: [] };
}

function galleryQuestions(value: unknown, document: SourceDocument): { kind: QuestionKind; questions: Question[] } {
  const entries = validate(z.array(GalleryQuestion), value, document, [GALLERY_QUESTIONS]);
  const questions = entries.map(({ id, point, question, answer, value: exact, clue, image_caption }, index): Question => {
    const asked = [question, ...image_caption.filter((caption) => caption !== null).map((caption) => `[picture] ${caption}`)].join("\n");
    return { id: id ?? index, conversation: 0, point: point ?? "", question, asked, gold: String(answer ?? ""), value: exact, clues: clue };
  });
  return { kind: questions.some(({ value: exact }) => exact !== undefined) ? "analytic-logs" : "mem-gallery", questions };
}

function locomoQuestions(document: SourceDocument): Question[] {
  const isList = Array.isArray(document.value);
  const entries = samplesOf(document.value).flatMap(
    (sample, conversation) =>
      validate(z.array(LocomoQuestion).nullish(), sample["qa"], document, isList ? [conversation, "qa"] : ["qa"])?.map((entry) => ({
        ...entry,
        conversation,
      })) ?? [],
  );
  return entries.map(({ id, conversation, question, answer, adversarial_answer, evidence, category }, index) => {
    const gold = String(answer ?? adversarial_answer ?? "");
    return {
      id: id ?? index,
      conversation,
      point: String(category ?? ""),
      question,
      asked: question,
      gold,
      value: undefined,
      clues: evidence,
    };
  });
}

const HaystackQuestion = z.object({ id: SourceId, point: SourceText, question: z.string(), answer: Gold });

/** Each is about the history that it comes with. */
function haystackQuestions(document: SourceDocument): Question[] {
  return longMemEvalQuestions(document).map((entry, index): Question => {
    const { id, point, question, answer } = validate(HaystackQuestion, entry, document, [index]);
    const gold = String(answer ?? "");
    return {
      id: id ?? index,
      conversation: index,
      point: point ?? "",
      question,
      asked: question,
      gold,
      value: undefined,
      clues: entry.clues,
    };
  });
}

function mnemaQuestions(document: SourceDocument): { kind: QuestionKind; questions: Question[] } {
  const entries = questionedEntries(document).flatMap((entry, conversation) =>
    (entry.questions ?? []).map((question) => ({ ...question, conversation })),
  );
  const questions = entries.map(({ id, conversation, point, question, answer, value, evidence }, index): Question => {
    return {
      id: id ?? index,
      conversation,
      point: point ?? "",
      question,
      asked: question,
      gold: answer ?? "",
      value,
      clues: (evidence ?? []).map(String),
    };
  });
  return { kind: "mnema", questions };
}
