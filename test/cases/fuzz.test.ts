import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { MnemaError } from "../../core/errors.js";
import { importFile, importPath } from "../../importers/registry.js";
import { effort } from "../effort.js";
import { damaged, EXPORTS, SAMPLES } from "../fuzz/damaged-imports.js";
import { survivesImport, targets } from "../fuzz/targets.js";

const folder = await mkdtemp(join(tmpdir(), "mnema-fuzz-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of all kinds together; `npm run fuzz` draws a million. */
const INPUTS = effort(1_500, 20_000);

describe("whatever comes from outside is survived", () => {
  for (const { name, share, property } of targets(folder))
    it(name, () => fc.assert(property, { numRuns: Math.round((INPUTS * share) / 1_000) }));
});

describe("importers", () => {
  it("take the whole samples", async () => {
    for (const sample of [...SAMPLES, ...EXPORTS]) {
      const path = join(folder, "whole.json");
      await writeFile(path, JSON.stringify(sample));
      expect((await importFile(path)).history.sessions.length).toBeGreaterThan(0);
    }
  });

  it("read a list entry by entry as they read it whole", async () => {
    const told = async (content: string, streamedFrom: number) => {
      const path = join(folder, "list.json");
      await writeFile(path, content);
      const sink: unknown[] = [];
      const result = await importPath(
        path,
        { streamedFrom },
        {
          history: async (history) => void sink.push(history),
          picture: async () => undefined,
          warning: ({ code, count }) => void sink.push([code, count]),
        },
      ).catch((error: MnemaError) => error.code);
      return [sink, result];
    };
    await fc.assert(
      fc.asyncProperty(damaged, async (value) => {
        const content = JSON.stringify([value].flat());
        const [whole, streamed] = [await told(content, Number.MAX_SAFE_INTEGER), await told(content, 0)];
        expect(streamed).toEqual(whole);
      }),
      { numRuns: effort(100, 300) },
    );
  });

  it("survive JSON nested deeply", async () => {
    await survivesImport(folder, "[".repeat(50_000) + "]".repeat(50_000));
    await survivesImport(folder, `{"messages":[{"role":"user","content":${"[".repeat(50_000)}${"]".repeat(50_000)}}]}`);
    await survivesImport(
      folder,
      `{"multi_session_dialogues":[{"date":${"[".repeat(50_000)}${"]".repeat(50_000)},"dialogues":[{"user":"a"}]}]}`,
    );
  });
});
