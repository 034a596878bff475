import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { roundDigest } from "../../core/round-key.js";
import { asked, CLOCK, DECISION, history, TWO_SESSIONS, useMemories } from "../care/memories.js";

type Line = Record<string, unknown>;
type Change = (lines: Line[]) => Line[];

const is =
  (type: string) =>
  (line: Line): boolean =>
    line["type"] === type;
/** The first line of a type, changed; the others as they are. */
const changed =
  (type: string, members: Line | ((line: Line) => Line)): Change =>
  (lines) => {
    const at = lines.findIndex(is(type));
    return lines.map((line, index) => (index === at ? { ...line, ...(typeof members === "function" ? members(line) : members) } : line));
  };
const without =
  (type: string): Change =>
  (lines) =>
    lines.filter((line) => !is(type)(line));
const doubled =
  (type: string): Change =>
  (lines) =>
    lines.flatMap((line, index) => (index === lines.findIndex(is(type)) ? [line, line] : [line]));

/** Stands for lists within one another, more than `JSON.stringify` could write. */
const DEEP = "(deep)";

const floats = (...numbers: number[]) => Buffer.from(new Float32Array(numbers).buffer).toString("base64");

/** A round with other content, and the digest of that. */
const told = (members: (line: Line) => Line): Change =>
  changed("round", (line) => {
    const next = { ...line, ...members(line) };
    return { ...next, digest: roundDigest(next as never) };
  });

const INCONSISTENT: Readonly<Record<string, Change>> = {
  "a round twice": doubled("round"),
  "two rounds of one seq": (lines) => {
    const [first, second] = lines.filter(is("round"));
    return lines.map((line) => (line === second ? { ...line, seq: first?.["seq"] } : line));
  },
  "no rounds": without("round"),
  "one round missing": (lines) => lines.filter((line) => line !== lines.findLast(is("round"))),
  "a round replaced by one that is not there": changed("round", { supersededBy: 99 }),
  "an order key that is not the round's": changed("round", ({ orderKey }) => ({ orderKey: String(orderKey).replace(/^..../, "1999") })),
  "an order key of another place": changed("round", { orderKey: "2024-05-01\u0001zzz" }),
  "a round nested without end": changed("round", ({ turns }) => ({ turns: (turns as Line[]).map((turn) => ({ ...turn, extra: DEEP })) })),
  "a decision nested without end": changed("decision", { output: DEEP }),
  "a time that is none": told(() => ({ time: { iso: "some day", precision: "day", zone: null } })),
  "a time with an impossible zone": told(() => ({ time: { iso: "2024-05-01T10:00", precision: "minute", zone: "+99:99" } })),
  "observations of a round that is not there": changed("observations", { seq: 99 }),
  "observations twice": doubled("observations"),
  "a picture twice": doubled("picture"),
  "no picture": without("picture"),
  "a picture with other bytes": changed("picture", { bytes: "AQIDBQ==" }),
  "a picture with another hash": changed("picture", { hash: "f".repeat(64) }),
  "a picture with bytes and no type": changed("picture", { mime: null }),
  "a decision twice": doubled("decision"),
  "a decision on a round that is not there": changed("decision", { rounds: [1, 99] }),
  "a question about a round that is not there": changed("query", ({ evidence }) => ({
    evidence: (evidence as Line[]).map((unit) => ({ ...unit, seqs: [99] })),
  })),
  "a question twice": doubled("query"),
  "a vector that is too short": changed("vector", { vector: floats(1) }),
  "a vector that is too long": changed("vector", { vector: floats(...Array.from({ length: 999 }, () => 1)) }),
  "a vector of no whole floats": changed("vector", { vector: "AQIDBAU=" }),
  "an empty vector": changed("vector", { vector: "" }),
  "a vector with no number": changed("vector", { vector: floats(Number.NaN, 1) }),
  "a vector twice": doubled("vector"),
  "a table twice": doubled("table"),
  "no table": without("table"),
  "two columns of one name": changed("table", ({ columns }) => ({ columns: [...(columns as Line[]), ...(columns as Line[])] })),
  "a row twice": doubled("row"),
  "a row of a table that is not there": changed("row", { table: "none" }),
  "a row of a round that is not there": changed("row", { seq: 99 }),
  "a cell in no column": changed("row", ({ cells }) => ({ cells: (cells as [string, unknown][]).map(([, cell]) => ["none", cell]) })),
  "a node twice": doubled("node"),
  "an event of an episode that is not there": (lines) => lines.filter((line) => line["kind"] !== "episode"),
  "an event of a round that is not there": (lines) => lines.map((line) => (line["kind"] === "event" ? { ...line, seq: 99 } : line)),
  "an event of no round": (lines) => lines.map((line) => (line["kind"] === "event" ? { ...line, seq: null } : line)),
  "no word on what is derived": without("derived"),
  "two words on what is derived": doubled("derived"),
  "tables derived up to nowhere": changed("derived", { tables: "9999" }),
  "a hierarchy derived up to nowhere": changed("derived", { hierarchy: "" }),
  "tables derived from nothing": changed("derived", { tables: null }),
  "a hierarchy derived from nothing": changed("derived", { hierarchy: null }),
  "a dimension of nothing": changed("header", { textDimension: 0 }),
};

describe("an export that is at odds with itself", () => {
  const memories = useMemories();

  it("is refused whatever is wrong with it, and nothing is left of it", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    await asked(store, "q", "what of the rain?", 1);
    await store.decisions.record([{ ...DECISION, key: "d" }]);
    const file = join(memories.folder(), "memory.jsonl");
    await exportMemory(store, file);
    const lines = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    const kinds = new Set(lines.map((line) => line["type"]));
    for (const type of ["round", "observations", "picture", "decision", "vector", "table", "row", "node", "query", "derived"])
      expect(kinds).toContain(type);
    const importOf = async (change: Change, id: string) => {
      const body = change(lines.slice(0, -1));
      const text = [...body, { type: "end", lines: body.length }].map((line) => JSON.stringify(line)).join("\n");
      writeFileSync(file, text.replaceAll(JSON.stringify(DEEP), `${"[".repeat(100_000)}${"]".repeat(100_000)}`));
      return importMemory(memories.space(), file, id, CLOCK);
    };
    for (const [what, change] of Object.entries(INCONSISTENT)) {
      const code = what === "a dimension of nothing" ? "UNKNOWN_FORMAT" : "UNREADABLE_FILE";
      await expect(importOf(change, "copy"), what).rejects.toMatchObject({ code, message: expect.not.stringContaining("undefined") });
      await expect(memories.space().open("copy", { create: false, now: "" }), what).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect((await memories.space().services.memories()).map(({ memoryId }) => memoryId)).toEqual(["m"]);
    expect(readdirSync(join(memories.folder(), "memories"))).toHaveLength(1);
    expect(await importOf((same) => same, "copy")).toEqual({ damaged: 0, verified: false });
  });
});
