import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import type { Task } from "../../environments/contract.js";
import type { QuestionData } from "../../environments/questions/tasks.js";
import { createLookups } from "../../memory/lookups.js";
import type { DesignProgress } from "../../nodes/design/ports.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";

const RIVERS = [
  "The Nile runs through Khartoum.",
  "The Rhine runs through Basel.",
  "The Danube runs through Vienna.",
  "The Elbe runs through Dresden.",
];

/** A question about a conversation of a file, or of general knowledge. */
function taskAbout(file: string | null): Task<QuestionData> {
  const data = { question: "?", golds: [], value: null, match: "equal", about: file === null ? null : { file, conversation: 0 } } as const;
  return { id: "q", environment: "questions", domain: "d", input: { goal: "?", observation: "", instructions: "" }, maxSteps: 5, data };
}

describe("what questions are looked up in", () => {
  let folder: string;
  let mnema: Mnema;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-lookups-"));
    const rounds = (texts: readonly string[]) => texts.map((user, index) => ({ id: `r${index}`, time: `2026-05-0${index + 1}`, user }));
    await writeFile(join(folder, "rivers.json"), JSON.stringify({ id: "rivers", sessions: [{ rounds: rounds(RIVERS) }] }));
    await writeFile(
      join(folder, "rides.json"),
      JSON.stringify({ id: "rides", sessions: [{ rounds: rounds(["I rode along the Elbe."]) }] }),
    );
    mnema = await openMnema(readConfig({ MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing" }), { model: null });
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("is, for general knowledge, the memory `passages`, three passages at a time, and nothing while there is none", async () => {
    const { search, ask } = createLookups(mnema);
    expect(await search("Which river runs through Vienna?", taskAbout(null))).toEqual([]);
    expect(await ask("Which river?", taskAbout(null))).toBe("Memory holds nothing about this.");
    await mnema.ingest("passages", { paths: [join(folder, "rivers.json")] });
    const found = await search("Which river runs through Vienna?", taskAbout(null));
    expect(found).toHaveLength(3);
    expect(found[0]).toContain("The Danube runs through Vienna.");
  });

  it("is, where a memory is named, that one, which holds the history", async () => {
    const file = join(folder, "rides.json");
    await mnema.ingest("ana", { paths: [file] });
    const { search } = createLookups(mnema, null, "ana");
    expect(await search("Along which river?", taskAbout(file))).toEqual([expect.stringContaining("I rode along the Elbe.")]);
    // A memory of the file's own was not made.
    const made = (await mnema.space.services.memories()).map(({ memoryId }) => memoryId);
    expect(made.filter((id) => id.startsWith("questions-"))).toEqual([]);
  });

  it("is, where passages are given, these instead, but for questions about a history", async () => {
    const { search } = createLookups(mnema, async (words) => [`passage about ${words}`]);
    expect(await search("Vienna", taskAbout(null))).toEqual(["passage about Vienna"]);
    const own = await search("Along which river?", taskAbout(join(folder, "rides.json")));
    expect(own).toEqual([expect.stringContaining("I rode along the Elbe.")]);
  });
});

describe("a search on a history of one's own", () => {
  const DAYS = 12;
  let folder: string;
  let mnema: Mnema;
  const questions = (count: number) =>
    Array.from({ length: count }, (_, day) => ({
      question: `How many swims did I log on ${day + 1} May 2026?`,
      answer: String(10 + day),
      value: 10 + day,
    }));
  const history = (count: number) => ({
    format: "mnema-history/1",
    id: "swims",
    sessions: [
      {
        id: "pool",
        rounds: Array.from({ length: DAYS }, (_, day) => ({
          id: `s${day}`,
          time: `2026-05-${String(day + 1).padStart(2, "0")}`,
          user: `Pool log\n- swims: ${10 + day}\n- water temperature: ${20 + day} °C`,
          assistant: "Noted.",
        })),
      },
    ],
    questions: questions(count),
  });
  const design = (environment: string, file: string, events: DesignProgress[] = [], settings: object = {}) =>
    mnema.design("team", {
      environment,
      source: join(folder, file),
      settings: { steps: 1, finalRuns: 1, ...settings },
      onProgress: (progress) => void events.push(progress),
    });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-own-"));
    await writeFile(join(folder, "swims.json"), JSON.stringify(history(DAYS)));
    await writeFile(join(folder, "two.json"), JSON.stringify(history(2)));
    mnema = await openMnema(readConfig({ MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
      model: null,
    });
    await mnema.ingest("ana", { paths: [join(folder, "swims.json")] });
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("asks the memory that holds it, keeps questions for the test back, and tells its own progress alone", async () => {
    const events: DesignProgress[] = [];
    const report = await design("questions@ana", "swims.json", events);
    expect(report).toMatchObject({ search: "questions@ana/offline/paper", stopped: null, test: { tasks: 4 } });
    expect(report.chosen?.mean).toBeGreaterThan(0);
    // A memory that is made on the way has an ingest of its own.
    await design("questions", "swims.json", events, { steps: 0, updateTasks: 1, retrieveTasks: 1, testTasks: 1 });
    for (const { step, steps, event } of events) expect([typeof step, typeof steps, typeof event]).toEqual(["number", "number", "string"]);
    const { programs } = (await mnema.memory("team")).store;
    const done = await programs.runs(report.search);
    const tasksOf = (...wanted: string[]) =>
      new Set(done.filter(({ purpose, task }) => task !== "" && wanted.includes(purpose)).map(({ task }) => task));
    const [tested, trained] = [tasksOf("test"), tasksOf("collect", "evaluate")];
    expect([tested.size, [...tested].filter((task) => trained.has(task))]).toEqual([4, []]);
  });

  it("says what is missing: questions enough, the memory, a world that asks one", async () => {
    await expect(design("questions", "two.json")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("three tasks or more"),
    });
    await expect(design("questions@nobody", "swims.json")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(design("planning@ana", "swims.json")).rejects.toMatchObject({ code: "USAGE" });
  });
});
