import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { type CompactResults, compactResults } from "../../evals/runner/compact.js";
import { openMnemaSubject } from "../../evals/runner/mnema-subject.js";
import { runSuites, type RunPlan, type ToldQuestion } from "../../evals/runner/run.js";
import { type NamedSubject, PHASES, type QuestionResult, type Suite } from "../../evals/runner/suite.js";
import { placeOf, SUITES } from "../../evals/runner/suites.js";
import { beam } from "../../evals/suites/beam/suite.js";
import { conversations } from "../../evals/suites/conversations/suite.js";
import { locomo, questionKey } from "../../evals/suites/locomo/suite.js";
import { longMemEval } from "../../evals/suites/longmemeval/suite.js";
import { memEye } from "../../evals/suites/memeye/suite.js";
import { memGallery } from "../../evals/suites/mem-gallery/suite.js";
import { png } from "../fixtures/pictures.js";
import { effort } from "../effort.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-suites-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, value instanceof Uint8Array ? value : JSON.stringify(value));
  return path;
}

/** The parts of a file, with what their files hold: they are gone afterwards. */
async function partsOf(suite: Suite, file: string) {
  const parts = [];
  for await (const part of suite.parts(file)) {
    const { id, sessions, multi_session_dialogues } = JSON.parse(await readFile(part.file, "utf8")) as Record<string, unknown>;
    parts.push({ ...part, written: { id, sessions, multi_session_dialogues } });
  }
  return parts;
}

/** What a system is asked and on which day, and the results when it answers as `reply` says. */
async function asked(
  suite: Suite,
  reply: (question: string) => { answer: string; items?: readonly string[] },
  over: Partial<RunPlan> = {},
) {
  const questions: [question: string, now: string | undefined][] = [];
  const results: QuestionResult[] = [];
  const told: ToldQuestion[] = [];
  const subject: NamedSubject = {
    name: "fixed",
    about: "",
    open: async () => ({
      ingest: async () => {},
      ask: async (question, how) => {
        questions.push([question, how?.now]);
        return { value: null, items: [], citations: [], evidence: [], ms: 1, ...reply(question) };
      },
      close: async () => {},
    }),
    close: async () => {},
  };
  await runSuites(
    { suites: [{ suite, path: folder }], subjects: [subject], runs: 1, limit: Number.POSITIVE_INFINITY, judge: null, ...over },
    { result: (one) => void results.push(one), told: (one) => void told.push(one), ingested: () => {} },
  );
  return { questions, results, told };
}

describe("suites, on files of the published shapes made by hand", () => {
  const dialogue = (images: string[]) => [
    { session_id: "D1", date: "2024-03-10", dialogues: [{ round: "D1:1", user: "My new bike.", assistant: "Nice.", input_image: images }] },
  ];

  it("MemEye: asks one memory both forms of a question, with its pictures, and scores the letter and the words", async () => {
    const question = { point: [["X2"], ["Y1"]], session_id: ["D1"], clue: ["D1:1"] };
    const multi_session_dialogues = dialogue(["image/Bikes/a.png", "image/Bikes/gone.png"]);
    await written("dialog/Bikes.json", {
      character_profile: { name: "Ana" },
      multi_session_dialogues,
      "human-annotated QAs": [{ ...question, question: "Which colour is it?\nA. red\nB. blue", answer: "B" }],
    });
    await written("dialog/Bikes_Open.json", {
      multi_session_dialogues,
      "human-annotated QAs": [{ ...question, question: "Which colour is it?", answer: "blue" }],
    });
    await written("dialog/concat_all.json", {
      multi_session_dialogues,
      "human-annotated QAs": [{ ...question, question: "Q", answer: "A" }],
    });
    await written("image/Bikes/a.png", png(4, 4));
    const parts = await partsOf(memEye, join(folder, "dialog", "Bikes.json"));
    expect(parts).toHaveLength(1);
    expect(JSON.stringify(parts[0]?.written.multi_session_dialogues)).toContain(
      JSON.stringify([join("pictures", "0.png"), "image/Bikes/gone.png"]),
    );
    expect(parts[0]?.conversations[0]?.texts.get("D1:1")).toEqual(["My new bike.", "Nice."]);
    const { results } = await asked(memEye, (text) => ({ answer: text.includes("A. red") ? "It is B." : "a blue one" }));
    expect(results.map(({ id, point, pair, scores }) => [id, point, pair, scores.choice, scores.f1])).toEqual([
      ["0/choice", "choice X2 Y1", "Bikes#0", 1, undefined],
      ["0/open", "open X2 Y1", "Bikes#0", undefined, 2 / 3],
    ]);
  });

  it("LongMemEval: asks each question on its own day and wants those without an answer refused", async () => {
    const haystack_sessions = [[{ role: "user", content: "I drink tea.", has_answer: true }]];
    const instance = { question_type: "single", question: "What do I drink?", answer: "tea", haystack_sessions };
    await written("longmemeval_s.json", [
      { ...instance, question_id: "q1", question_date: "2023/05/30 (Tue) 23:40", haystack_dates: ["2023/05/20 (Sat) 02:21"] },
      { ...instance, question_id: "q2_abs" },
    ]);
    const { questions, results } = await asked(longMemEval, () => ({ answer: "You did not mention it.", items: [] }));
    expect(questions).toEqual([
      ["What do I drink?", "2023-05-30T23:40:00.000Z"],
      ["What do I drink?", "2035-01-01T00:00:00.000Z"],
    ]);
    expect(results.map(({ id, scores }) => [id, scores])).toEqual([
      ["q1", expect.objectContaining({ f1: 0, recall: 0, answered: 0 })],
      ["q2_abs", expect.objectContaining({ abstention: 1 })],
    ]);
    expect(results[1]?.scores.f1).toBeUndefined();
  });

  const turn = (id: number, role: string, content: string, time_anchor?: string) => ({
    id,
    index: `${id}`,
    role,
    content,
    ...(time_anchor === undefined ? {} : { time_anchor }),
  });
  const batches = [
    [turn(0, "user", "I moved to Oslo.", "March-15-2024"), turn(1, "assistant", "Noted.")],
    [turn(2, "user", "I bought a bike.", "April-02-2024"), turn(3, "assistant", "Great.")],
  ];
  it.each([
    ["lists of batches", batches],
    ["batches with numbers", batches.map((turns, at) => ({ batch_number: at + 1, turns: [turns] }))],
    [
      "plans of batches",
      [{ "plan-1": [{ batch_number: 1, turns: [batches[0]] }] }, { "plan-2": [{ batch_number: 1, turns: [batches[1]] }] }],
    ],
  ])("BEAM: reads a chat in %s and its probing questions, written as Python or as JSON", async (_, chat) => {
    const python = `{'abstention': [{'question': 'Who is my dentist?', 'ideal_response': 'There\\'s no information', 'rubric': ['says so'], 'plan_reference': None}], 'knowledge_update': [{'question': "Where do I live?", 'answer': 'Oslo', 'rubric': ['names Oslo', 'no other'], 'source_chat_ids': {'original_info': [0], 'updated_info': [2]}}]}`;
    const file = await written("beam.json", [{ conversation_id: "7", chat, probing_questions: python }]);
    const [part] = await partsOf(beam, file);
    expect(part?.written.sessions).toMatchObject([
      {
        id: "batch-1",
        time: "March 15 2024",
        turns: [
          { id: "0", role: "user", text: "I moved to Oslo." },
          { id: "1", role: "assistant" },
        ],
      },
      { id: "batch-2", time: "April 02 2024", turns: [{ id: "2" }, { id: "3" }] },
    ]);
    expect(
      part?.questions.map(({ id, point, golds, unanswerable, rubric, clues }) => ({ id, point, golds, unanswerable, rubric, clues })),
    ).toEqual([
      { id: "abstention/1", point: "abstention", golds: [], unanswerable: true, rubric: ["says so"], clues: [] },
      {
        id: "knowledge_update/1",
        point: "knowledge_update",
        golds: ["Oslo"],
        unanswerable: false,
        rubric: ["names Oslo", "no other"],
        clues: ["0", "2"],
      },
    ]);
    expect([...(part?.conversations[0]?.texts.keys() ?? [])]).toEqual(expect.arrayContaining(["0", "2"]));
  });

  it("LoCoMo: scores by its own rules, refuses for category 5, and tells keys known to be wrong apart by a hash alone", async () => {
    const qa = [
      { question: "What do they like?", answer: "hiking, cats", evidence: ["D1:1"], category: 1 },
      { question: "Why?", answer: "fun; or money", evidence: ["D1:1"], category: 3 },
      { question: "What does Bob hate?", adversarial_answer: "cats", evidence: ["D1:1"], category: 5 },
    ];
    await written("c.json", { session_1: [{ speaker: "Ana", dia_id: "D1:1", text: "We like hiking and cats." }], qa });
    const { results } = await asked(locomo, (question) => ({ answer: question.includes("hate") ? "No information available" : "cats" }));
    expect(results.map(({ scores: { f1, abstention, answered }, wrongKey }) => [f1, abstention, answered, wrongKey])).toEqual([
      [1 / 2, undefined, 1, false],
      [0, undefined, 1, false],
      [undefined, 1, undefined, false],
    ]);
    const { keys } = JSON.parse(await readFile(join(import.meta.dirname, "../../evals/suites/locomo/wrong-keys.json"), "utf8")) as {
      keys: { question: string }[];
    };
    expect(new Set(keys.map(({ question }) => question)).size).toBe(99);
    expect(questionKey(" Why? ")).toBe(questionKey("Why?"));
  });

  it("MemGallery: knows which questions are to be refused; runs and limits are kept", async () => {
    const qas = [
      { point: "AR", question: "Who sang?", answer: "Not mentioned.", clue: [] },
      { point: "FR", question: "What is new?", answer: "a bike", clue: ["D1:1"] },
      { point: "FR", question: "Whose?", answer: "Ana's", clue: ["D1:1"] },
    ];
    await written("m.json", { multi_session_dialogues: dialogue([]), "human-annotated QAs": qas });
    const { results } = await asked(memGallery, () => ({ answer: "Not mentioned." }), { runs: 2, limit: 2 });
    expect(results.map(({ run, id, scores: { abstention, answered, em } }) => [run, id, abstention, answered, em])).toEqual(
      [0, 1].flatMap((run) => [
        [run, "0", 1, undefined, 1],
        [run, "1", undefined, 0, 0],
      ]),
    );
  });

  it("a suite without data says where to get it, and one with other files what belongs there", async () => {
    const place = (suite: Suite, named: string | null) => placeOf(suite, { named, datasets: join(folder, "none"), alone: true });
    // Some bring their data.
    for (const suite of SUITES.filter((one) => !isAbsolute(one.folder)))
      await expect(
        runSuites(
          { suites: [{ suite, path: await place(suite, null) }], subjects: [], runs: 1, limit: 1, judge: null },
          { result: () => {}, told: () => {}, ingested: () => {} },
        ),
      ).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining(suite.source) as string });
    expect(await place(beam, folder)).toBe(folder);
    await mkdir(join(folder, "beam"));
    expect(await place(beam, folder)).toBe(join(folder, "beam"));
    await written("x.json", { sessions: [] });
    await expect(asked(conversations, () => ({ answer: "" }))).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
  });
});

/** What a run gave for each question, by column; what is scored nowhere in a run has no column there. */
function byQuestion({ columns, rows }: CompactResults) {
  return Object.fromEntries(
    rows.map((row) => [
      `${row[3]} ${row[4]}`,
      Object.fromEntries(columns.flatMap((column, at) => (row[at] === null ? [] : [[column, row[at]]]))),
    ]),
  );
}

describe("the repository's conversations", () => {
  it("have sixty questions with expected paths, whose clues are in their histories", async () => {
    const parts = [];
    for (const name of ["bike-workshop", "health-journal"])
      for await (const part of conversations.parts(join(conversations.folder, `${name}.paths.json`))) parts.push(part);
    const questions = parts.flatMap((part) => part.questions);
    expect(questions).toHaveLength(60);
    expect(questions.every(({ expected }) => (expected?.paths.length ?? 0) > 0)).toBe(true);
    for (const { questions: own, conversations: told } of parts)
      expect(own.flatMap(({ clues }) => clues).filter((clue) => told[0]?.texts.has(clue) !== true)).toEqual([]);
  });

  /** In CI the first history against the committed figures, else a few: that a run gives them at all. */
  it("give the committed results, with a path for every question", { timeout: 120_000 }, async () => {
    const subject = await openMnemaSubject(readConfig({ MNEMA_ENCODER: "hashing" }), { visual: null });
    const results: QuestionResult[] = [];
    const told: ToldQuestion[] = [];
    try {
      await runSuites(
        { suites: [{ suite: conversations, path: conversations.folder }], subjects: [subject], runs: 1, limit: effort(4, 30), judge: null },
        { result: (one) => void results.push(one), told: (one) => void told.push(one), ingested: () => {} },
      );
    } finally {
      await subject.close();
    }
    const committed = JSON.parse(
      await readFile(join(import.meta.dirname, "../../evals/results/conversations-offline.json"), "utf8"),
    ) as CompactResults;
    expect(results).toHaveLength(effort(4, 30));
    const run = compactResults({ command: committed.command, encoder: "hashing", model: null }, results);
    expect(byQuestion(run)).toEqual(Object.fromEntries(Object.entries(byQuestion(committed)).slice(0, results.length)));
    for (const { phases } of results) expect(Object.keys(phases)).toEqual([...PHASES]);
    for (const {
      asked: { trace },
    } of told) {
      expect(trace?.calls.length).toBeGreaterThan(0);
      expect(trace?.decisions.map(({ name }) => name)).toEqual(expect.arrayContaining(["plan", "answer"]));
      expect(trace?.nodes.map(({ node }) => node)).toEqual(expect.arrayContaining(["context", "plan", "instantiate", "invoke", "answer"]));
      expect(trace?.candidates.tables.length).toBeGreaterThan(0);
    }
  });
});
