import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench, said } from "./harness.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

const tables = async () =>
  Promise.all(
    (await bench.store().tables.tables()).map(async (table) => ({
      name: table.name,
      aliases: table.aliases,
      columns: table.columns.map(({ name, type, unit }) => [name, type, unit]),
      rows: (await bench.store().tables.rows(table.id)).map(({ cells }) => [...cells.values()].map(({ value }) => value)),
    })),
  );

const weighed = (index: number) => `Weighed ${80 + index}.5 kg this morning.`;

describe("a measure that is noted alone", () => {
  it("is a table of one column from its fourth round on", async () => {
    await bench.append(said([weighed(0), "Nice weather!", weighed(1), weighed(2)]));
    await bench.derive();
    expect(await tables()).toEqual([]);
    await bench.append(said([weighed(3), weighed(4)], 4));
    await bench.derive();
    expect(await tables()).toMatchObject([
      { columns: [["weight", "number", "kg"]], rows: [["80.5 kg"], ["81.5 kg"], ["82.5 kg"], ["83.5 kg"], ["84.5 kg"]] },
    ]);
  });

  it("is none to the paper's letter, also in a memory where it was one", async () => {
    await bench.append(said([0, 1, 2, 3, 4].map(weighed)));
    await bench.derive();
    expect(await tables()).toHaveLength(1);
    await bench.append(said([5].map(weighed), 5));
    await bench.derive({ paper: true });
    expect(await tables()).toEqual([]);
  });

  it("goes into the table that takes its attribute later, whose alias its name stays", async () => {
    await bench.append(said([0, 1, 2, 3].map(weighed)));
    await bench.derive();
    const [alone] = await tables();
    await bench.append(
      said(
        Array.from({ length: 10 }, (_, index) => `Morning check: weight: ${80 + index} kg, sleep: ${6 + index / 10} h`),
        4,
      ),
    );
    await bench.derive();
    const [joined, ...others] = await tables();
    expect(others).toEqual([]);
    expect(joined?.columns.map(([name]) => name)).toEqual(["weight", "sleep"]);
    expect(joined?.rows).toHaveLength(14);
    expect([joined?.name, ...(joined?.aliases ?? [])]).toContain(alone?.name);
  });

  it("is the same whatever the slices, after another start, and derived anew with rounds that came late", async () => {
    const log = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? `Ran ${5 + index} km in ${30 + index} min.` : index % 2 === 0 ? `Balance: ${index},50 €` : weighed(index),
    );
    await bench.append(said(log));
    await bench.derive({ slice: 5 });
    const whole = await bench.tables();
    expect((await tables()).map(({ columns }) => columns.length).sort()).toEqual([1, 1, 2]);
    for (const slice of [1, 64]) {
      const other = await openBench();
      try {
        await other.append(said(log.slice(10), 10));
        await other.derive({ slice });
        await other.restart();
        await other.append(said(log.slice(0, 10)));
        // As `take` does when a round came in before what was derived.
        await other.store().tables.reset();
        await other.derive({ slice });
        const seqs = new Map((await other.store().log.roundsAfter(null, 100)).map(({ seq, position }) => [seq, position + 1]));
        const late = (await other.tables()) as { rows: [number, unknown][] }[];
        expect(late.map((table) => ({ ...table, rows: table.rows.map(([seq, cells]) => [seqs.get(seq), cells]) }))).toEqual(whole);
      } finally {
        await other.dispose();
      }
    }
  });
});
