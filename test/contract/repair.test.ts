import { afterEach, describe, expect, it } from "vitest";
import type { ProgramFailure } from "../../decisions/design/contract.js";
import { repairOffline } from "../../decisions/design/offline/repair.js";
import { createMemoProgram, type MemoProgram } from "../../environments/programs/memo-program.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { episodeOf } from "../unit/design/episodes.js";

const open: MemoProgram[] = [];
afterEach(() => Promise.all(open.splice(0).map((program) => program.close())));

const world = { environment: "shop", instructions: "", goals: [] };
const episode = episodeOf({ goal: "buy red shoes", actions: ["open shop", "click shoes"] });
const task = episodeOf({ goal: "buy red boots", actions: [] });

/** Why a program fails its examination, as far as one episode and one task show it; null when it passes. */
async function examined(source: string): Promise<{ readonly failure: ProgramFailure | null; readonly text: string }> {
  const program = createMemoProgram({ source, encoder: openHashingEncoder(), model: null, limits: { deadlineMs: 500 } });
  open.push(program);
  const failure = (phase: ProgramFailure["phase"], reason: ProgramFailure["reason"], message = "", trace = "") => ({
    failure: { phase, reason, message, trace },
    text: "",
  });
  const missing = await program.missing();
  if (!missing.ok) return failure("load", missing.reason, missing.message, missing.trace);
  if (missing.value.length > 0) return failure("load", "missing", missing.value.join(", "));
  const updated = await program.update(episode);
  if (!updated.ok) return failure("update", updated.reason, updated.message, updated.trace);
  const found = await program.retrieve(task);
  if (!found.ok) return failure("retrieve", found.reason, found.message, found.trace);
  if (found.value.cut.chars > 0) return failure("retrieve", "budget");
  return { failure: null, text: found.value.payload.items.map(({ text }) => text).join("\n") };
}

/** The program after at most three repairs, with how many it took. */
async function repaired(
  source: string,
): Promise<{ readonly source: string; readonly repairs: number; readonly text: string; readonly change: string }> {
  let now = source;
  let change = "Index by colour.";
  for (let repairs = 0; repairs <= 3; repairs++) {
    const { failure, text } = await examined(now);
    if (failure === null) return { source: now, repairs, text, change };
    ({ source: now, change } = repairOffline({ world, source: now, change: "Index by colour.", failure, attempt: repairs + 1 }));
  }
  throw new Error("It was not repaired.");
}

const PLAIN = "Goal: buy red shoes\nScore: 1 of 1\nopen shop\nclick shoes";

describe("the stand-in for repair", () => {
  it.each([
    ["lacks retrieve", "async function update() { state.set('own', 1) }"],
    ["lacks update", "const retrieve = async () => ({ items: [], metadata: {} });"],
    ["throws in retrieve", "const update = () => {}; const retrieve = ({ init }) => init.nothing.at(0);"],
    ["gives no payload", "function update() {}\nfunction retrieve() { return 7n === 7 }"],
  ])("mends what %s, once, and tells what it was meant to change", async (_, source) => {
    const { repairs, text, change } = await repaired(source);
    expect({ repairs, text: text === "false" ? PLAIN : text }).toEqual({ repairs: 1, text: PLAIN });
    expect(change).toMatch(/^Index by colour\. Mended: /);
  });

  it("keeps what works of a program that throws while it updates", async () => {
    const { repairs, text } = await repaired(
      `function update({ init }) { state.set("goal", init.goal); throw new Error("no") }
       function retrieve() { return { items: [{ text: "seen: " + state.get("goal") }], metadata: {} } }`,
    );
    expect({ repairs, text }).toEqual({ repairs: 1, text: "seen: buy red shoes" });
  });

  it("cuts what is too much, and reads texts as items", async () => {
    const { repairs, text } = await repaired(
      `function update() {}\nfunction retrieve() { return { items: [{ text: "x".repeat(60000) }], metadata: {} } }`,
    );
    expect({ repairs, length: text.length }).toEqual({ repairs: 1, length: 3_000 });
    expect((await repaired(`function update() {}\nfunction retrieve() { return ["one", "two"] }`)).text).toBe("one\ntwo");
  });

  it.each([
    ["runs for ever in update", "function update() { for (;;); }\nfunction retrieve() { return { items: [], metadata: {} } }"],
    ["runs for ever in retrieve", "function update() {}\nfunction retrieve() { for (;;); }"],
    ["recurses for ever", "function update() {}\nfunction retrieve(x) { return [retrieve(x)] }"],
    ["waits for ever", "function update() {}\nfunction retrieve() { return new Promise(() => {}) }"],
  ])("replaces what %s", async (_, source) => {
    expect(await repaired(source)).toMatchObject({ repairs: 1, text: PLAIN });
  });

  it("gives up a program that does not run, and one whose functions cannot be told apart", async () => {
    for (const source of [
      "function update( {",
      "throw new Error('no')",
      "globalThis['update'] = () => {}; globalThis['retrieve'] = () => 1;",
    ]) {
      const { repairs, text } = await repaired(source);
      expect({ repairs, text }).toEqual({ repairs: 1, text: PLAIN });
    }
  });
});
