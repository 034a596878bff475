import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { evaluate, type EvalLine } from "../../evals/harness/evaluate.js";
import type { Asked } from "../../evals/harness/subject.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-eval-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Evaluates the files with a subject that answers by `reply`; what was opened, fed, asked and closed is told back. */
async function run(files: Record<string, unknown>, reply: (question: string) => Partial<Asked>, paths = Object.keys(files)) {
  for (const [name, value] of Object.entries(files))
    await writeFile(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  const lines: EvalLine[] = [];
  const calls: string[] = [];
  const evaluation = await evaluate(
    paths.map((path) => join(folder, path)),
    async (number) => ({
      ingest: async (file) => void calls.push(`${number} ingest ${file.slice(folder.length + 1)}`),
      ask: async (question) => {
        calls.push(`${number} ask ${question}`);
        return { answer: "", value: null, items: [], citations: [], evidence: [], ms: 1, ...reply(question) };
      },
      close: async () => void calls.push(`${number} close`),
    }),
    { line: (line) => void lines.push(line) },
  );
  return { evaluation, lines, calls };
}

const gallery = (questions: unknown[], rounds = [{ round: "D1:1", user: "The bill was 42.", assistant: "Noted." }]) => ({
  multi_session_dialogues: [{ session_id: "D1", date: "2025-01-01", dialogues: rounds }],
  "human-annotated QAs": questions,
});

describe("the evaluation harness", () => {
  it("EXP-20: gives each question of LongMemEval a subject of its own, with its own history and the turns that answer it", async () => {
    const turns = [
      { role: "user", content: "I drink tea.", has_answer: true },
      { role: "assistant", content: "Noted." },
    ];
    const asked = { question_type: "single", question: "What do I drink?", answer: "tea" };
    const value = [
      { ...asked, question_id: "q1", haystack_session_ids: ["s"], haystack_dates: ["2023/05/20 (Sat) 02:21"], haystack_sessions: [turns] },
      { ...asked, question_id: "q2", haystack_sessions: [{ session_id: "s", turns }] },
    ];
    const evidence = [{ kind: "event" as const, rounds: ["s_1", "s_2"], score: 1, text: "s_1 user: I drink tea." }];
    const { lines, calls, evaluation } = await run({ "l.json": value }, () => ({ evidence }));
    expect(calls.map((call) => call.replace(/ingest .*/, "ingest"))).toEqual(
      [0, 1].flatMap((number) => [`${number} ingest`, `${number} ask What do I drink?`, `${number} close`]),
    );
    expect(lines.map(({ file, id, point, gold }) => [file, id, point, gold])).toEqual(
      ["q1", "q2"].map((id) => ["l.json", id, "single", "tea"]),
    );
    expect(evaluation.scored.map(({ kind, recall, exact }) => [kind, recall, exact])).toEqual(
      [1, 1].map((recall) => ["longmemeval", recall, null]),
    );
    expect(evaluation.malformed).toEqual([]);
  });

  it("feeds each file to a subject of its own and writes a line a question", async () => {
    const asking = { point: "sum", question: "How much?", answer: "42", value: 42, clue: ["D1:1"] };
    const evidence = [{ kind: "row" as const, rounds: ["D1:1"], score: null, text: "The bill was 42." }];
    const { lines, calls, evaluation } = await run({ "a.json": gallery([asking]), "b.json": gallery([{ ...asking, id: "q" }]) }, () => ({
      answer: "It was 42.",
      value: 42,
      items: ["42"],
      citations: ["D1:1"],
      evidence,
      ms: 5,
    }));
    expect(calls).toEqual(["0 ingest a.json", "0 ask How much?", "0 close", "1 ingest b.json", "1 ask How much?", "1 close"]);
    const line = {
      file: "a.json",
      id: 0,
      point: "sum",
      question: "How much?",
      gold: "42",
      answer: "It was 42.",
      value: 42,
      items: ["42"],
      citations: ["D1:1"],
      evidence: [{ rounds: ["D1:1"], text: "The bill was 42." }],
      chars: 16,
      ms: 5,
    };
    expect(lines).toEqual([line, { ...line, file: "b.json", id: "q" }]);
    expect(Object.keys(lines[0] ?? {})).toEqual([
      "file",
      "id",
      "point",
      "question",
      "gold",
      "answer",
      "value",
      "items",
      "citations",
      "evidence",
      "chars",
      "ms",
    ]);
    expect(evaluation.scored[0]).toEqual({ kind: "analytic-logs", point: "sum", exact: true, recall: 1, chars: 16, ms: 5, error: null });
  });

  it("asks with the captions of a question's pictures", async () => {
    const { calls, evaluation } = await run(
      {
        "a.json": gallery([
          { point: "VR", question: "Which one?", image_caption: "a red bike", question_image: "../q.png", answer: "x", clue: [] },
        ]),
      },
      () => ({}),
    );
    expect(calls[1]).toBe("0 ask Which one?\n[picture] a red bike");
    expect(evaluation.scored[0]).toMatchObject({ kind: "mem-gallery", exact: null, recall: null });
  });

  it("takes LoCoMo's answers and names evidence ids that lead nowhere", async () => {
    const qa = [
      { question: "Who?", answer: 7, evidence: ["D1:1", "D:1:2", "D1:1; D1:2"], category: 2 },
      { question: "Where?", adversarial_answer: "no", evidence: ["D9:9"], category: 5 },
    ];
    const file = { session_1: [{ speaker: "Ana", dia_id: "D1:1", text: "It was me." }], qa };
    const { lines, evaluation } = await run({ "c.json": file }, () => ({ evidence: [{ rounds: ["D1:1"], text: "Ana: It was me." }] }));
    expect(lines.map(({ point, gold }) => [point, gold])).toEqual([
      ["2", "7"],
      ["5", "no"],
    ]);
    expect(evaluation.scored.map(({ recall, exact }) => [recall, exact])).toEqual([
      [1, null],
      [null, null],
    ]);
    expect(evaluation.malformed).toEqual([
      { file: "c.json", id: 0, clue: "D:1:2" },
      { file: "c.json", id: 0, clue: "D1:1; D1:2" },
      { file: "c.json", id: 1, clue: "D9:9" },
    ]);
  });

  it("takes Mnema files with questions", async () => {
    const sessions = [{ id: "s", rounds: [{ user: "I live in Oslo." }] }];
    const { evaluation } = await run(
      { "m.json": { sessions, questions: [{ question: "Where?", answer: "Oslo", value: null, evidence: ["s:1"] }] } },
      () => ({ items: ["oslo"] }),
    );
    expect(evaluation.scored).toEqual([expect.objectContaining({ kind: "mnema", exact: true, recall: 0 })]);
  });

  it("goes on after a question that fails", async () => {
    const { lines, evaluation } = await run(
      {
        "a.json": gallery([
          { question: "one", answer: "x", value: null },
          { question: "two", answer: "x", value: null },
        ]),
      },
      (question) => {
        if (question === "one") throw new Error("no such luck");
        return { items: ["x"] };
      },
    );
    expect(lines.map(({ answer, items }) => [answer, items])).toEqual([
      ["", []],
      ["", ["x"]],
    ]);
    expect(evaluation.scored.map(({ error, exact }) => [error, exact])).toEqual([
      ["no such luck", false],
      [null, true],
    ]);
  });

  it("takes folders, names files without questions, and refuses to succeed with none", async () => {
    const files = { "a.json": gallery([{ question: "q", answer: "a" }]), "chat.json": [{ role: "user", content: "hi" }], "out.jsonl": "" };
    expect((await run(files, () => ({}), [""])).evaluation.leftOut).toEqual([join(folder, "chat.json"), join(folder, "out.jsonl")]);
    await expect(run({ "only.json": [{ role: "user", content: "hi" }] }, () => ({}))).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
  });

  it("names the place of a broken question", async () => {
    await expect(run({ "a.json": gallery([{ point: "x" }]) }, () => ({}))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      place: expect.stringContaining("human-annotated QAs[0].question"),
    });
  });
});
