import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMnema } from "./command-line.js";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "mnema-serve-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (...args: string[]) => startMnema([...args, "--data", folder, "--json"]);

/** The one JSON document that a command writes. */
async function documentOf({ stdout }: ChildProcess): Promise<Record<string, string>> {
  let text = "";
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.endsWith("\n")) break;
  }
  return JSON.parse(text) as Record<string, string>;
}

describe("mnema serve and mnema keys", () => {
  it("make a key, serve who has it, and end in order on SIGTERM", async () => {
    const made = await documentOf(start("keys", "add", "laptop", "--memories", "m"));
    expect(made).toMatchObject({ name: "laptop", memories: ["m"], access: "write" });
    const server = start("serve", "--port", "0");
    const [{ url }, listed] = await Promise.all([documentOf(server), documentOf(start("keys", "list"))]);
    expect(listed).toMatchObject({ keys: [{ name: "laptop", id: made["id"] }] });
    expect(JSON.stringify(listed)).not.toContain(made["key"]);
    const make = (id: string, headers: Record<string, string>) =>
      fetch(`${url}/v1/memories`, {
        method: "POST",
        body: JSON.stringify({ id }),
        headers: { "Content-Type": "application/json", ...headers },
      });
    const key = { Authorization: `Bearer ${made["key"]}` };
    expect([(await make("m", {})).status, (await make("m", key)).status, (await make("n", key)).status]).toEqual([401, 201, 404]);
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
    expect(await documentOf(start("keys", "remove", made["id"] ?? ""))).toEqual({ removed: made["id"] });
  });
});
