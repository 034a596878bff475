import { describe, expect, it } from "vitest";
import * as schema from "../../stores/neo4j/cypher/schema.js";
import { statements } from "./statements.js";

const LABELS = [
  "Memory",
  "Round",
  "Current",
  "SourceId",
  "Image",
  "PictureText",
  "Decision",
  "Vector",
  "Table",
  "Row",
  "Unit",
  "Topic",
  "Episode",
  "Event",
  "Query",
  "Rule",
  "RuleVersion",
  "RuleStep",
  "StreamTask",
  "Replay",
  "Program",
  "ProgramStep",
  "ProgramRun",
  "Mnema",
  "Registered",
  "Run",
  "RunEvent",
  "ApiKey",
  "Request",
  "HAS",
  "CONTAINS",
  "NEXT",
  "SHOWS",
  "HAS_ROW",
  "FROM",
  "OF",
  "NAMES",
  "READ_AS",
  "SAW",
  "VERSION",
];

/** Statements as a file has them, a blank line between. */
const fileOf = (texts: readonly string[]) => `${texts.join("\n\n")}\n`;

describe("Cypher", () => {
  const { content, space } = statements();
  const all = { ...content, ...space };

  it("is what it was when it was last looked at", async () => {
    const named = (texts: Readonly<Record<string, string>>) => Object.entries(texts).map(([name, text]) => `// ${name}\n${text}`);
    await expect(fileOf(named(content))).toMatchFileSnapshot("cypher/content.cypher");
    await expect(fileOf(named(space))).toMatchFileSnapshot("cypher/registry.cypher");
  });

  it("of the schema is what it was when it was last looked at", async () => {
    const { MIGRATIONS, INDEXED_MEMORIES, SHOW_VECTOR_INDEXES, createVectorIndex, dropVectorIndex } = schema;
    const vector = [createVectorIndex("text"), createVectorIndex("visual"), dropVectorIndex("text"), SHOW_VECTOR_INDEXES];
    const all = [...MIGRATIONS.flat(), ...vector, ...Object.values(INDEXED_MEMORIES)];
    await expect(fileOf(all)).toMatchFileSnapshot("cypher/schema.cypher");
  });

  it("stays inside one memory wherever it touches what a memory holds", () => {
    for (const [name, text] of Object.entries(content)) expect([name, text]).toEqual([name, expect.stringContaining("$memory")]);
    const nodes = Object.entries(content).flatMap(([name, text]) =>
      [...text.matchAll(/\(\w*:(\w+)( \{[^}]*\})?\)/g)].map(([pattern, label]) => ({ name, pattern, label })),
    );
    // A node without the memory in its pattern is bound by another one that has it, or is checked in WHERE.
    const unbound = nodes.filter(({ pattern }) => !pattern?.includes("$memory")).map(({ name, pattern }) => `${name} ${pattern}`);
    expect(unbound).toMatchInlineSnapshot(`
      [
        "LINK_TO_ROUNDS (i:Image)",
        "PICTURE_TEXTS (t:PictureText)",
        "DROP_UNSHOWN (:Round)",
        "DROP_UNSHOWN (t:PictureText)",
        "ROUNDS_BY_ID (r:Round)",
        "SUPERSEDE_ROUNDS (:SourceId)",
        "deleteContent(Round) (n:Round)",
        "deleteContent(SourceId) (n:SourceId)",
        "deleteContent(Image) (n:Image)",
        "deleteContent(PictureText) (n:PictureText)",
        "deleteContent(Decision) (n:Decision)",
        "deleteContent(Vector) (n:Vector)",
        "deleteContent(Table) (n:Table)",
        "deleteContent(Row) (n:Row)",
        "deleteContent(Unit) (n:Unit)",
        "deleteContent(Query) (n:Query)",
        "deleteContent(Rule) (n:Rule)",
        "deleteContent(RuleVersion) (n:RuleVersion)",
        "deleteContent(RuleStep) (n:RuleStep)",
        "deleteContent(StreamTask) (n:StreamTask)",
        "deleteContent(Replay) (n:Replay)",
        "deleteContent(Program) (n:Program)",
        "deleteContent(ProgramStep) (n:ProgramStep)",
        "deleteContent(ProgramRun) (n:ProgramRun)",
      ]
    `);
  });

  it("has labels and relationship types of a closed list, and no values but parameters and constants", () => {
    for (const [name, text] of Object.entries(all)) {
      const used = [...text.matchAll(/(?<=[\w([]):([A-Z]\w*(?:[:|][A-Z]\w*)*)/g)].flatMap(([, labels]) => labels?.split(/[:|]/) ?? []);
      expect([name, used.filter((label) => !LABELS.includes(label))]).toEqual([name, []]);
      const constants = [...text.matchAll(/"[^"]*"|'[^']*'/g)].map(([constant]) => constant);
      expect([name, constants.filter((constant) => !['"episode"', '"event"'].includes(constant))]).toEqual([name, []]);
    }
  });
});
