import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { journal } from "../fixtures/journal.js";
import { TINY } from "../fixtures/pictures.js";
import { type Ended, inFolder, mnema } from "./command-line.js";

/** The one document on stdout. */
const documentOf = ({ stdout }: Ended) => JSON.parse(stdout) as { error?: { code: string; message: string } };

describe("the command line's manners", () => {
  it.each([
    ["no command", []],
    ["a group without a command", ["keys"]],
    ["an unknown command", ["frobnicate"]],
    ["an unknown option", ["show", "--frob"]],
    ["an option without its value", ["show", "--memory"]],
    ["too many arguments", ["show", "x", "--memory", "m"]],
    ["a data folder without a name", ["show", "--memory", "m", "--data", ""]],
    ["two forms at once", ["tables", "t", "--csv", "--memory", "m"]],
  ])("answers %s with one error document and exit code 2", async (_, args) => {
    const ended = await mnema(["--json", ...args]);
    expect(ended.code).toBe(2);
    expect(documentOf(ended)).toEqual({ error: { code: "USAGE", message: expect.stringMatching(/\w/) as string } });
  });

  it("prints its version, and help as a document when asked for one", async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8")) as { version: string };
    expect(await mnema(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(documentOf(await mnema(["--version", "--json"]))).toEqual({ version });
    expect(documentOf(await mnema(["--help", "--json"]))).toEqual({ help: expect.stringContaining("ingest") as string });
  });

  it("says what is wrong with a data folder, and makes nothing there", () =>
    inFolder({ "a-file": "text" }, async (folder) => {
      for (const data of [join(folder, "a-file"), join(folder, "a-file", "below"), "/proc/none"]) {
        const ended = await mnema(["show", "--memory", "m", "--data", data, "--json"]);
        expect(ended.code).toBe(1);
        expect(documentOf(ended)).toMatchObject({ error: { code: "INVALID_CONFIG", message: expect.stringContaining(data) as string } });
      }
      expect(await readdir(folder)).toEqual(["a-file"]);
    }));

  it("names rounds in show, times in CSV, and who said what under an answer", () => {
    const turns = [
      { speaker: "Ana", text: "What is the dog called again?" },
      { speaker: "Ben", text: "The dog is called Rufus." },
    ];
    const history = { sessions: [...journal(2).sessions, { id: "dogs", time: "2024-05-01T10:00+02:00", turns }] };
    return inFolder({ "history.json": history }, async (folder) => {
      const where = ["--memory", "m", "--data", folder];
      await mnema(["ingest", join(folder, "history.json"), ...where]);
      const shown = (await mnema(["show", ...where])).stdout;
      for (const id of ["dogs:1", "S1:1"]) expect(shown).toContain(id);
      const [table] = JSON.parse((await mnema(["tables", ...where, "--json"])).stdout) as [{ name: string; rows: { round: string }[] }];
      const csv = (await mnema(["tables", table.name, "--csv", ...where])).stdout.split("\r\n");
      expect(csv[0]).toMatch(/^round,@time,/);
      expect(csv[1]).toMatch(new RegExp(`^${table.rows[0]?.round},\\d{4}-\\d\\d-\\d\\d`));
      expect((await mnema(["ask", "What is the dog called?", ...where])).stdout).toMatch(
        /said:\n {2}\[2024-05-01.*\n(?: {2}.*\n)* {2}(?:dogs:1 )?Ben: The dog is called Rufus\./,
      );
    });
  });

  it("tells of a model that cannot be reached by its code: of a question, and of what waits", () =>
    inFolder({ "runs.json": journal(1) }, async (folder) => {
      const gone = { MNEMA_MODEL: "tiny", OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", MNEMA_MODEL_TIMEOUT: "2" };
      const where = ["--memory", "m", "--data", folder, "--json"];
      const ingested = await mnema(["ingest", join(folder, "runs.json"), ...where], gone);
      expect(ingested.code).toBe(3);
      expect(ingested.stderr).toContain("MODEL_UNREACHABLE");
      const asked = await mnema(["ask", "How far?", ...where], gone);
      expect(asked.code).toBe(1);
      expect(documentOf(asked)).toMatchObject({ error: { code: "MODEL_UNREACHABLE" } });
      expect((await mnema(["audit", ...where])).stderr).toContain("MODEL_UNREACHABLE");
    }));

  it("says beside the document which pictures are lost", () =>
    inFolder({}, async (folder) => {
      await writeFile(join(folder, "dot.png"), TINY.png);
      await writeFile(
        join(folder, "h.json"),
        JSON.stringify({ sessions: [{ rounds: [{ id: "p1", user: "See", pictures: [{ src: "dot.png" }] }] }] }),
      );
      const data = join(folder, "data");
      await mkdir(data);
      const where = ["--memory", "m", "--data", data, "--json"];
      await mnema(["ingest", join(folder, "h.json"), ...where]);
      const file = (await readdir(data, { recursive: true, encoding: "utf8" })).find((name) => /(?:^|\/)[0-9a-f]{64}$/.test(name));
      await rm(join(data, file ?? "none"));
      const audited = await mnema(["audit", ...where]);
      expect(audited).toMatchObject({ code: 1, stderr: expect.stringContaining("p1: Its picture") as string });
      expect(JSON.parse(audited.stdout)).toEqual({ rounds: 1, represented: 1, skipped: 0, pending: 0, ok: false });
      const exported = await mnema(["export", join(folder, "out.jsonl"), ...where]);
      expect(exported).toMatchObject({ code: 0, stderr: expect.stringContaining("1 pictures are gone or damaged") as string });
    }));
});
