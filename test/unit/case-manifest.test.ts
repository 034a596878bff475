import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { caseIds } from "../cases/case-ids.js";

const TESTS = fileURLToPath(new URL("../", import.meta.url));
const PUBLIC_CASES = fileURLToPath(new URL("../../../shared/CASES.md", import.meta.url));

/** Every case id that a test's source names, `NUM-01, 02` and `NUM-01, NUM-02` alike. */
function cited(): Set<string> {
  const files = readdirSync(TESTS, { recursive: true, withFileTypes: true }).filter(
    ({ name }) => name.endsWith(".test.ts") || name.endsWith("-suite.ts"),
  );
  const text = files.map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, "utf8")).join("\n");
  const listed = [...text.matchAll(/\b([A-Z]{2,4})-(\d{2}(?:, \d{2}\b)*)/g)];
  return new Set(listed.flatMap(([, kind = "", numbers = ""]) => numbers.split(", ").map((number) => `${kind}-${number}`)));
}

describe("the cases", () => {
  it("are each cited by a test", () => {
    const known = cited();
    expect(caseIds().filter((id) => !known.has(id))).toEqual([]);
  });

  it("are 181, those of the public list where it is at hand", ({ skip }) => {
    expect(new Set(caseIds()).size).toBe(181);
    if (!existsSync(PUBLIC_CASES)) return skip("the list of cases is not beside this checkout");
    const listed = [...readFileSync(PUBLIC_CASES, "utf8").matchAll(/^### ([A-Z]+-\d+)/gm)].map(([, id]) => id);
    expect(caseIds()).toEqual(listed);
  });
});
