import { describe, expect, it } from "vitest";
import fc from "fast-check";
import type { Episode, Task } from "../../../../environments/contract.js";
import type { MemoryPayload } from "../../../../environments/programs/recorder.js";
import type { SoloRun } from "../../../../hosts/solo/contract.js";
import { createOfflineSoloAgent } from "../../../../hosts/solo/offline/agent.js";
import { shelfTask, shelfWorld } from "../shelf-world.js";
import { type Form, formTask, startForm } from "./form-world.js";

const agent = createOfflineSoloAgent();

function memoryOf(...texts: string[]): MemoryPayload {
  return { items: texts.map((text) => ({ text })), metadata: {} };
}

function runWith(memory: MemoryPayload, seed = 1, more: Partial<SoloRun> = {}): SoloRun {
  return { memory, seed, keepPicture: async () => "", picture: async () => null, ...more };
}

async function onShelf(memory: MemoryPayload, seed = 1) {
  return agent.run(shelfTask(), await shelfWorld().start(shelfTask(), { seed }), runWith(memory, seed));
}

async function onForm(form: Form, memory: MemoryPayload, seed = 1) {
  return agent.run(formTask(form), startForm(form), runWith(memory, seed));
}

function actionsOf({ steps }: { steps: readonly { readonly action: string }[] }): string[] {
  return steps.map(({ action }) => action);
}

const SOLUTION = ["take cup shelf", "put cup box", "take book shelf", "put book box"];
const SAVE: Form = {
  goal: 'Enter "bob" as the name and press "Save".',
  text: "bob",
  button: "Save",
  buttons: ["Drop", "Save", "Help"],
  texts: ["name", "enter", "bob"],
};

describe("a memory that is followed", () => {
  it("is done action by action where it fits", async () => {
    const trace = await onShelf(memoryOf(SOLUTION.join("\n")));
    expect(actionsOf(trace)).toEqual(SOLUTION);
    expect(trace).toMatchObject({ reward: 1, messages: [], tokens: 0 });
    expect(trace.steps[1]).toEqual({
      action: "put cup box",
      observation: "Done.\nNow: cup is in box. book is on shelf. lamp is on shelf.",
      images: [],
      metadata: { legal: true, progress: 0.5 },
    });
  });

  it.each([
    ["numbers", SOLUTION.map((line, at) => `${at + 1}. ${line}`).join("\n")],
    ["bullets and labels", SOLUTION.map((line) => `- Action: ${line}`).join("\n")],
    ["one line", SOLUTION.join("; ")],
    ["arrows with what came of it", SOLUTION.map((line) => `${line} → something was seen`).join("\n")],
    ["words of order", `First ${SOLUTION[0]}, then ${SOLUTION[1]}.\nNext, ${SOLUTION[2]} and then ${SOLUTION[3]}.`],
    ["JSON", JSON.stringify(SOLUTION.map((action) => ({ action, observation: "something was seen" })))],
    ["brackets and case", SOLUTION.map((line) => `(${line.toUpperCase()})`).join("\n")],
    ["text around", `Goal: see to the cup\nReward: 1\nActions:\n${SOLUTION.join("\n")}\nThat was all.`],
  ])("may be written with %s", async (_, text) => {
    expect(actionsOf(await onShelf(memoryOf(text)))).toEqual(SOLUTION);
  });

  it("has its names replaced, consistently, by those of which the same is asked and told", async () => {
    const other = [
      "Goal: Make all of this hold at once: pen is in crate; mug is in crate.",
      "Here are: thing: ink, mug, pen; place: rack, crate.",
      "Now: ink is on rack. mug is on rack. pen is on rack.",
      "take pen rack",
      "put pen crate",
      "take mug rack",
      "put mug crate",
    ].join("\n");
    const trace = await onShelf(memoryOf(other));
    expect(trace.reward).toBe(1);
    expect(actionsOf(trace)).toHaveLength(4);
  });

  it("is followed again with other names where it led somewhere", async () => {
    const trace = await onShelf(memoryOf("take cup shelf\nput cup box"));
    expect(actionsOf(trace)).toEqual(SOLUTION);
  });

  it("is taken up in the payload's order", async () => {
    const [bad, good] = ["take lamp shelf\nput lamp shelf", SOLUTION.join("\n")];
    expect(actionsOf(await onShelf(memoryOf(bad, good)))).toEqual(["take lamp shelf", "put lamp shelf", ...SOLUTION]);
    expect(actionsOf(await onShelf(memoryOf(good, bad)))).toEqual(SOLUTION);
  });

  it("is left when it stays impossible, for the next one", async () => {
    const lost = "put cup box\nput book box\nput lamp box\nput cup box\nput book box\nput lamp box\nput cup box";
    const trace = await onShelf(memoryOf(Array.from({ length: 3 }, () => lost).join("\n"), SOLUTION.join("\n")));
    expect(trace.reward).toBe(1);
  });

  it("costs steps where it misleads", async () => {
    const idle = Array.from({ length: 6 }, () => "take lamp shelf\nput lamp shelf").join("\n");
    const trace = await onShelf(memoryOf(idle, SOLUTION.join("\n")));
    expect(trace.steps).toHaveLength(12);
    expect(trace.reward).toBe(0);
  });
});

describe("a memory of a page", () => {
  const turned = ["Help", "Drop", "Save"];

  it("is followed whatever numbers its elements have now", async () => {
    const memory = memoryOf('type [4] "bob" into textbox "Name"\nclick [9] button "Save"');
    expect(actionsOf(await onForm({ ...SAVE, buttons: turned }, memory))).toEqual([
      'type [1] "bob" into textbox "Name"',
      'click [4] button "Save"',
    ]);
  });

  it("has slots for what the goal quotes", async () => {
    const memory = memoryOf('type [1] "{1}" into textbox "Name"\nclick [3] button "{2}"');
    expect((await onForm(SAVE, memory)).reward).toBe(1);
    const help = { ...SAVE, goal: 'Enter "ann" as the name and press "Help".', text: "ann", button: "Help", texts: ["bob", "ann"] };
    expect((await onForm(help, memory)).reward).toBe(1);
  });

  it("has the words of its own goal replaced by those of the present one", async () => {
    const memory = memoryOf('Goal: Enter "zoe" as the name and press "Drop".\ntype [1] "zoe" into textbox "Name"\nclick [2] button "Drop"');
    expect((await onForm(SAVE, memory)).reward).toBe(1);
    const plain = memoryOf('Put Zoe Miller down and press Drop\ntype [1] "Zoe Miller" into textbox "Name"\nclick [2] button "Drop"');
    expect((await onForm({ ...SAVE, goal: "Put bob down and press Save" }, plain)).reward).toBe(1);
  });

  it("says nothing where its words are another goal's and none is told", async () => {
    const memory = memoryOf('type [1] "zoe" into textbox "Name"\nclick [2] button "Cancel"');
    expect(actionsOf(await onForm(SAVE, memory, 3))).toEqual(actionsOf(await onForm(SAVE, memoryOf(), 3)));
  });
});

describe("hints", () => {
  const rates = async (memory: MemoryPayload) => {
    const rewards = await Promise.all(Array.from({ length: 20 }, (_, seed) => onShelf(memory, seed + 1)));
    return rewards.reduce((sum, { reward }) => sum + reward, 0) / rewards.length;
  };

  it("steer what is tried", async () => {
    const none = await rates(memoryOf());
    expect(none).toBeGreaterThan(0.1);
    expect(none).toBeLessThan(0.9);
    expect(await rates(memoryOf("Always put things in the box. Never take what is in the box. Avoid rest."))).toBeGreaterThan(none + 0.1);
    expect(await rates(memoryOf("Never put things in the box."))).toBeLessThan(none);
  });

  it("are lists of what to avoid too", async () => {
    const trace = await onShelf(memoryOf("These failed before, avoid:\n- take cup shelf\n- take book shelf\n- take lamp shelf"));
    expect(trace.steps[0]?.action).toBe("rest");
  });
});

describe("exploring", () => {
  it("never does again what was refused where it was refused", async () => {
    const asked: string[] = [];
    const liar: Episode = {
      observation: "A wall.",
      get done() {
        return asked.length >= 4;
      },
      actions: () => ["push a", "push b", "push c", "push d"],
      step: async (action) => {
        asked.push(action);
        return { observation: "No.", done: asked.length >= 4, legal: false, progress: 0 };
      },
      score: () => 0,
      close: async () => {},
    };
    await agent.run(shelfTask(), liar, runWith(memoryOf()));
    expect(new Set(asked).size).toBe(4);
  });

  it("needs actions that are listed", async () => {
    const episode = { ...(await shelfWorld().start(shelfTask(), { seed: 1 })), done: false, actions: () => null };
    await expect(agent.run(shelfTask(), episode, runWith(memoryOf()))).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
  });

  it("ends when it is cancelled", async () => {
    const episode = await shelfWorld().start(shelfTask(), { seed: 1 });
    const run = agent.run(shelfTask(), episode, runWith(memoryOf(), 1, { signal: AbortSignal.abort() }));
    await expect(run).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("a run", () => {
  it("is the same for the same episode, payload and seed", async () => {
    const line = fc.constantFrom(...SOLUTION, "take mug rack", "Avoid rest.", "put lamp box", "Goal: cup is in box", "nonsense", "");
    const memory = fc.array(
      fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n")),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(memory, fc.integer({ min: 0, max: 1000 }), async (texts, seed) => {
        expect(await onShelf(memoryOf(...texts), seed)).toEqual(await onShelf(memoryOf(...texts), seed));
      }),
      { numRuns: 30 },
    );
  });

  it("never ends with an error, whatever memory says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 4 }), async (texts) => {
        const { steps } = await onShelf(memoryOf(...texts));
        expect(steps.every(({ metadata }) => metadata["legal"] === true)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps the pictures that it saw, by name", async () => {
    const inner = startForm(SAVE);
    const episode: Episode = {
      ...inner,
      get observation() {
        return inner.observation;
      },
      get done() {
        return inner.done;
      },
      step: async (action) => ({ ...(await inner.step(action)), pictures: [{ mime: "image/png", bytes: Uint8Array.of(steps++) }] }),
    };
    let steps = 0;
    const kept: number[] = [];
    const keepPicture = async (bytes: Uint8Array) => {
      kept.push(bytes[0] as number);
      return "ab".repeat(32);
    };
    const task: Task = formTask(SAVE);
    const { steps: recorded } = await agent.run(task, episode, runWith(memoryOf('type [1] "{1}" into textbox "Name"'), 1, { keepPicture }));
    expect(kept).toEqual(recorded.map((_, at) => at));
    expect(recorded[0]?.images).toEqual([{ kind: "hash", value: "ab".repeat(32), mime: "image/png" }]);
  });
});
