import { describe, expect, it } from "vitest";
import { type NewColumn, nameTable } from "../../../decisions/name-table.js";
import { identifier } from "../../../decisions/naming/offline-name.js";
import type { Wording } from "../../../decisions/naming/subject.js";

const column = (attribute: string, kinds: NewColumn["kinds"], samples: readonly string[] = [], unit: string | null = null): NewColumn => ({
  attribute,
  kinds,
  unit,
  samples,
});
const numbers = (...attributes: string[]) => attributes.map((attribute) => column(attribute, { number: 4 }, ["1"]));
const told = (...texts: string[]): Wording[] =>
  texts.map((text) => (text.startsWith("[") ? { text: text.slice(1, -1), kind: "caption", rounds: 2 } : { text, kind: "user", rounds: 2 }));
const nameOf = (columns: readonly NewColumn[], ...texts: string[]) =>
  nameTable.offline({ columns, wordings: told(...texts), previous: null }).name;
const typesOf = (...columns: NewColumn[]) => nameTable.offline({ columns, wordings: [], previous: null }).columns.map(({ type }) => type);

describe("the stand-in's table names", () => {
  it("say what the records are of, and the word that people use for such records", () => {
    expect(
      nameOf(
        numbers("high water", "low water"),
        "Tide table for today",
        "Logging the tide",
        "[Harbour tide display showing]",
        "Here is the tide reading",
      ),
    ).toBe("tide_readings");
    expect(nameOf([column("piece", { text: 4 }), column("tempo", { number: 4 })], "Piano practice done", "Notes from piano practice")).toBe(
      "piano_practice_notes",
    );
    expect(nameOf(numbers("ph", "chlorine"), "Photo of the pool kit", "[Test kit showing]", "Pool check")).toBe("pool_readings");
  });

  it("come from what the attributes share where nothing introduces the values", () => {
    expect(nameOf(numbers("wins at home", "wins away", "draws"))).toBe("win_readings");
    expect(nameOf([column("pages", { number: 4 }), column("author", { text: 4 })])).toBe("author_records");
  });

  it("are identifiers whatever the language, and never empty", () => {
    expect(nameOf(numbers("température", "humidité"), "Relevé météo")).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
    expect(nameOf(numbers("温度", "湿度"), "今日の天気")).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
    expect(identifier("2nd Floor – CO2 & Temp!")).toMatch(/^[a-z][a-z0-9_]*[a-z0-9]$/);
    expect(identifier("")).toBe("records");
    expect(identifier(identifier("My Daily   Readings"))).toBe("my_daily_readings");
  });
});

describe("the stand-in's columns", () => {
  it("have the type of most values, and text where values are really mixed", () => {
    expect(typesOf(column("a", { number: 4 }), column("a", { number: 3, text: 1 }), column("a", { number: 2, range: 1 }))).toEqual([
      "number",
      "number",
      "number",
    ]);
    expect(typesOf(column("a", { number: 2, text: 2 }), column("a", { date: 3 }), column("a", { boolean: 4 }), column("a", {}))).toEqual([
      "text",
      "date",
      "boolean",
      "text",
    ]);
  });

  it("have meanings with their unit and some of their values", () => {
    const { columns } = nameTable.offline({
      columns: [column("depth", { number: 4 }, ["3 m", "4 m"], "m"), column("bottom", { text: 4 }, ["sand", "rock", "mud", "weed"])],
      wordings: [],
      previous: null,
    });
    expect(columns.map(({ meaning }) => meaning)).toEqual(["depth in m, such as 3 m", "bottom, such as sand, rock or mud"]);
  });
});

const answer = (...columns: [string, "number" | "text" | "date" | "boolean"][]) => ({
  name: "dives",
  description: "Dives.",
  columns: columns.map(([attribute, type]) => ({ attribute, type, meaning: attribute })),
});

describe("a model's answer", () => {
  const input = { columns: [column("depth", { number: 4 }), column("bottom", { text: 4 })], wordings: [], previous: null };

  it("is taken with every attribute once, in any case", () => {
    expect(nameTable.check?.(answer(["Depth", "number"], ["bottom", "text"]), input)).toBeNull();
    expect(nameTable.check?.(answer(["depth", "text"], ["bottom", "text"]), input)).toBeNull();
  });

  it("is refused when an attribute is missing, twice, made up, or of a type that no value has", () => {
    expect(nameTable.check?.(answer(["depth", "number"]), input)).toContain('"bottom"');
    expect(nameTable.check?.(answer(["depth", "number"], ["depth", "number"], ["bottom", "text"]), input)).toContain('"depth"');
    expect(nameTable.check?.(answer(["depth", "number"], ["bottom", "text"], ["wind", "text"]), input)).toContain("only");
    expect(nameTable.check?.(answer(["depth", "number"], ["bottom", "date"]), input)).toContain("date");
  });
});
