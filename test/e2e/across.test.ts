import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Memory, openMemory } from "../../index.js";

const RIDES = [12.5, 31, 18.2, 44.6, 9.9];
const NIGHTS = [7.5, 6, 8, 5.5, 9];
const SNACKS = [4.2, 11.5, 3.1, 2.4, 7];

let folder: string;
let memory: Memory;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-across-"));
  memory = await openMemory("me", { config: { dataFolder: folder, encoder: "hashing", model: null } });
  const told = RIDES.flatMap((distance, index) =>
    [
      { id: `ride-${index + 1}`, user: `Ride logged.\n- ride distance: ${distance} km` },
      { id: `night-${index + 1}`, user: `Sleep report: sleep ${NIGHTS[index]} h.` },
      { id: `snack-${index + 1}`, user: `Kiosk purchase: price ${SNACKS[index]?.toFixed(2)} €` },
    ].map((exchange) => ({ ...exchange, assistant: "Noted.", time: `2024-05-0${index + 1}` })),
  );
  await memory.remember(told);
});
afterEach(async () => {
  await memory.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a diary of several tables", () => {
  it("answers what one table holds of the day that another gives, and cites both rounds", async () => {
    const asked = await memory.ask("On the day of the ride with the highest ride distance, what was the sleep?");
    expect(asked.value, asked.answer).toBe(5.5);
    expect(asked.plan.map(({ tool }) => tool)).toEqual(["Rank", "Lookup"]);
    expect(asked.citations).toEqual(["ride-4", "night-4"]);
  });

  it("counts on to the day after", async () => {
    const asked = await memory.ask("How much did I spend at the kiosk on the day after the longest ride?");
    expect(asked.value, asked.answer).toBe(7);
    expect(asked.citations).toEqual(expect.arrayContaining(["ride-4", "snack-5"]));
  });

  it("says that it does not know what no table holds of that day", async () => {
    const asked = await memory.ask("What was the humidity on the day of the longest ride?");
    expect(asked.items, asked.answer).toEqual([]);
  });
});
