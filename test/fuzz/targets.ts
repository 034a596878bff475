import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { AUXILIARY_COLUMNS, type ColumnShape } from "../../core/columns.js";
import { MnemaError } from "../../core/errors.js";
import { evaluate } from "../../core/evaluate.js";
import { parseExpression } from "../../core/expression.js";
import { parseValue } from "../../core/values/parse.js";
import { pairsIn, type Voice } from "../../decisions/extraction/statements.js";
import { validate } from "../../decisions/validate.js";
import { questionsOf } from "../../importers/questions.js";
import { formatNames, importPath } from "../../importers/registry.js";
import { readDocument } from "../../importers/source-document.js";
import { TOOLS } from "../../tools/registry.js";
import { asking, fixtureRuntime } from "../ask-tables.js";
import { fixtureMemory, type FixtureTable } from "../fixture-tables.js";
import { cutShort, damaged, damagedArchive, damagedText } from "./damaged-imports.js";

/** A kind of input from outside, and what is done with it. Whatever fails, but for a MnemaError that has its code, is an error of ours. */
export interface Target {
  readonly name: string;
  /** Of a thousand inputs, how many are this target's. */
  readonly share: number;
  /** Draws from `input` and works on it. */
  readonly property: fc.IAsyncProperty<[unknown]>;
}

const FORMATS = ["", ...formatNames()];

const TABLES: readonly FixtureTable[] = [
  {
    name: "Trips",
    rows: [
      { id: "D1:1", time: "2024-01-01", values: { cost: "154 EUR", city: "Paris" } },
      { id: "D1:2", time: "2024-01-02", values: { cost: "12.5 EUR", city: "Oslo", "km/h": "80 km/h" } },
      { id: "D1:3", time: "2024-02-04", values: { city: "Rome", nights: "3" } },
    ],
  },
  { name: "cars", rows: [{ values: { speed: "3 km/h", "__proto__ x": "y" } }] },
];

/** Words that the reader of questions, expressions and statements heeds, among any others. */
const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "the",
    "highest",
    "average",
    "cost",
    "Trips",
    "city",
    "Paris",
    "per",
    "how many",
    "last",
    "before",
    "since",
    "2024-01-02",
  ),
  fc.constantFrom("5 km/h", "€12", "1,234", "(", ")", "*", "/", "-", "&", "is", "was", ":", "=", "|", "\n", "- ", "?", "…", "\u202e", "½"),
);
const sentence = fc.array(words, { maxLength: 24 }).map((parts) => parts.join(" "));
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), sentence);

/** Values that a model might give for an argument. */
const argument: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("Trips", "cars", "cost", "city", "speed", "=", ">", "contains", "between", "avg", "sum", "count", "asc", "desc", "@time"),
  fc.constantFrom("cost * 2", "cost / nights", "(cost", "cost + speed", -1, 0, 3, 1e308, null, true, "", [], {}),
  text,
  fc.jsonValue({ maxDepth: 2 }),
);
const filters = fc.oneof(
  fc.array(fc.record({ column: argument, operator: argument, value: argument }), { maxLength: 3 }),
  fc.record({ or: fc.array(fc.record({ column: argument, operator: argument, value: argument }), { maxLength: 3 }) }),
  argument,
);
const ARGUMENTS = {
  table: argument,
  key_values: fc.oneof(fc.dictionary(fc.constantFrom("cost", "city", "x"), argument), argument),
  column_filters: filters,
  optional_column_filters: filters,
  target_column_expression: argument,
  operator: argument,
  order: argument,
  group_by: argument,
  result_budget: argument,
  query_content: text,
  retrieval_scope: fc.constantFrom("topic", "episode", "event", ""),
};
/** Of a tool, all that it wants, each as it may be or not. */
const toolCall = fc.constantFrom(...TOOLS).chain((tool) => {
  const wanted = Object.keys((tool.arguments as unknown as { shape: object }).shape) as (keyof typeof ARGUMENTS)[];
  const given = fc.record(Object.fromEntries(wanted.map((key) => [key, ARGUMENTS[key]])), { requiredKeys: wanted.slice(0, 2) });
  return fc.tuple(fc.constant(tool), given);
});

/** All that comes from outside: files, values, expressions, statements, arguments of tools and questions. `folder` is for files. */
export function targets(folder: string): readonly Target[] {
  const runtime = fixtureRuntime(fixtureMemory(TABLES));
  const ask = asking(TABLES);
  const columns: ColumnShape[] = [...["cost", "city", "a b"].map(measured), ...AUXILIARY_COLUMNS];
  return [
    target("damaged JSON of every format", 60, fc.tuple(damaged, fc.constantFrom(...FORMATS)), ([value, format]) =>
      survivesImport(folder, JSON.stringify(value), format),
    ),
    target("JSON that ends somewhere", 20, cutShort, (content) => survivesImport(folder, content)),
    target("damaged texts", 40, fc.tuple(damagedText, fc.constantFrom("", "whatsapp", "markdown")), ([content, format]) =>
      survivesImport(folder, content, format, "fuzz.txt"),
    ),
    target("damaged archives", 10, damagedArchive, (content) => survivesImport(folder, content, "", "fuzz.zip")),
    target(
      "any JSON, text or bytes",
      20,
      fc.tuple(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), fc.constantFrom(...FORMATS)),
      ([content, format]) => survivesImport(folder, content, format),
    ),
    target("files of questions", 20, damaged, (value) => survivesQuestions(folder, value)),
    target("values", 250, text, (value) => {
      const { typed } = parseValue(value);
      if (typed.kind === "number") assert(Number.isFinite(typed.number));
    }),
    target(
      "expressions",
      200,
      fc.tuple(
        fc.oneof(
          text,
          argument.map((given) => (typeof given === "string" ? given : JSON.stringify(given))),
        ),
        fc.array(text, { maxLength: 3 }),
      ),
      ([expression, cells]) => {
        const parsed = ours(() => parseExpression(expression, columns));
        if (parsed !== null)
          ours(() =>
            evaluate(
              parsed,
              columns.map((_, at) => (cells[at] === undefined ? null : parseValue(cells[at]).typed)),
            ),
          );
      },
    ),
    target("statements", 180, fc.tuple(text, fc.constantFrom<Voice>("user", "assistant", "caption", "picture")), ([said, voice]) => {
      for (const { value } of pairsIn(said, voice)) assert.equal(said.slice(value.start, value.start + value.text.length), value.text);
    }),
    target("arguments of tools", 150, toolCall, async ([tool, given]) => {
      const checked = validate(tool.arguments, given);
      if (!("problem" in checked)) await oursLater(() => tool.run(checked.value, runtime));
    }),
    target(
      "questions",
      50,
      text.filter((asked) => asked.trim() !== ""),
      async (question) => void (await oursLater(() => ask(question))),
    ),
  ];
}

function measured(name: string): ColumnShape {
  return { name, type: "number", unit: null, auxiliary: false, kinds: ["number"] };
}

function target<Input>(name: string, share: number, inputs: fc.Arbitrary<Input>, run: (input: Input) => unknown): Target {
  return { name, share, property: fc.asyncProperty(inputs, async (input) => void (await run(input))) as never };
}

/** Null where it ends with an error that a user would be told. */
function ours<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    return told(error);
  }
}

async function oursLater<Result>(work: () => Promise<Result>): Promise<Result | null> {
  return work().catch(told);
}

function told(error: unknown): null {
  if (!MnemaError.isInstance(error) || error.code === "INTERNAL") throw error;
  return null;
}

/** Imports; whatever comes of it is a MnemaError or a history that keeps its promises. */
export async function survivesImport(folder: string, content: string | Uint8Array, format = "", name = "fuzz.json"): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, content);
  try {
    await importPath(path, format === "" ? {} : { format }, {
      picture: async ({ hash }) => assert.match(hash, /^[\da-f]{64}$/),
      warning: ({ place }) => assert(place.includes("fuzz.")),
      history: async ({ id, sessions }) => {
        const rounds = sessions.flatMap((session) => session.rounds.map((round, position) => ({ round, position, session })));
        assert(rounds.length > 0);
        for (const { round, position, session } of rounds) {
          assert.deepEqual([round.history, round.session, round.position], [id, session.id, position]);
          assert(round.ids.length > 0);
          assert.equal(new Set(round.ids).size, round.ids.length);
          assert(round.turns.every((turn) => round.ids.includes(turn.id)));
          assert.equal(holdsNull(round), false);
        }
        const keys = rounds.map(({ round, session }) => JSON.stringify([session.id, round.ids[0]]));
        assert.equal(new Set(keys).size, keys.length);
      },
    });
  } catch (error) {
    if (!MnemaError.isInstance(error)) throw error;
    assert(["UNKNOWN_FORMAT", "INVALID_INPUT", "UNREADABLE_FILE"].includes(error.code), error.code);
    assert(error.place?.includes("fuzz."));
  }
}

function holdsNull(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(holdsNull);
}

async function survivesQuestions(folder: string, value: unknown): Promise<void> {
  const path = join(folder, "questions.json");
  await writeFile(path, JSON.stringify(value));
  await oursLater(async () => {
    const { questions } = questionsOf(await readDocument(path, () => new MnemaError("UNKNOWN_FORMAT", "no JSON")));
    for (const { question, clues } of questions) assert(typeof question === "string" && clues.every((clue) => typeof clue === "string"));
  });
}
