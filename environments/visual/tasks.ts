import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import type { SourceDocument } from "../../importers/contract.js";
import { historyFiles } from "../../importers/history-files.js";
import { pictureHeader } from "../../importers/picture-bytes.js";
import { readBytes, readDocument } from "../../importers/source-document.js";
import { validate } from "../../importers/validate.js";
import type { ObservedPicture, Task } from "../contract.js";

/** Where a question's picture is: a file beside the questions, or its bytes in base64. */
export type PictureSource = { readonly file: string; readonly folder: string } | { readonly base64: string };

export interface VisualData {
  readonly question: string;
  /** Answers that count as right. */
  readonly golds: readonly string[];
  /** In the order in which the question speaks of them. */
  readonly pictures: readonly PictureSource[];
}

const Id = z.union([z.string(), z.number()]);
const Text = z.string().nullish();

/**
 * An entry of AgentVista (github.com/hkust-nlp/AgentVista, "Data Format": `val.json`, a list or lines, with the images in the same
 * folder). `category` is assumed where there is one; `answer` stands for `solution` where a file calls it so.
 */
const VistaEntry = z
  .object({
    question_id: Id.optional(),
    doc_id: Id.optional(),
    problem: z.string().optional(),
    question: z.string().optional(),
    images: z.array(z.string()).nullish(),
    solution: z.union([z.string(), z.number()]).nullish(),
    answer: z.union([z.string(), z.number()]).nullish(),
    category: Text,
  })
  .refine((entry) => (entry.question_id ?? entry.doc_id) !== undefined && (entry.problem ?? entry.question) !== undefined, {
    error: "has no question_id or doc_id, or no problem or question",
  });

/** A picture as data sets' tools write it to JSON: a path, or `{bytes, path}` with the bytes in base64. */
const Image = z.union([z.string(), z.object({ bytes: Text, path: Text })]).nullish();
const IMAGES = ["img_1", "img_2", "img_3", "img_4", "img_5"] as const;

/**
 * An entry of MMSearch-Plus (github.com/mmsearch-plus/MMSearch-Plus, `decrypt_after_load.py`), its table written to JSON or
 * lines. Question and answers may be as published, under the data set's canary, or in clear. The form of the pictures in JSON is
 * assumed: the table holds them as images.
 */
const PlusEntry = z.object({
  id: Id.optional(),
  question: z.string(),
  answer: z.union([z.string(), z.array(z.string())]),
  num_images: z.number().nullish(),
  category: Text,
  subtask: Text,
  ...(Object.fromEntries(IMAGES.map((name) => [name, Image])) as Record<(typeof IMAGES)[number], typeof Image>),
});

type Asked = VisualData & { readonly id: string; readonly domain: string };

/**
 * Questions about pictures of a file or folder, shaped as AgentVista's or MMSearch-Plus's; those without an answer are left
 * out. UNKNOWN_FORMAT, INVALID_INPUT with the place; NOT_FOUND where there is no question.
 */
export async function visualTasks(
  source: string,
  environment: string,
  maxSteps: number,
  instructions: string,
): Promise<Task<VisualData>[]> {
  const { files } = await historyFiles(source);
  const asked: Asked[] = [];
  for (const file of files) asked.push(...questionsIn(await readDocument(file, () => unknownFormat(file))));
  if (asked.length === 0) throw new MnemaError("NOT_FOUND", `There are no questions with answers in ${source}.`, { place: source });
  return asked.map(({ id, domain, ...data }) => ({
    id,
    environment,
    domain,
    input: { goal: data.question, observation: picturesInWords(data.pictures.length), instructions },
    maxSteps,
    data,
  }));
}

/** The pictures of a question. INVALID_INPUT, NOT_FOUND … for one that is not there, lies elsewhere, or is none. */
export async function picturesOf({ id, data }: Task<VisualData>): Promise<ObservedPicture[]> {
  const pictures: ObservedPicture[] = [];
  for (const source of data.pictures) {
    const bytes = "base64" in source ? Buffer.from(source.base64, "base64") : await readBytes(await within(source));
    const header = pictureHeader(bytes);
    if (header === null || header.fault !== null)
      throw new MnemaError("INVALID_INPUT", `A picture of question ${id} cannot be read: give PNG, JPEG, GIF, WebP or BMP.`, { place: id });
    pictures.push({ mime: header.mime, bytes });
  }
  return pictures;
}

function questionsIn(document: SourceDocument): Asked[] {
  const { value, file } = document;
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  const [first] = entries;
  if (typeof first !== "object" || first === null) throw unknownFormat(file);
  if ("num_images" in first || "img_1" in first) return plusQuestions(validate(z.array(PlusEntry), entries, document), document);
  if (VistaEntry.safeParse(first).success) return vistaQuestions(validate(z.array(VistaEntry), entries, document), document);
  throw unknownFormat(file);
}

function vistaQuestions(entries: readonly z.infer<typeof VistaEntry>[], { file, name }: SourceDocument): Asked[] {
  return entries.flatMap(({ question_id, doc_id, problem, question, images, solution, answer, category }) => {
    const gold = solution ?? answer ?? null;
    if (gold === null) return [];
    const pictures = (images ?? []).map((path) => ({ file: path, folder: dirname(file) }));
    return {
      id: String(question_id ?? doc_id),
      domain: category ?? name,
      question: problem ?? question ?? "",
      golds: [String(gold)],
      pictures,
    };
  });
}

function plusQuestions(entries: readonly z.infer<typeof PlusEntry>[], { file, name }: SourceDocument): Asked[] {
  return entries.flatMap((entry, place) => {
    const golds = [entry.answer].flat().filter((gold) => gold !== "");
    if (golds.length === 0) return [];
    const shown = IMAGES.slice(0, entry.num_images ?? IMAGES.length).flatMap((image) => pictureIn(entry[image], dirname(file)));
    const isHidden = clearText(entry.question) !== null;
    const clear = (text: string) => (isHidden ? (clearText(text) ?? text) : text);
    return {
      id: `${name}/${entry.id ?? place + 1}`,
      domain: entry.category ?? entry.subtask ?? name,
      question: clear(entry.question),
      golds: golds.map(clear),
      pictures: shown,
    };
  });
}

function pictureIn(image: z.infer<typeof Image>, folder: string): PictureSource[] {
  if (image === null || image === undefined) return [];
  if (typeof image === "string") {
    const [, base64] = /^data:[^,]*;base64,(.*)$/is.exec(image) ?? [];
    return [base64 === undefined ? { file: image, folder } : { base64 }];
  }
  if (typeof image.bytes === "string") return [{ base64: image.bytes }];
  return typeof image.path === "string" ? [{ file: image.path, folder }] : [];
}

/** Published as the key: texts are hidden from crawlers, not from readers. */
const CANARY = "MMSearch-Plus";

/** The text under the canary: base64 of its bytes, each of them exclusive-or'd with the SHA-256 of the canary over and over. Null for what is none. */
function clearText(hidden: string): string | null {
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(hidden) || hidden === "") return null;
  const key = createHash("sha256").update(CANARY).digest();
  const bytes = Buffer.from(hidden, "base64").map((byte, at) => byte ^ (key[at % key.length] as number));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The path of a picture, which must lie in the folder of its questions. */
async function within({ file, folder }: Extract<PictureSource, { file: string }>): Promise<string> {
  const path = resolve(folder, file);
  const there = await realpath(path).catch(() => path);
  const way = relative(await realpath(folder), there);
  if (way.startsWith("..") || isAbsolute(way))
    throw new MnemaError("INVALID_INPUT", `The picture ${file} lies outside of the folder of its questions. Put it beside them.`, {
      place: file,
    });
  return there;
}

function picturesInWords(count: number): string {
  if (count === 0) return "There is no picture.";
  return count === 1 ? "The picture is attached." : `The ${count} pictures are attached in order.`;
}

function unknownFormat(file: string): MnemaError {
  return new MnemaError(
    "UNKNOWN_FORMAT",
    `${file} holds no questions about pictures: give AgentVista's or MMSearch-Plus's, in JSON or lines of it.`,
    {
      place: file,
    },
  );
}
