import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MNEMA_BUDGET } from "../../evals/baselines/budget.js";
import { peerMemory } from "../../evals/baselines/peer-memory.js";
import { METHODS } from "../../evals/baselines/registry.js";
import { baselineSubject } from "../../evals/baselines/subject.js";
import { openLangGraphStore } from "../../evals/peers/langgraph-store.js";
import { loadPeer } from "../../evals/peers/load.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";

/** Twenty rounds in four sessions; the key is told of in the third, long before the last. */
const SAID = [
  ["I planted beans and peas in the garden bed today.", "Lovely, they grow fast in May."],
  ["My sister Nadia moved to Lisbon last week.", "How exciting for her!"],
  ["Nadia left the spare key under the blue flowerpot.", "I will remember where the spare key is."],
  ["Which soup goes with rye bread?", "Try a beetroot soup."],
  ["I am a nurse and I work nights in the city hospital.", "Night shifts are hard."],
] as const;
const FILLER = ["the train was late", "we watched a long film", "my bike has a flat tyre", "it rained all afternoon", "I baked two loaves"];
const rounds = [0, 1, 2, 3].map((session) =>
  SAID.map(([user, assistant], at) => ({
    id: `S${session + 1}:${at + 1}`,
    time: `2024-0${session + 1}-1${at}`,
    user: session === 2 ? user : `${FILLER[at]}, week ${session + 1} of my diary`,
    assistant: session === 2 ? assistant : "I see.",
    ...(session === 1 && at === 0 ? { pictures: [{ id: "P1", caption: "a photo of a red kite above the dunes" }] } : {}),
  })),
);
const QUESTION = "Where did Nadia leave the spare key?";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-baselines-"));
  file = join(folder, "diary.json");
  const sessions = rounds.map((own, at) => ({ id: `S${at + 1}`, rounds: own }));
  await writeFile(file, JSON.stringify({ format: "mnema-history/1", id: "diary", sessions }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a method gives for questions about the diary, as evaluation asks them. */
async function asked(name: keyof typeof METHODS, questions: readonly string[]) {
  const parts = { encoder: openHashingEncoder(), visual: null, model: null, clock: () => new Date("2024-05-01") };
  const subject = await baselineSubject(METHODS[name], parts)(0);
  await subject.ingest(file);
  const answers = [];
  for (const question of questions) answers.push(await subject.ask(question));
  await subject.close();
  return answers.map(({ ms: _, trace, ...told }) => ({ ...told, decisions: trace?.decisions.map(({ name: made }) => made) ?? [] }));
}

describe.each(Object.keys(METHODS) as (keyof typeof METHODS)[])("the baseline %s", (name) => {
  it("answers from evidence within the budget, cites it, and gives the same again", async () => {
    const questions = [QUESTION, "Which picture shows a kite?", "Summarize what Nadia did."];
    const answers = await asked(name, questions);
    expect(await asked(name, questions)).toEqual(answers);
    for (const { evidence, citations, decisions } of answers) {
      const ids = new Set(evidence.flatMap(({ rounds: own }) => own));
      expect(citations.filter((id) => !ids.has(id))).toEqual([]);
      expect(decisions).toContain("answer");
      if (name === "full-context") expect(evidence).toHaveLength(20);
      else expect(evidence.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(MNEMA_BUDGET.characters);
      if (!name.endsWith("context")) expect(evidence.length).toBeLessThanOrEqual(MNEMA_BUDGET.units);
    }
    const [key] = answers;
    if (name === "no-memory") expect(key).toMatchObject({ evidence: [], items: [], citations: [] });
    else {
      expect(key?.evidence.find(({ rounds: own }) => own.includes("S3:3"))?.text).toContain("under the blue flowerpot");
      expect(key).toMatchObject({ answer: expect.stringContaining("flowerpot"), citations: ["S3:3"] });
    }
  });
});

describe("what sets a baseline apart", () => {
  it("is held to a smaller budget when one is set", async () => {
    const budget = { units: 2, characters: 150 };
    const parts = { encoder: openHashingEncoder(), visual: null, model: null, clock: () => new Date("2024-05-01"), budget };
    const subject = await baselineSubject(METHODS.dense, parts)(0);
    await subject.ingest(file);
    const { evidence } = await subject.ask(QUESTION);
    expect(evidence.length).toBeLessThanOrEqual(2);
    expect(evidence.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(150);
  });

  it("is UniversalRAG's router: pictures, whole sessions or rounds", async () => {
    const [key, picture, session] = await asked("universal-rag", [QUESTION, "Which picture shows a kite?", "Summarize what Nadia did."]);
    expect(key?.evidence[0]?.rounds).toEqual(["S3:3"]);
    expect(picture?.evidence.map(({ rounds: own }) => own)).toEqual([["S2:1"]]);
    expect(session?.evidence[0]?.rounds).toEqual(rounds[2]?.map(({ id }) => id));
  });

  it("is that MIRIX tells facts beside rounds, of the round that they come from", async () => {
    const [nurse] = await asked("mirix", ["What do I do at work as a nurse?"]);
    expect(nurse?.evidence.map(({ rounds: own, text }) => [own[0], text.split("\n")[1]])).toContainEqual([
      "S3:5",
      "S3:5 user: I am a nurse and I work nights in the city hospital.",
    ]);
  });
});

describe("a peer", () => {
  it("answers by the texts that it finds, of the rounds that it names", async () => {
    const parts = { encoder: openHashingEncoder(), visual: null, model: null, clock: () => new Date("2024-05-01") };
    const method = peerMemory("LangGraph's store", openLangGraphStore, { dimension: parts.encoder.dimension });
    const subject = await baselineSubject(method, parts)(0);
    await subject.ingest(file);
    const { evidence, items, citations } = await subject.ask(QUESTION);
    await subject.close();
    expect(evidence).toHaveLength(MNEMA_BUDGET.units);
    expect(evidence[0]).toMatchObject({ rounds: ["S3:3"], text: expect.stringContaining("under the blue flowerpot") });
    expect({ items, citations }).toEqual({ items: [expect.stringContaining("flowerpot")], citations: ["S3:3"] });
  });

  it("that is not installed says how it is", async () => {
    await expect(loadPeer("no-such-memory")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("npm run peers"),
    });
  });
});
