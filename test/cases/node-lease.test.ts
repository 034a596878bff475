import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Memory, openMemory } from "../../index.js";
import { nodeLeases } from "../../memory/node-lease.js";

let folder: string;
let memory: Memory;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-lease-"));
  memory = await openMemory("m", { config: { dataFolder: folder, encoder: "hashing", model: null, neo4j: null, checkpointUrl: null } });
});
afterEach(async () => {
  await memory.close();
  await rm(folder, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("lets the nodes of one run work together, keeps another run's out, and gives the lease back", async () => {
  const open = await memory.mnema.memory("m");
  const leased = nodeLeases();
  const working = new Set<string>();
  const seen: string[] = [];
  const node = (run: string, name: string) =>
    leased(open, run, async () => {
      working.add(`${run}${name}`);
      await pause(100);
      seen.push([...working].toSorted().join("+"));
      await pause(100);
      working.delete(`${run}${name}`);
    });
  await Promise.all([node("a", "1"), node("a", "2"), node("b", "1")]);
  expect(seen.toSorted()).toEqual(["a1+a2", "a1+a2", "b1"]);
  await expect.poll(() => open.store.leaseHolder(), { timeout: 5_000 }).toBeNull();
});

it("holds on from one node to the next, passes on what a node throws, and lets go at once when it is told", async () => {
  const open = await memory.mnema.memory("m");
  const leased = nodeLeases();
  await expect(leased(open, "a", () => Promise.reject(new Error("a node's own")))).rejects.toThrow("a node's own");
  const holder = await open.store.leaseHolder();
  expect(holder).toContain("studio-");
  expect(await leased(open, "a", () => open.store.leaseHolder())).toBe(holder);
  await leased.release();
  expect(await open.store.leaseHolder()).toBeNull();
});
