import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatNames } from "../../importers/registry.js";
import { MnemaHistoryFile, mnemaHistoryJsonSchema } from "../../importers/mnema-schema.js";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "formats.md"), "utf8");

describe("documented formats", () => {
  it("ships the JSON Schema that is used (npx tsx scripts/write-schemas.ts writes it)", () => {
    expect(JSON.parse(readFileSync(join(root, "schemas", "mnema-history.schema.json"), "utf8"))).toEqual(mnemaHistoryJsonSchema());
  });

  it("describes every format by name", () => {
    for (const name of formatNames()) expect(page).toContain(`\`${name}\``);
  });

  it("shows an example of Mnema's own that holds", () => {
    const example = /```json\n([\s\S]*?)\n```/.exec(page)?.[1] ?? "";
    expect(MnemaHistoryFile.safeParse(JSON.parse(example)).error).toBeUndefined();
  });
});
