import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerF1, containsAnswer, isExactAnswer, isSameNumber, normalizedAnswer, numberOf } from "../../../core/answer-match.js";
import { createQuestionEnvironment } from "../../../environments/questions/environment.js";
import type { QuestionPorts } from "../../../environments/questions/episode.js";

describe("matching answers", () => {
  it("sets case, articles, punctuation and blanks aside", () => {
    expect(normalizedAnswer("  The Lord—of the   “Rings”! ")).toBe("lordof rings");
    expect(isExactAnswer("the Blue-Nile.", ["Blue Nile"])).toBe(true);
    expect(isExactAnswer("", ["the"])).toBe(false);
    expect(isExactAnswer("35", ["3.5"])).toBe(false);
    expect(isExactAnswer("1,000", ["1000"])).toBe(true);
  });

  it("finds an answer among other words, but not within one", () => {
    expect(containsAnswer("It was Ada Lovelace, in 1843.", ["ada lovelace"])).toBe(true);
    expect(containsAnswer("artist", ["art"])).toBe(false);
    expect(containsAnswer("anything", [""])).toBe(false);
  });

  it("measures common words by their harmonic mean, for the best gold answer", () => {
    expect(answerF1("red red car", ["red car park"])).toBeCloseTo(2 / 3);
    expect(answerF1("car", ["x", "car"])).toBe(1);
    expect(answerF1("", ["car"])).toBe(0);
  });

  it("reads the one number of an answer and compares it within half a per cent", () => {
    expect(numberOf("about 1,234.5 km")).toBe(1234.5);
    expect(numberOf("-3")).toBe(-3);
    expect(numberOf("3 of 4")).toBeNull();
    expect(numberOf("none")).toBeNull();
    expect(isSameNumber(1004.9, 1000)).toBe(true);
    expect(isSameNumber(1005.1, 1000)).toBe(false);
    expect(isSameNumber(0.009, 0)).toBe(true);
  });
});

describe("tasks of the questions environment", () => {
  let folder = "";
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-questions-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const environment = createQuestionEnvironment({});

  it("load from TriviaQA as published", async () => {
    const file = await write(
      "wikipedia-dev.json",
      JSON.stringify({
        Data: [
          {
            QuestionId: "qz_1",
            Question: "Which river runs through Khartoum?",
            Answer: { Value: "Nile", Aliases: ["River Nile", "Nile"], NormalizedAliases: ["nile"] },
          },
          { QuestionId: "qz_2", Question: "Without its answer?" },
        ],
        Domain: "Wikipedia",
      }),
    );
    const [task, second] = await environment.tasks(file);
    expect(task).toMatchObject({
      id: "qz_1",
      domain: "wikipedia-dev",
      data: { golds: ["Nile", "River Nile", "nile"], match: "equal", about: null },
    });
    expect(second).toBeUndefined();
  });

  it("load from TriviaQA as lines", async () => {
    const file = await write(
      "trivia.jsonl",
      `${JSON.stringify({ question_id: "tc_9", question: "Q?", answer: { value: "A", aliases: ["B"], normalized_aliases: ["b"], type: "WikipediaEntity" } })}\n`,
    );
    expect(await environment.tasks(file)).toMatchObject([{ id: "tc_9", data: { golds: ["A", "B", "b"] } }]);
  });

  it("load from PopQA as published, quotes and all", async () => {
    const file = await write(
      "popqa.tsv",
      [
        "id\tsubj\tprop\tobj\tquestion\tpossible_answers",
        `42\tAnna\toccupation\tpainter\tWhat is "Anna"'s occupation?\t"[""painter"", ""visual artist""]"`,
        "",
      ].join("\r\n"),
    );
    expect(await environment.tasks(file)).toMatchObject([
      {
        id: "42",
        domain: "occupation",
        data: { question: `What is "Anna"'s occupation?`, golds: ["painter", "visual artist"], match: "contained" },
      },
    ]);
  });

  it("load from PopQA as lines", async () => {
    const file = await write("pop.json", JSON.stringify([{ id: 1, prop: "capital", question: "Q?", possible_answers: '["Oslo"]' }]));
    expect(await environment.tasks(file)).toMatchObject([{ id: "1", data: { golds: ["Oslo"] } }]);
  });

  it("load from a history that brings questions, each with its conversation", async () => {
    const file = await write(
      "rides.json",
      JSON.stringify({
        id: "rides",
        sessions: [{ rounds: [{ user: "I rode 12 km." }, { user: "I rode 30 km." }] }],
        questions: [
          { id: "q1", question: "How far in all?", answer: "42 km", value: 42 },
          { id: "q2", question: "By what?", answer: "bike" },
        ],
      }),
    );
    expect(await environment.tasks(file)).toMatchObject([
      { id: "rides/q1", data: { golds: ["42 km"], value: 42, about: { file, conversation: 0 } } },
      { id: "rides/q2", data: { golds: ["bike"], value: null } },
    ]);
  });

  it("are refused for anything else, with the place", async () => {
    await expect(environment.tasks(await write("other.json", '{"a": 1}'))).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
    await expect(environment.tasks(await write("short.tsv", "id\tprop\tquestion\tpossible_answers\n1\tp\tq\n"))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      place: expect.stringContaining("row 1"),
    });
    await expect(
      environment.tasks(await write("bad.tsv", "id\tprop\tquestion\tpossible_answers\n1\tp\tq\tnot json\n")),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(environment.tasks(join(folder, "none.json"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("an episode of the questions environment", () => {
  const data = { question: "Which river?", golds: ["Nile"], value: null, match: "equal", about: null } as const;
  const judge: NonNullable<QuestionPorts["judge"]> = async ({ answer }) => answer === "the long one";
  it.each([
    ["a question about a history, by a judge", { about: { file: "f", conversation: 0 } }, 1],
    ["a question of general knowledge, by its words", {}, 0],
    ["a question for a number, by the number", { about: { file: "f", conversation: 0 }, value: 3 }, 0],
  ])("judge an answer in other words to %s", async (_, more, score) => {
    const environment = createQuestionEnvironment({ judge });
    expect([environment.name, createQuestionEnvironment({}).name]).toEqual(["questions-judged", "questions"]);
    const input = { goal: "?", observation: "", instructions: "" };
    const task = { id: "q", environment: "questions", domain: "d", input, maxSteps: 5, data: { ...data, ...more } };
    const episode = await environment.start(task, { seed: 1 });
    await episode.step("answer the long one");
    expect(episode.score()).toBe(score);
  });

  const task = {
    id: "1",
    environment: "questions",
    domain: "d",
    input: { goal: "Which river?", observation: "", instructions: "" },
    maxSteps: 4,
    data,
  };
  const ports: QuestionPorts = {
    search: async (words) => (words === "nothing" ? [] : [`about ${words}`, "more"]),
    ask: async (question) => `heard ${question}`,
  };

  it("looks things up, then takes one answer", async () => {
    const episode = await createQuestionEnvironment(ports).start(task, { seed: 1 });
    expect(await episode.step("search: rivers of Africa")).toEqual({
      observation: "(1) about rivers of Africa\n(2) more",
      done: false,
      legal: true,
      progress: 0,
    });
    expect((await episode.step("search nothing")).observation).toBe("Nothing was found.");
    expect((await episode.step("ask which one?")).observation).toBe("heard which one?");
    expect(await episode.step("answer the Nile")).toMatchObject({ done: true, progress: 1 });
    expect(episode.score()).toBe(1);
    await expect(episode.step("answer again")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("takes any other line for the answer; a wrong one scores 0 with the progress of its words", async () => {
    const episode = await createQuestionEnvironment(ports).start(task, { seed: 1 });
    expect(await episode.step("Blue Nile")).toMatchObject({ done: true, legal: true, progress: 2 / 3 });
    expect(episode.score()).toBe(0);
  });

  it("refuses what nothing is there for, and ends when its steps are used up", async () => {
    const episode = await createQuestionEnvironment({}).start(task, { seed: 1, maxSteps: 2 });
    expect(await episode.step("search x")).toMatchObject({ legal: false, done: false });
    expect(await episode.step("ask x")).toMatchObject({ legal: false, done: true });
    expect(episode.score()).toBe(0);
  });

  it.each([
    ["41.9", 1],
    ["42 km", 1],
    ["40", 0],
    ["forty-two", 0],
  ])("holds the number in %j against the exact one", async (answer, score) => {
    const episode = await createQuestionEnvironment({}).start({ ...task, data: { ...data, golds: ["42 km"], value: 42 } }, { seed: 1 });
    await episode.step(`answer ${answer}`);
    expect(episode.score()).toBe(score);
  });
});
