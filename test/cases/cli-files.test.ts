import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { converse } from "../../cli/chat.js";
import { addEval } from "../../cli/eval.js";
import type { Output } from "../../cli/output.js";
import type { AskResult } from "../../memory/ask.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-cli-"));
  vi.stubEnv("MNEMA_ENCODER", "hashing");
  vi.stubEnv("MNEMA_DATA", join(folder, "data"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
  await rm(folder, { recursive: true, force: true });
});

describe("mnema eval", () => {
  const QUESTION = { point: "sum", question: "How much was the bill?", answer: "42", clue: ["D1:1"] };
  const SESSION = { session_id: "D1", date: "2025-01-01", dialogues: [{ round: "D1:1", user: "The bill was 42.", assistant: "Noted." }] };
  const WORLD = JSON.stringify({ multi_session_dialogues: [SESSION], "human-annotated QAs": [QUESTION] });

  /** The exit code of the command; what it prints is swallowed. */
  async function evalOf(path: string, out: string): Promise<unknown> {
    for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true);
    const program = new Command();
    addEval(program);
    await program.parseAsync(["eval", join(folder, path), "--out", join(folder, out)], { from: "user" });
    vi.restoreAllMocks();
    return process.exitCode;
  }

  it.each([
    ["no such file", "none.json", "out.jsonl", 1],
    ["no questions", "empty.json", "out.jsonl", 1],
    ["the file itself", "world.json", "world.json", 2],
    ["a file of the folder", "worlds", "worlds/a.json", 2],
    ["a file of the memories", "world.json", "data/services.db", 1],
  ])("leaves what is there as it was: %s", async (_, path, out, code) => {
    for (const name of ["worlds", "data"]) mkdirSync(join(folder, name));
    for (const name of ["world.json", "worlds/a.json", "out.jsonl", "data/services.db"]) writeFileSync(join(folder, name), WORLD);
    writeFileSync(join(folder, "empty.json"), "{}");
    expect(await evalOf(path, out)).toBe(code);
    expect(readFileSync(join(folder, out), "utf8")).toBe(WORLD);
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).includes("partial"))).toEqual([]);
  });

  it("replaces it when all is answered", async () => {
    writeFileSync(join(folder, "world.json"), WORLD);
    writeFileSync(join(folder, "out.jsonl"), "before");
    expect(await evalOf("world.json", "out.jsonl")).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, "out.jsonl"), "utf8"))).toMatchObject({ question: QUESTION.question });
    expect([readdirSync(folder).sort(), existsSync(join(folder, "data"))]).toEqual([["out.jsonl", "world.json"], false]);
  });
});

describe("mnema chat --json", () => {
  it.each([
    ["nothing", [], []],
    ["an exit alone", ["exit", "later"], []],
    ["two questions", ["one", " ", "two "], ["one", "two"]],
  ])("prints one document: %s", async (_, said, expected) => {
    const printed: unknown[] = [];
    const output: Output = { json: true, result: (value) => void printed.push(value), note: () => undefined };
    const lines = (async function* () {
      yield* said;
    })();
    const ask = async (question: string) => ({ answer: question }) as AskResult;
    await converse(lines, ask, output, () => undefined);
    expect(printed).toEqual([expected.map((answer) => ({ answer }))]);
  });
});
