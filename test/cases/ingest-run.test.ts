import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { type Mnema, openMnema } from "../../memory/open.js";

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
});
