import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../config.js";

it("names an exported function for every graph", async () => {
  const { graphs } = JSON.parse(await readFile(join(packageRoot(), "langgraph.json"), "utf8")) as { graphs: Record<string, string> };
  expect(Object.keys(graphs)).toEqual(["ingest", "query"]);
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
