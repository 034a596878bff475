import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { importFile } from "../../importers/registry.js";
import { openMnema } from "../../memory/open.js";

const SAMPLES = join(import.meta.dirname, "..", "..", "samples");
const FILE = join(SAMPLES, "health-journal.json");

interface SampleQuestion {
  readonly id: string;
  readonly point: string;
  readonly question: string;
  readonly answer: string;
  readonly value: number | null;
  readonly evidence: readonly string[];
}

const { questions } = JSON.parse(readFileSync(FILE, "utf8")) as { questions: readonly SampleQuestion[] };

describe("the demo's sample history", () => {
  it("is read whole, with every picture and without a warning", async () => {
    const { history, pictures, warnings } = await importFile(FILE);
    const rounds = history.sessions.flatMap((session) => session.rounds);
    expect(warnings).toEqual([]);
    expect([history.sessions.length, rounds.length]).toEqual([10, 72]);
    const shown = rounds.flatMap((round) => round.turns.flatMap((turn) => turn.pictures));
    expect(shown.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => "stored"));
    expect(pictures.every(({ mime, bytes }) => mime === "image/png" && bytes.length < 60_000)).toBe(true);
  });

  it("has questions whose evidence is in it, and the demo asks the same ones", async () => {
    const { history } = await importFile(FILE);
    const ids = new Set(history.sessions.flatMap((session) => session.rounds.flatMap((round) => round.ids)));
    expect(questions.flatMap(({ evidence }) => evidence).filter((id) => !ids.has(id))).toEqual([]);
    expect(JSON.parse(readFileSync(join(SAMPLES, "questions.json"), "utf8"))).toEqual(questions.map(({ question }) => question));
  });

  it("becomes two tables offline, pictures included, from which its analytic questions are answered exactly", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mnema-samples-"));
    const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }), { visual: null });
    try {
      expect(await mnema.ingest("demo", { paths: [FILE] })).toMatchObject({ rounds: 72, failed: 0, tables: 2 });
      const { store } = await mnema.memory("demo");
      const tables = await store.tables.tables();
      const rows = await Promise.all(tables.map(({ id }) => store.tables.rows(id)));
      expect(tables.map(({ columns }) => columns.map(({ name }) => name.toLowerCase()))).toEqual([
        ["sleep", "resting heart rate", "steps", "blood glucose"],
        ["distance", "duration", "route"],
      ]);
      expect(rows.map((of) => [of.length, of.reduce((cells, row) => cells + row.cells.size, 0)])).toEqual([
        [37, 143],
        [12, 36],
      ]);
      for (const { point, question, answer, value, evidence } of questions) {
        const result = await mnema.ask("demo", question);
        if (point === "analytic" && value === null) expect(result.items, question).toEqual([answer]);
        if (point === "analytic" && value !== null) expect(result.value, question).toBeCloseTo(value, 3);
        if (evidence.length === 0) expect(result.items, question).toEqual([]);
      }
    } finally {
      await mnema.close();
      await rm(folder, { recursive: true });
    }
  });
});
