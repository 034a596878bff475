import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { packageRoot } from "../../config.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-langgraph-"));
  // The entry points open what the environment names; a person's own memories are none of a test's business.
  for (const [name, value] of Object.entries({ MNEMA_DATA: folder, NEO4J_URI: "", CHECKPOINT_URL: "", MNEMA_MODEL: "" }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it("names an exported function for every graph", async () => {
  const { graphs } = JSON.parse(await readFile(join(packageRoot(), "langgraph.json"), "utf8")) as { graphs: Record<string, string> };
  expect(Object.keys(graphs)).toEqual(expect.arrayContaining(["ingest", "query"]));
  for (const [name, target] of Object.entries(graphs)) {
    const [file, exported] = target.split(":");
    const module = (await import(join(packageRoot(), file ?? ""))) as Record<
      string,
      () => Promise<{ getGraphAsync(): Promise<{ nodes: object }> }>
    >;
    const graph = await module[exported ?? ""]?.();
    expect(graph, name).toBeDefined();
    expect(Object.keys((await graph?.getGraphAsync())?.nodes ?? {}).length, name).toBeGreaterThan(4);
  }
});
