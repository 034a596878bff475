import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MnemaError } from "../../../core/errors.js";
import type { ChatModel, Message } from "../../../models/contract.js";
import { type Bench, openBench, said } from "./harness.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

const brew = (index: number) => `Brewed a coffee: dose: ${18 + index} g, brew time: ${28 + index} s`;
const grown = (index: number) => `${brew(index)}, grinder: ${index % 2 === 0 ? "Comandante" : "Niche"}`;

/** A model that gives these replies in turn; an error is thrown. Asked more often, it fails the test. */
function modelOf(...replies: readonly (object | Error)[]): ChatModel & { readonly asked: (readonly Message[])[] } {
  const asked: (readonly Message[])[] = [];
  return {
    model: "stub",
    parameters: { temperature: 0 },
    asked,
    complete: async (messages) => {
      const reply = replies[asked.length];
      asked.push(messages);
      if (reply === undefined) throw new Error("asked too often");
      if (reply instanceof Error) throw reply;
      return { text: JSON.stringify(reply), finish: "stop", tokens: { input: 10, output: 10, images: 0 } };
    },
  };
}

const answer = (name: string, ...attributes: string[]) => ({
  name,
  description: `All of ${name}.`,
  columns: attributes.map((attribute) => ({ attribute, type: attribute === "grinder" ? "text" : "number", meaning: `the ${attribute}` })),
});
const unreachable = new MnemaError("MODEL_UNREACHABLE", "The endpoint answered 503.");

describe("naming a table", () => {
  it("takes the model's name as an identifier, its description, types and meanings, and shows it fenced values", async () => {
    const model = modelOf(answer("Espresso Shots", "Dose", "brew time"));
    await bench.append(said([0, 1, 2, 3].map(brew)));
    await bench.derive({ model });
    const [table] = await bench.store().tables.tables();
    expect(table).toMatchObject({ name: "espresso_shots", description: "All of Espresso Shots.", aliases: [] });
    expect(table?.columns).toEqual([
      { name: "dose", type: "number", unit: "g", meaning: "the Dose" },
      { name: "brew time", type: "number", unit: "s", meaning: "the brew time" },
    ]);
    expect(JSON.stringify(model.asked[0])).toContain("<recalled from=");
    expect(JSON.stringify(model.asked[0])).toContain("18 g");
  });

  it("complains to the model about attributes that it left out, made up or typed against the values", async () => {
    const model = modelOf(
      answer("shots", "dose"),
      { ...answer("shots", "dose", "brew time", "price") },
      answer("shots", "dose", "brew time"),
    );
    await bench.append(said([0, 1, 2, 3].map(brew)));
    await bench.derive({ model });
    expect(JSON.stringify(model.asked[1])).toContain("brew time");
    expect(JSON.stringify(model.asked[2])).toContain("only the attributes given");
    expect((await bench.store().tables.tables()).map(({ name }) => name)).toEqual(["shots"]);
  });

  it("goes on with the stand-in's names where the model fails, records the failure, and asks no more for it", async () => {
    const model = modelOf(unreachable);
    await bench.append(said([0, 1, 2, 3].map(brew)));
    await bench.derive({ model });
    const [table] = await bench.store().tables.tables();
    expect(table?.name).toMatch(/^coffee_/);
    expect(await bench.store().tables.rows(table?.id ?? "")).toHaveLength(4);
    expect((await bench.store().decisions.list({ name: "name-table" })).map(({ model, error }) => [model, error === null])).toEqual(
      expect.arrayContaining([
        ["stub", false],
        ["offline", true],
      ]),
    );
    expect((await bench.store().log.parked()).length).toBe(0);
    // Derived anew, the model is asked again.
    await bench.store().tables.reset();
    await bench.derive({ model: modelOf(answer("espresso_shots", "dose", "brew time")) });
    expect((await bench.store().tables.tables()).map(({ name }) => name)).toEqual(["espresso_shots"]);
  });

  it("asks again when the table grows, telling what it was called, and keeps the earlier name as an alias", async () => {
    const model = modelOf(answer("shots", "dose", "brew time"), answer("espresso_journal", "dose", "brew time", "grinder"));
    await bench.append(said([...[0, 1, 2, 3].map(brew), ...Array.from({ length: 16 }, (_, index) => grown(index + 4))]));
    await bench.derive({ model });
    const tables = await bench.store().tables.tables();
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ name: "espresso_journal", aliases: ["shots"] });
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(["dose", "brew time", "grinder"]);
    expect(JSON.stringify(model.asked[1])).toContain("shots");
  });

  it("gives two tables of one name another one each", async () => {
    const model = modelOf(answer("my_log", "dose", "brew time"), answer("my_log", "lap count", "pool length"));
    await bench.append(
      said([...[0, 1, 2, 3].map(brew), ...[4, 5, 6, 7].map((index) => `Swim: lap count: ${index}, pool length: ${index} m`)]),
    );
    await bench.derive({ model });
    expect((await bench.store().tables.tables()).map(({ name }) => name)).toEqual(["my_log", "my_log_with_lap_count"]);
  });
});
