import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench, said } from "./harness.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

const names = async () => (await bench.store().tables.tables()).map(({ name }) => name);
const columns = async (index = 0) =>
  (await bench.store().tables.tables())[index]?.columns.map(({ name, type, unit }) => [name, type, unit]) ?? [];
const rowsOf = async (index = 0) => {
  const table = (await bench.store().tables.tables())[index];
  return table === undefined
    ? []
    : (await bench.store().tables.rows(table.id)).map(({ cells }) => [...cells.values()].map(({ value }) => value));
};

const soil = (index: number) =>
  `Soil test of the garden bed: moisture: ${20 + index} %, acidity: ${6 + index / 10}, texture: ${index % 2 === 0 ? "loam" : "clay"}`;
const swim = (index: number) => `Pool session done.\n- laps: ${20 + index}\n- swim time: ${30 + index} min`;
/** Two kinds of record, each within a third that is told later. */
const BAKING = [
  ...[0, 1, 2, 3].map((index) => `Oven log: heat: ${200 + index} °C, bake time: ${30 + index} min`),
  ...[4, 5, 6, 7].map((index) => `Dough log: water: ${300 + index} g, flour: ${500 + index} g`),
  ...Array.from(
    { length: 30 },
    (_, index) => `Bread log: heat: ${200 + index} °C, bake time: ${30 + index} min, water: ${300 + index} g, flour: ${500 + index} g`,
  ),
];

describe("materialising", () => {
  it("makes a table when a schema is discovered, named and typed, with the earlier rounds as rows", async () => {
    await bench.append(said([soil(0), soil(1), "How are you?", soil(2)]));
    await bench.derive();
    expect(await names()).toEqual([]);
    await bench.append(said([soil(3)], 4));
    await bench.derive();
    expect(await names()).toEqual(["soil_test_readings"]);
    expect(await columns()).toEqual([
      ["moisture", "number", "%"],
      ["acidity", "number", null],
      ["texture", "text", null],
    ]);
    expect(await rowsOf()).toEqual([
      ["20 %", "6", "loam"],
      ["21 %", "6.1", "clay"],
      ["22 %", "6.2", "loam"],
      ["23 %", "6.3", "clay"],
    ]);
  });

  it("leaves cells empty that a round did not give, and takes no round with one shared attribute for a row", async () => {
    await bench.append(said([0, 1, 2, 3].map(soil)));
    await bench.append(said(["Soil test: moisture: 9 %, acidity: 5", "Now the shed.\n- moisture: 30 %"], 4));
    await bench.derive();
    expect((await rowsOf()).slice(4)).toEqual([["9 %", "5"], ["30 %"]]);
    await bench.append(
      said(
        [6, 7, 8, 9, 10].map((index) => `Wood pile check: moisture: ${index} %, stack height: ${index} m, drying time: ${index} weeks`),
        6,
      ),
    );
    await bench.derive();
    // Moisture is now an attribute of two tables, so the shed is a row of neither.
    expect((await rowsOf()).slice(4)).toEqual([["9 %", "5"]]);
    expect(await rowsOf(1)).toHaveLength(5);
  });

  it("appends a column when a schema evolves, and writes the earlier rows anew", async () => {
    const wider = (index: number) => `${soil(index)}, nitrogen: ${index} mg`;
    await bench.append(
      said([soil(0), soil(1), soil(2), soil(3), ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(wider)]),
    );
    await bench.derive();
    expect(await names()).toHaveLength(1);
    expect((await columns()).map(([name]) => name)).toEqual(expect.arrayContaining(["moisture", "acidity", "texture", "nitrogen"]));
    expect(await rowsOf()).toHaveLength(20);
    expect((await rowsOf())[0]).toHaveLength(3);
    expect((await rowsOf())[19]).toHaveLength(4);
  });

  it("keeps the names of tables that were joined as aliases, and no table twice", async () => {
    await bench.append(said(BAKING));
    await bench.derive();
    const tables = await bench.store().tables.tables();
    expect(tables).toHaveLength(1);
    expect(tables[0]?.aliases.length).toBeGreaterThan(0);
    expect(tables[0]?.aliases).not.toContain(tables[0]?.name);
    expect(await rowsOf()).toHaveLength(38);
  });

  it("makes one table of records that miss another value each time, with every round as a row", async () => {
    const fields = ["depth", "clarity", "salinity", "oxygen", "algae"];
    const log = Array.from(
      { length: 20 },
      (_, index) =>
        `Pond check: ${fields
          .filter((_, field) => field !== index % 5)
          .map((field) => `${field}: ${index} mg`)
          .join(", ")}`,
    );
    await bench.append(said(log));
    await bench.derive();
    expect((await columns()).map(([name]) => name).sort()).toEqual([...fields].sort());
    expect(await names()).toHaveLength(1);
    expect(await rowsOf()).toHaveLength(20);
  });

  it("leaves them apart to the paper's letter, with names of their own", async () => {
    await bench.append(said(BAKING));
    await bench.derive({ paper: true });
    expect((await names()).length).toBeGreaterThan(1);
    expect(new Set(await names()).size).toBe((await names()).length);
  });

  it("gives a column the unit that most of its values have, also when that changes without a new column", async () => {
    await bench.append(said([swim(0), swim(1), swim(2), swim(3)]));
    await bench.derive();
    expect(await columns()).toContainEqual(["swim time", "number", "min"]);
    await bench.append(
      said(
        [4, 5, 6, 7, 8, 9].map((index) => `Pool session done.\n- laps: ${index}\n- swim time: ${index} s`),
        4,
      ),
    );
    await bench.restart();
    await bench.derive({ slice: 2 });
    expect(await columns()).toContainEqual(["swim time", "number", "s"]);
  });

  it("takes the user's word before the caption's, and one row for a round whatever its sources", async () => {
    await bench.append(
      said(
        [0, 1, 2, 3].map(
          (index) =>
            `Scale: weight: ${70 + index} kg, fat share: ${20 + index} % | Bathroom scale showing weight = ${80 + index} kg; fat share = ${30 + index} %.`,
        ),
      ),
    );
    await bench.derive();
    expect(await rowsOf()).toEqual([0, 1, 2, 3].map((index) => [`${70 + index} kg`, `${20 + index} %`]));
  });
});
