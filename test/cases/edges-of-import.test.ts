import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extract } from "../../decisions/extract.js";
import type { ExtractInput } from "../../decisions/extraction/round.js";
import { importFile } from "../../importers/registry.js";

const MARKDOWN =
  "Prices:\n\n| what | €\t|\n|:-----|----:|\n| tea  | 3,20 |\n\n* one\n  * two  \n\t1. three\n\n- [ ] do\\|ne\n    code `a|b`\n> *quoted*";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "mnema-edges-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const imported = async (content: unknown) => {
  const file = join(folder, "history.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  const { history, warnings } = await importFile(file);
  return { rounds: history.sessions.flatMap(({ rounds }) => rounds), warnings };
};

describe("text with tables and lists in it", () => {
  it.each([
    ["Mnema", { sessions: [{ rounds: [{ user: MARKDOWN, assistant: MARKDOWN }] }] }],
    [
      "OpenAI",
      {
        messages: [
          { role: "user", content: MARKDOWN },
          { role: "assistant", content: [{ type: "text", text: MARKDOWN }] },
        ],
      },
    ],
    [
      "LoCoMo",
      {
        session_1: [
          { speaker: "Ana", dia_id: "D1:1", text: MARKDOWN },
          { speaker: "Ben", dia_id: "D1:2", text: MARKDOWN },
        ],
      },
    ],
    ["MemGallery", { multi_session_dialogues: [{ session_id: "s", dialogues: [{ round: "r", user: MARKDOWN, assistant: MARKDOWN }] }] }],
  ])("comes in as it is from %s", async (_, history) => {
    expect((await imported(history)).rounds.flatMap(({ turns }) => turns.map(({ text }) => text))).toEqual([MARKDOWN, MARKDOWN]);
  });
});

describe("a time in a zone that does not exist", () => {
  it("is unknown, with a warning that names its place", async () => {
    const times = ["2024-05-01T10:00+99:99", "2024-05-01T10:00+25:00", "2024-05-01T10:00+05:45"];
    const { rounds, warnings } = await imported({ sessions: [{ rounds: times.map((time, index) => ({ time, user: `said ${index}` })) }] });
    expect(rounds.map(({ time }) => time?.zone ?? null)).toEqual([null, null, "+05:45"]);
    expect(warnings.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(warnings[0]).toMatchObject({ code: "time-unknown", place: expect.stringContaining("sessions[0].rounds[0].time") as string });
  });
});

describe("input that is huge or deep", () => {
  const round = (text: string): ExtractInput => ({ time: null, turns: [{ role: "user", speaker: null, text, pictures: [] }] });
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: b${index}\n`).join("");

  it("gives all values of a long round, and of one that is too long a reason", () => {
    expect(extract.offline(round(many(5_000))).items).toHaveLength(5_000);
    expect(() => extract.offline(round(many(130_000)))).toThrow(expect.objectContaining({ code: "BUDGET_EXCEEDED" }) as Error);
    expect(() => extract.offline(round("word ".repeat(1_000_000)))).toThrow(expect.objectContaining({ code: "BUDGET_EXCEEDED" }) as Error);
  });

  it.each([
    ["lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["sessions", `${'{"sessions":['.repeat(50_000)}1${"]}".repeat(50_000)}`],
    ["content", `[{"role":"user","content":${'[{"text":'.repeat(50_000)}1${"}]".repeat(50_000)}}]`],
    ["a time", `{"sessions":[{"rounds":[{"user":"x","time":${"[".repeat(50_000)}${"]".repeat(50_000)}}]}]}`],
  ])("nested without end ends with a result or an error of ours: %s", async (_, text) => {
    const outcome = await imported(text).then(
      ({ rounds }) => rounds.length,
      (error: { code?: string }) => error.code,
    );
    expect([1, "UNKNOWN_FORMAT", "INVALID_INPUT"]).toContain(outcome);
  });
});
