import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { journal } from "../fixtures/journal.js";

describe("a run that somebody named", () => {
  let folder: string;
  let mnema: Mnema;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-run-"));
    mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }));
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("is closed by them while it still holds the memory, so that no other writer takes it up again", async () => {
    const file = join(folder, "h.json");
    await writeFile(
      file,
      JSON.stringify({ format: "mnema-history/1", id: "h", sessions: [{ id: "s", rounds: [{ id: "r", user: "Hello" }] }] }),
    );
    const { services } = mnema.space;
    const endedAt = "2024-05-01T08:00:00.000Z";
    let other: Promise<unknown> = Promise.resolve();
    await mnema.ingest("m", {
      runId: "mine",
      paths: [file],
      onReport: async ({ rounds }) => {
        expect(rounds).toBe(1);
        const { store } = await mnema.memory("m");
        expect(await store.leaseHolder()).not.toBeNull();
        const run = await services.run("mine");
        expect(run?.state).toBe("open");
        other = mnema.ingest("m");
        if (run !== null) await services.putRun({ ...run, state: "done", endedAt });
      },
    });
    await other;
    expect(await services.run("mine")).toMatchObject({ state: "done", endedAt });
  });

  it("that was cut short goes on with its own files from wherever, and says so when they are gone", async () => {
    const { services } = mnema.space;
    const file = join(folder, "cut.json");
    const rounds = [{ id: "r", user: "Hello" }];
    const cut = async (memory: string, runId: string) => {
      await writeFile(file, JSON.stringify({ format: "mnema-history/1", id: "h", sessions: [{ id: "s", rounds }] }));
      const signal = AbortSignal.abort();
      await mnema.ingest(memory, { runId, paths: [relative(process.cwd(), file)], signal }).catch(() => undefined);
      expect((await services.run(runId))?.input?.paths).toEqual([file]);
    };
    await cut("kept", "cut1");
    expect(await mnema.ingest("kept")).not.toHaveProperty("lost");
    expect(await (await mnema.memory("kept")).store.log.count()).toMatchObject({ rounds: 1 });
    await cut("gone", "cut2");
    await rm(file);
    const warnings: string[] = [];
    const report = await mnema.ingest("gone", { onWarning: (line) => void warnings.push(line) });
    expect(report).toMatchObject({ rounds: 0, lost: [{ run: "cut2", error: "NOT_FOUND" }] });
    expect(warnings).toEqual([expect.stringContaining(file)]);
    expect(await services.run("cut2")).toMatchObject({ state: "failed", error: "NOT_FOUND" });
    expect(await mnema.ingest("gone")).not.toHaveProperty("lost");
  });

  it("lets others have their turn at every round, with nothing that it would wait for", async () => {
    const count = 180;
    await writeFile(join(folder, "long.json"), JSON.stringify(journal(count / 6)));
    let turns = 0;
    const run = { isDone: false };
    const ingest = mnema.ingest("long", { paths: [join(folder, "long.json")] }).finally(() => (run.isDone = true));
    for (; !run.isDone; turns++) await setImmediate();
    expect((await ingest).rounds).toBe(count);
    expect(turns).toBeGreaterThan(count);
  });
});
