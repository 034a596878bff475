import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import { historyFiles } from "../../importers/history-files.js";
import { readDocument } from "../../importers/source-document.js";
import { validate } from "../../importers/validate.js";
import type { SourceDocument } from "../../importers/contract.js";
import type { Task } from "../contract.js";
import { entryOf } from "./submission.js";

export interface CodeData {
  readonly language: "javascript" | "python";
  /** What a program begins with; empty where the task gives nothing. */
  readonly declaration: string;
  /** Name of what is asked; empty where the tests tell it alone. */
  readonly entry: string;
  readonly tests: string;
  /** A program that passes, as the data set has it: for checking the sandbox. */
  readonly solution: string;
}

/** HumanEval-X: a beginning to be gone on with. */
const Continued = z.object({
  task_id: z.string(),
  prompt: z.string(),
  declaration: z.string().optional(),
  canonical_solution: z.string(),
  test: z.string(),
});

/** KodCode: a question, and tests that import the answer. */
const Asked = z.object({
  question_id: z.union([z.string(), z.number()]).optional(),
  question: z.string(),
  solution: z.string(),
  test: z.string(),
  subset: z.string().optional(),
  language: z.enum(["javascript", "python"]).optional(),
  test_info: z
    .union([z.array(z.object({ function_name: z.string().optional(), function_declaration: z.string().optional() })), z.string()])
    .nullish(),
});

const INSTRUCTIONS = {
  javascript:
    "Answer with JavaScript that defines what is asked: the whole function, or what follows the beginning that is given. It is run in a sandbox without files, network and timers; `require` knows assert, crypto and js-md5.",
  python: "Answer with Python that defines what is asked. It is imported as the module `solution`.",
};

/** Tasks of a JSON or JSONL file, or of those in a folder. UNKNOWN_FORMAT for what is neither HumanEval-X nor KodCode. */
export async function codeTasks(source: string, environment: string, maxSteps: number): Promise<Task<CodeData>[]> {
  const { files } = await historyFiles(source);
  const tasks: Task<CodeData>[] = [];
  for (const file of files) tasks.push(...tasksOf(await readDocument(file, () => unknownFormat(file)), environment, maxSteps));
  if (tasks.length === 0) throw new MnemaError("NOT_FOUND", `There are no coding tasks in ${source}.`, { place: source });
  return tasks;
}

function tasksOf(document: SourceDocument, environment: string, maxSteps: number): Task<CodeData>[] {
  const entries = Array.isArray(document.value) ? document.value : [document.value];
  const [first] = entries as unknown[];
  if (Continued.partial().required({ canonical_solution: true, prompt: true }).safeParse(first).success)
    return validate(z.array(Continued), entries, document).map((entry) => continuedTask(entry, document.name, environment, maxSteps));
  if (Asked.partial().required({ question: true, solution: true, test: true }).safeParse(first).success)
    return validate(z.array(Asked), entries, document).map((entry, index) => askedTask(entry, index, document.name, environment, maxSteps));
  throw unknownFormat(document.file);
}

function continuedTask(entry: z.infer<typeof Continued>, file: string, environment: string, maxSteps: number): Task<CodeData> {
  const declaration = entry.declaration ?? entry.prompt;
  return {
    id: entry.task_id,
    environment,
    domain: entry.task_id.includes("/") ? entry.task_id.slice(0, entry.task_id.indexOf("/")).toLowerCase() : file,
    input: { goal: entry.prompt.trim(), observation: "Nothing was handed in yet.", instructions: INSTRUCTIONS.javascript },
    maxSteps,
    data: {
      language: "javascript",
      declaration,
      entry: entryOf(declaration),
      tests: entry.test,
      solution: entry.canonical_solution,
    },
  };
}

function askedTask(entry: z.infer<typeof Asked>, index: number, file: string, environment: string, maxSteps: number): Task<CodeData> {
  const language = entry.language ?? (/^\s*(from\s+\w+\s+import|import\s+\w+|def\s)/m.test(entry.test) ? "python" : "javascript");
  const infos = typeof entry.test_info === "string" ? [] : (entry.test_info ?? []);
  const declared = infos.flatMap(({ function_declaration: declaration }) => (declaration === undefined ? [] : [declaration]));
  const asked = declared.length === 0 ? "" : `\nDefine it as: ${declared.join("; ")}`;
  return {
    id: String(entry.question_id ?? `${file}/${index + 1}`),
    environment,
    domain: entry.subset ?? file,
    input: { goal: `${entry.question.trim()}${asked}`, observation: "Nothing was handed in yet.", instructions: INSTRUCTIONS[language] },
    maxSteps,
    data: { language, declaration: "", entry: infos[0]?.function_name ?? "", tests: entry.test, solution: entry.solution },
  };
}

function unknownFormat(file: string): MnemaError {
  return new MnemaError("UNKNOWN_FORMAT", `${file} holds no coding tasks: give a HumanEval-X or KodCode file as JSON or JSONL.`, {
    place: file,
  });
}
