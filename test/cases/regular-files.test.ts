import { execFileSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCodeEnvironment } from "../../environments/code/environment.js";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import { createQuestionEnvironment } from "../../environments/questions/environment.js";
import { readPassages } from "../../environments/questions/passages.js";
import { importFile, importPath } from "../../importers/registry.js";
import type { Warning } from "../../importers/contract.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { CLOCK, history, TWO_SESSIONS, useMemories } from "../care/memories.js";

const HISTORY = JSON.stringify({ sessions: [{ rounds: [{ user: "See", pictures: [{ src: "pipe.json" }] }] }] });

describe("what is no regular file", () => {
  let folder: string;
  const memories = useMemories();
  const socket = createServer();
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-pipes-"));
    await mkdir(at("empty"));
    execFileSync("mkfifo", [at("pipe.json")]);
    await new Promise<void>((resolve) => void socket.listen(at("socket.json"), resolve));
    await writeFile(at("history.json"), HISTORY);
  });
  afterAll(async () => {
    await new Promise((resolve) => void socket.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ["a pipe", () => at("pipe.json")],
    ["a socket", () => at("socket.json")],
    ["a device that never ends", () => "/dev/zero"],
    ["a device that is empty", () => "/dev/null"],
  ])("is refused by name as a history and as an export, and not written over: %s", async (_, path) => {
    const refused = { code: "INVALID_INPUT", message: expect.stringContaining(path()), place: path() };
    await expect(importFile(path())).rejects.toMatchObject(refused);
    await expect(importMemory(memories.space(), path(), "copy", CLOCK)).rejects.toMatchObject(refused);
    const store = await memories.remember("m", history(TWO_SESSIONS));
    await expect(exportMemory(store, path())).rejects.toMatchObject(refused);
    expect(lstatSync(path()).isFile()).toBe(false);
    expect(existsSync(`${path()}.partial`)).toBe(false);
    await expect(memories.space().open("copy", { create: false, now: "" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is left out of a folder with a warning, and is no picture", async () => {
    const warnings: Warning[] = [];
    const states: string[] = [];
    await importPath(
      folder,
      {},
      {
        history: async ({ sessions }) =>
          void states.push(
            ...sessions.flatMap(({ rounds }) =>
              rounds.flatMap(({ turns }) => turns.flatMap((turn) => turn.pictures.map(({ state }) => state))),
            ),
          ),
        picture: async () => undefined,
        warning: (warning) => void warnings.push(warning),
      },
    );
    expect(states).toEqual(["refused"]);
    expect(warnings.filter(({ code }) => code === "file-left-out").map(({ place }) => place)).toEqual([at("pipe.json"), at("socket.json")]);
  });

  it("is refused by name as the tasks of a world, and left out of a folder of them", async () => {
    for (const name of ["tasks.tsv", "problem.pddl"]) execFileSync("mkfifo", [at(name)]);
    const worlds = [
      [createQuestionEnvironment({}), at("tasks.tsv")],
      [createQuestionEnvironment({}), at("pipe.json")],
      [createCodeEnvironment(), at("pipe.json")],
      [createPlanningEnvironment(), at("problem.pddl")],
      [createPlanningEnvironment(), "/dev/zero"],
    ] as const;
    for (const [world, path] of worlds) {
      await expect(world.tasks(path)).rejects.toMatchObject({ code: "INVALID_INPUT", place: path });
      await world.close();
    }
    await expect(createPlanningEnvironment().tasks(folder)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readPassages(at("tasks.tsv"))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it.runIf(existsSync("/proc/kmsg"))("of the kernel's files none is waited for", async () => {
    for (const path of ["/proc/kmsg", "/proc/version"]) {
      await expect(importFile(path)).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
      await expect(importMemory(memories.space(), path, "copy", CLOCK)).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
      await expect(createPlanningEnvironment().tasks(path)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await expect(createQuestionEnvironment({}).tasks(path)).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
    }
  });
});
