import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { packageRoot } from "../../config.js";
import type { BenchmarkRun } from "../../evals/discern/paper-table.js";
import { effort } from "../effort.js";
import { ended } from "./command-line.js";
import { startOpenAiServer, type ServerReply, type ServerRequest } from "./openai-server.js";

const HAS_PYTHON = spawnSync("python3", ["-c", "0"]).status === 0;
const BOOKS = ["Emma", "Dracula", "Walden"] as const;
const AUTHORS = ["Jane Austen", "Bram Stoker", "Henry David Thoreau"] as const;

let folder: string;
const at = (...names: readonly string[]) => join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-main-table-"));
  await file("triviaqa/dev.json", {
    Data: BOOKS.map((book, index) => ({
      QuestionId: `q${index}`,
      Question: `Who wrote ${book}?`,
      Answer: { Value: AUTHORS[index], Aliases: [`${book} was written by ${AUTHORS[index]}`], NormalizedAliases: [] },
    })),
  });
  const tsv = BOOKS.map((book, index) => `${index}\t${book}\tauthor\t"What is ""${book}""'s author?"\t"[""${AUTHORS[index]}""]"`);
  await file("popqa/test.tsv", ["id\tsubj\tprop\tquestion\tpossible_answers", ...tsv, ""].join("\n"));
  await file("kodcode/light.jsonl", {
    question_id: "k1",
    question: "Write `double`, which doubles a number.",
    solution: "def double(n):\n    return 2 * n",
    test: "from solution import double\n\ndef test_one():\n    assert double(1) == 2\n\ndef test_none():\n    assert double(0) == 0",
    test_info: [{ function_name: "double", function_declaration: "def double(n):" }],
  });
  await file("humaneval-x-js/tasks.jsonl", {
    task_id: "JavaScript/0",
    prompt: "/* Doubles a number. double(2) == 4 */\nconst double = (n) => {\n",
    declaration: "const double = (n) => {\n",
    canonical_solution: "  return n + n;\n}\n",
    test: "const testDouble = () => { console.assert(double(2) === 4) }\ntestDouble()",
  });
  const passages = BOOKS.map((book, index) => ({ contents: `${book} was written by ${AUTHORS[index]}. It is a book.` }));
  await file("passages.jsonl", passages.map((passage) => JSON.stringify(passage)).join("\n"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: unknown): Promise<void> {
  await mkdir(join(at(name), ".."), { recursive: true });
  await writeFile(at(name), typeof content === "string" ? content : JSON.stringify(content));
}

function startTable(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const offline = { MNEMA_MODEL: "", OPENAI_API_KEY: "", OPENAI_BASE_URL: "", MNEMA_PASSAGES: "", MNEMA_ENCODER: "hashing" };
  return spawn(process.execPath, [join(inject("compiled"), "evals", "discern", "main-table.js"), ...args], {
    cwd: packageRoot(),
    env: { ...process.env, ...offline, MNEMA_DATASETS: folder, MNEMA_DATA: at("home"), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function runsIn(name: string): Promise<BenchmarkRun[]> {
  const lines = (await readFile(at(name), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as BenchmarkRun);
}

it.skipIf(effort(0, 1) === 0)(
  "the paper's table is made as far as a team without a model can, and says what is left out and why",
  async () => {
    const args = [
      "--seeds",
      "43",
      "--split",
      "whole",
      "--hosts",
      "camel",
      "--methods",
      "no memory,ConMem,discern",
      "--passages",
      at("passages.jsonl"),
      "--out",
      at("runs.jsonl"),
    ];
    const first = await ended(startTable(args));
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toContain("Tasks: TriviaQA 3 of 6993, PopQA 3 of 7267, HumanEval-X 1 of 82; seeds 43; offline team.");
    expect(first.stdout).toContain("| method | TriviaQA | PopQA | HumanEval-X | average | gain |");
    expect(first.stdout).toMatch(/- KodCode: .*configure a model/);
    expect(first.stdout).toMatch(/- PDDL: .*Get PDDL from the planning tasks of AgentBoard/);
    const done = await runsIn("runs.jsonl");
    expect(done).toHaveLength(9);
    expect(done.find(({ benchmark, arm }) => benchmark === "TriviaQA" && arm === "no memory")?.scores).toContain(1);
    // Kept: the same again, and nothing is run for it.
    const again = await ended(startTable(args));
    expect(again.stdout).toBe(first.stdout);
    expect((await runsIn("runs.jsonl")).slice(9)).toEqual(done);

    const without = await ended(startTable(["--benchmarks", "PopQA", "--hosts", "camel"]));
    expect(without.stdout).toMatch(/- PopQA: there is nothing to search in: name passages/);
    const unknown = await ended(startTable(["--methods", "telepathy"]));
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('USAGE: There is no method "telepathy".')]);
  },
);

it.skipIf(effort(0, 1) === 0)("a table that is killed goes on where it was, to the scores of an undisturbed one", async () => {
  const problems = join(packageRoot(), "test/fixtures/pddl");
  const args = (name: string) => {
    const named = ["--benchmarks", "PDDL", "--source", `PDDL=${problems}`, "--hosts", "autogen", "--methods", "no memory,ReMe,SimpleMem"];
    return [...named, "--keep", at(name), "--out", at(`${name}.jsonl`)];
  };
  const undisturbed = await ended(startTable(args("undisturbed")));
  expect(undisturbed.code, undisturbed.stderr).toBe(0);
  const child = startTable(args("killed"));
  child.stderr?.on("data", (line: Buffer) => {
    // In the midst of the second stream.
    if (line.toString().includes("no memory")) setTimeout(() => child.kill("SIGKILL"), 150);
  });
  await ended(child);
  const again = await ended(startTable(args("killed")));
  expect(again.code, again.stderr).toBe(0);
  expect(again.stdout).toBe(undisturbed.stdout);
  const shown = ({ arm, scores }: BenchmarkRun) => [arm, scores];
  expect((await runsIn("killed.jsonl")).slice(-3).map(shown)).toEqual((await runsIn("undisturbed.jsonl")).map(shown));
});

it("with a model, questions are looked up in a retrieval service, and Python runs in the command that was named", async () => {
  const queries: unknown[] = [];
  const service = await retrievalService((body) => queries.push(body));
  const server = await startOpenAiServer({ reply: teamReply });
  try {
    const environment = { MNEMA_MODEL: "tiny", OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.url };
    const benchmarks = ["--benchmarks", HAS_PYTHON ? "TriviaQA,KodCode" : "TriviaQA"];
    const python = HAS_PYTHON ? ["--python", "python3 -"] : [];
    const args = [
      ...benchmarks,
      ...python,
      "--split",
      "whole",
      "--hosts",
      "camel",
      "--methods",
      "no memory,ReMe,discern",
      "--passages",
      service.url,
    ];
    const table = await ended(startTable([...args, "--out", at("runs.jsonl")], environment));
    expect(table.code, table.stderr).toBe(0);
    const runs = await runsIn("runs.jsonl");
    const questions = runs.filter(({ benchmark }) => benchmark === "TriviaQA");
    // Without a word of advice the assistant answers at once, and wrongly.
    expect(questions.map(({ arm, scores }) => [arm, scores])).toEqual([
      ["no memory", [0, 0, 0]],
      ["ReMe", [0, 1, 1]],
      ["discern", [0, 1, 1]],
    ]);
    expect(questions.every(({ tokens }) => tokens > 0)).toBe(true);
    expect(queries[0]).toEqual({ queries: [expect.stringContaining("Who wrote")], topk: 3, return_scores: true });
    expect(server.requests.some(({ text }) => /\(1\) Dracula: [\s\S]*\(2\) [\s\S]*\(3\) /.test(text) && !text.includes("(4)"))).toBe(true);
    const code = runs.filter(({ benchmark }) => benchmark === "KodCode");
    expect(code.map(({ scores }) => scores)).toEqual(HAS_PYTHON ? [[1], [1], [1]] : []);
    const asked = server.requests.length;
    expect((await ended(startTable(args, environment))).stdout).toBe(table.stdout);
    expect(server.requests).toHaveLength(asked);
  } finally {
    await server.close();
    service.close();
  }
});

/** A team that looks things up when it was advised to, and decisions that give that advice. */
function teamReply({ schemaName, text }: ServerRequest): ServerReply {
  const advice = "Search for the question before you answer.";
  if (schemaName === "extract-rule") {
    const isAssistant = text.includes("The member is the assistant");
    return { json: isAssistant ? { decision: "STORE", memory: advice, use_when: ["A question is asked."], avoid_when: [] } : NOTHING };
  }
  if (schemaName === "reme-distil")
    return {
      json: {
        experiences: text.includes("for the assistant") ? [{ when_to_use: "A question is asked.", content: advice, confidence: 1 }] : [],
      },
    };
  if (schemaName === "reme-adapt") return { json: { guidance: advice } };
  if (schemaName === "select-rules") return { json: { decision: "SELECT", selected_ids: [/rule ([0-9a-f]{16})/.exec(text)?.[1]] } };
  if (schemaName === "judge-identity")
    return { json: { same_operation: true, target_memory_id: /rule ([0-9a-f]{16})/.exec(text)?.[1], reason: "" } };
  if (schemaName === "check-scope")
    return { json: { use_when_matches: true, avoid_when_matches: false, avoid_when_matched: [], deployment_avoid_when: "" } };
  if (schemaName === "generalize-use") return { json: { use_when: ["A question is asked."], avoid_when: [] } };
  if (schemaName !== null) return { status: 400, message: `this test has no answer to ${schemaName}` };
  if (text.includes("Answer with Python")) return "```python\ndef double(n):\n    return 2 * n\n```";
  if (text.includes("You are the instructor")) return "Get on with it.";
  const book = BOOKS.findIndex((name) => text.includes(`Who wrote ${name}?`));
  if (text.includes("(1) ")) return `answer ${AUTHORS[book]}`;
  return text.includes(advice) ? `search Who wrote ${BOOKS[book]}?` : "answer Nobody";
}

const NOTHING = { decision: "NO_MEMORY", memory: "NO_MEMORY", use_when: [], avoid_when: [] };

/** Answers as Search-R1's service does, with four documents, the one about the question's book first. */
async function retrievalService(onQuery: (body: unknown) => void): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const asked = JSON.parse(body) as { queries: string[] };
      onQuery(asked);
      const books = [...BOOKS, "Hamlet"].toSorted(
        (one, other) => Number(asked.queries[0]?.includes(other)) - Number(asked.queries[0]?.includes(one)),
      );
      const documents = books.map((book, index) => ({
        document: { id: String(index), contents: `"${book}"\n${book} is a book.` },
        score: 1 - index / 10,
      }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: [documents] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/retrieve`, close: () => void server.close() };
}
