import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatNames } from "../../importers/registry.js";
import { mnemaJson } from "../../importers/mnema-json.js";
import { questionsOf } from "../../importers/questions.js";
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

describe("a file of Mnema's own format", () => {
  const document = (value: unknown) => ({ file: "log.json", name: "log", value, lines: false, digest: "" });
  const sessions = [{ rounds: [{ user: "Hello" }] }];
  const questions = [{ question: "What did I say?", answer: "Hello", value: "Hello" }];

  it("is held to the shape of its questions by who asks them, not by who takes it in", () => {
    for (const value of [{ sessions, questions }, { histories: [{ id: "a", sessions, questions }] }]) {
      expect(mnemaJson.read(document(value), () => {})).toHaveLength(1);
      expect(() => questionsOf(document(value))).toThrow(/questions\[0\]\.value/);
    }
  });

  it("names a misspelt key, not what is missing for it", () => {
    for (const value of [
      { format: "mnema-history/1", sesions: sessions },
      { sessions: [], sesions: sessions },
      { sessions: [{ rounds: [{ usr: "Hello" }] }] },
    ])
      expect(() => mnemaJson.read(document(value), () => {})).toThrow(/Unrecognized key: "(sesions|usr)"/);
  });
});
