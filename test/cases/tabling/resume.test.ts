import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench, said } from "./harness.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

/** A log of two kinds of record whose fields come late, go missing and are shared, with small talk between. */
const LOG: readonly string[] = Array.from({ length: 60 }, (_, index) => {
  const hive = [
    `colony weight: ${30 + index} kg`,
    `frames: ${index % 9}`,
    ...(index > 12 && index % 5 > 0 ? [`brood area: ${index} cm2`] : []),
    ...(index % 7 > 0 ? [`temperature: ${index % 35} °C`] : []),
  ];
  const pond = [`water level: ${index} cm`, `clarity: ${index % 4} m`, ...(index > 25 ? [`temperature: ${index % 20} °C`] : [])];
  if (index % 6 === 5) return "Tell me something nice.";
  return index % 3 === 1 ? `Pond visit: ${pond.join(", ")}` : `Hive inspection:\n- ${hive.join("\n- ")}`;
});

/** Tables of a log that was derived in one go. */
async function undisturbed(log: readonly string[]): Promise<unknown> {
  const other = await openBench();
  await other.append(said(log));
  await other.derive();
  const tables = await other.tables();
  await other.dispose();
  return tables;
}

describe("the tables of a log", () => {
  it("change several times on the way in the log of these tests", async () => {
    await bench.append(said(LOG));
    await bench.derive();
    expect((await bench.store().tables.tables()).length).toBeGreaterThan(1);
    // One for each discovery and evolution.
    expect((await bench.store().decisions.list({ name: "name-table" })).length).toBeGreaterThan(3);
  });

  it("are equal whatever the size of slices and pieces, and whether a new process goes on", async () => {
    const expected = await undisturbed(LOG);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 70 }),
        fc.array(fc.nat(LOG.length), { maxLength: 3 }),
        fc.boolean(),
        async (slice, cuts, isNewProcess) => {
          const one = await openBench();
          try {
            const edges = [...new Set([0, ...cuts, LOG.length])].sort((a, b) => a - b);
            for (const [index, from] of edges.entries()) {
              await one.append(said(LOG.slice(from, edges[index + 1]), from));
              await one.derive({ slice });
              if (isNewProcess) await one.restart();
            }
            expect(await one.tables()).toEqual(expected);
          } finally {
            await one.dispose();
          }
        },
      ),
      { seed: 3, numRuns: 12 },
    );
  });

  it.each([
    { way: "in a new process each time", isKilled: true },
    { way: "in the same process", isKilled: false },
  ])("are equal when every node runs twice, $way", async ({ isKilled }) => {
    const expected = await undisturbed(LOG);
    await bench.append(said(LOG));
    await bench.derive({
      slice: 16,
      around: async (run) => {
        for (const _ of ["once", "again"]) {
          if (isKilled) await bench.restart();
          await run();
        }
      },
    });
    expect(await bench.tables()).toEqual(expected);
    const asked = await bench.store().decisions.list({ name: "name-table" });
    expect(new Set(asked.map(({ key }) => key)).size).toBe(asked.length);
  });

  it("are equal when a round comes late and what was derived is set back, in the same process", async () => {
    const expected = await undisturbed(LOG);
    const rounds = said(LOG);
    await bench.append(rounds.filter((_, index) => index !== 7));
    await bench.derive();
    await bench.append(rounds.filter((_, index) => index === 7));
    await bench.store().tables.reset();
    await bench.derive();
    expect(withoutSeqs(await bench.tables())).toEqual(withoutSeqs(expected));
  });

  it("are equal after another process has set back and derived them while this one kept its miner", async () => {
    await bench.append(said(LOG.slice(0, 30)));
    await bench.derive();
    const [first] = await bench.store().log.roundsAfter(null, 1);
    const other = await bench.another();
    // The first round is edited: it says what the fourth said.
    await other.append(said(LOG.slice(3, 4)).map((round) => ({ ...round, ids: first?.ids ?? [] })));
    await other.store().tables.reset();
    await other.derive();
    await bench.append(said(LOG.slice(30), 30));
    await bench.derive();
    const replayed = await bench.tables();
    await bench.store().tables.reset();
    await bench.restart();
    await bench.derive();
    expect(replayed).toEqual(await bench.tables());
  });
});

/** Rows by their place: a late round has another seq. */
function withoutSeqs(tables: unknown): unknown {
  return (tables as { rows: [number, unknown][] }[]).map((table) => ({ ...table, rows: table.rows.map(([, cells]) => cells) }));
}
