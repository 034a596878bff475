import { copyFile, mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { z } from "zod";
import { readDocument } from "../../../importers/source-document.js";
import { validate } from "../../../importers/validate.js";
import { noQuestions, readConversations } from "../../harness/part.js";
import type { Suite, SuitePart, SuiteQuestion } from "../../runner/suite.js";
import { listedChoices } from "../../scores/choice.js";
import { plainQuestion } from "../imported.js";
import { inTemporaryFolder } from "../temporary.js";

const Strings = z.union([z.string(), z.array(z.string())]).nullish();
const Round = z.looseObject({ input_image: Strings });
const Session = z.looseObject({ dialogues: z.array(Round) });
/** The two axes of the taxonomy, each a list: `[["X2"], ["Y1"]]`; or any other nesting of them. */
const Point: z.ZodType<unknown> = z.unknown();
const Asked = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  point: Point.optional(),
  question: z.string(),
  answer: z.union([z.string(), z.number(), z.boolean()]),
  options: z.union([z.record(z.string(), z.string()), z.array(z.string())]).nullish(),
  clue: z.array(z.string()).nullish(),
});
const Task = z.looseObject({
  multi_session_dialogues: z.array(Session),
  "human-annotated QAs": z.array(Asked),
});

const OPEN = "_Open";
/** Tasks put together out of others. */
const TOGETHER = /^concat_/;

/**
 * MemEye: eight scenarios with pictures; each question is asked with choices and openly. Both forms are about one history, so one
 * memory is asked both.
 */
export const memEye: Suite = {
  name: "memeye",
  folder: "memeye",
  source: "huggingface.co/datasets/MemEyeBench/MemEye (arXiv 2605.15128): data/dialog/*.json, with data/image beside dialog",
  published: ["choice", "f1", "bleu1", "judge", "recall"],
  parts: memEyeParts,
};

async function* memEyeParts(file: string): AsyncGenerator<SuitePart> {
  const name = basename(file, extname(file));
  if (TOGETHER.test(name)) return;
  const isOpen = name.endsWith(OPEN);
  const [closedFile, openFile] = isOpen
    ? [join(dirname(file), `${name.slice(0, -OPEN.length)}.json`), file]
    : [file, join(dirname(file), `${name}${OPEN}.json`)];
  const [closed, open] = await Promise.all([readTask(closedFile), readTask(openFile)]);
  // The open form goes with the one with choices, unless that is not there.
  if (isOpen && closed !== null) return;
  const task = closed ?? open;
  if (task === null) return;
  const scenario = basename(closedFile, ".json");
  yield* inTemporaryFolder(async (folder) => {
    const part = join(folder, "part.json");
    const { "human-annotated QAs": _asked, ...history } = task;
    const multi_session_dialogues = await withPictures(task.multi_session_dialogues, dirname(file), folder);
    await writeFile(part, JSON.stringify({ id: scenario, ...history, multi_session_dialogues }));
    const questions = [...questionsOf(scenario, closed, "choice"), ...questionsOf(scenario, open, "open")];
    return { name: scenario, file: part, questions, conversations: await readConversations(part) };
  });
}

/** Null where there is no such file. */
async function readTask(file: string): Promise<z.infer<typeof Task> | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  const document = await readDocument(file, () => noQuestions(file));
  return validate(Task, document.value, document);
}

function questionsOf(scenario: string, task: z.infer<typeof Task> | null, form: "choice" | "open"): SuiteQuestion[] {
  return (task?.["human-annotated QAs"] ?? []).map(({ id, point, question, answer, options, clue }, index) => {
    const listed = form === "choice" ? (lettered(options) ?? listedChoices(question)) : null;
    const asked = listed !== null && lettered(options) !== null ? `${question}\n${lines(listed)}` : question;
    const number = String(id ?? index);
    return {
      ...plainQuestion({
        id: `${number}/${form}`,
        conversation: 0,
        point: [form, ...axes(point)].join(" "),
        question,
        asked,
        gold: String(answer),
        value: undefined,
        clues: clue ?? [],
      }),
      choices: listed,
      pair: `${scenario}#${number}`,
    };
  });
}

function axes(point: unknown): string[] {
  return Array.isArray(point) ? point.flatMap(axes) : typeof point === "string" ? [point] : [];
}

function lettered(options: z.infer<typeof Asked>["options"]): Record<string, string> | null {
  if (options === null || options === undefined) return null;
  return Array.isArray(options) ? Object.fromEntries(options.map((text, at) => [String.fromCharCode(65 + at), text])) : options;
}

function lines(choices: Readonly<Record<string, string>>): string {
  return Object.entries(choices)
    .map(([letter, text]) => `${letter}. ${text}`)
    .join("\n");
}

/** The sessions with their pictures beside the part's file, where importers look for them. Those that are not there stay named as they were. */
async function withPictures(sessions: readonly z.infer<typeof Session>[], from: string, folder: string) {
  await mkdir(join(folder, "pictures"));
  let copied = 0;
  const placed = async (path: string): Promise<string> => {
    // Paths are from the folder that holds `dialog` and `image`.
    for (const source of [join(from, path), join(from, "..", path)]) {
      const name = join("pictures", `${copied}${extname(path)}`);
      const done = await copyFile(source, join(folder, name)).then(
        () => true,
        () => false,
      );
      if (!done) continue;
      copied++;
      return name;
    }
    return path;
  };
  const rewritten: unknown[] = [];
  for (const session of sessions) {
    const dialogues: unknown[] = [];
    for (const round of session.dialogues) {
      const pictures: string[] = [];
      for (const path of [round.input_image ?? []].flat()) pictures.push(await placed(path));
      dialogues.push(pictures.length === 0 ? round : { ...round, input_image: pictures });
    }
    rewritten.push({ ...session, dialogues });
  }
  return rewritten;
}
