import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Task } from "../../../environments/contract.js";
import { createListedQuestionEnvironment } from "../../../environments/questions/listed.js";
import type { QuestionData } from "../../../environments/questions/tasks.js";

const QUESTION = "What is the highest rating?";
const environment = createListedQuestionEnvironment({
  ask: async () => "The highest rating is 8.3 (1 row without a value).",
  search: async () => ["It rained. The rating of Emma was 8.1, the highest so far.", "Nothing of note."],
});

describe("questions for a team that writes nothing", () => {
  let folder = "";
  let task: Task<QuestionData>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-listed-"));
    const Data = [
      { QuestionId: "q", Question: QUESTION, Answer: { Value: "8.3", Aliases: ["The highest rating is 8.3"], NormalizedAliases: [] } },
    ];
    await writeFile(join(folder, "q.json"), JSON.stringify({ Data }));
    task = (await environment.tasks(join(folder, "q.json")))[0] as Task<QuestionData>;
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("list the ways to look it up, each once, and answers only with what was found", async () => {
    const episode = await environment.start(task, { seed: 1 });
    expect(episode.actions()).toEqual([`ask ${QUESTION}`, `search ${QUESTION}`, "answer unknown"]);
    await episode.step(`search ${QUESTION}`);
    expect(episode.actions()).toEqual([
      `ask ${QUESTION}`,
      "answer The rating of Emma was 8.1, the highest so far.",
      "answer Nothing of note.",
      "answer unknown",
    ]);
    await episode.step(`ask ${QUESTION}`);
    expect(episode.actions()).toContain("answer The highest rating is 8.3.");
    await episode.step("answer The highest rating is 8.3.");
    expect([episode.done, episode.score(), episode.actions()]).toEqual([true, 1, []]);
  });

  it("keep what one run found from another of the same task", async () => {
    const [one, other] = [await environment.start(task, { seed: 1 }), await environment.start(task, { seed: 1 })];
    await one.step(`ask ${QUESTION}`);
    expect(other.actions()).toEqual([`ask ${QUESTION}`, `search ${QUESTION}`, "answer unknown"]);
  });
});
