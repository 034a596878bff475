import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useCases } from "../care/case-memories.js";

const { cases } = useCases();
const marker = () => (globalThis as { PWN?: unknown }).PWN;

describe("text never becomes code", () => {
  it("CODE-01: a name that looks like code is a name to every tool", async () => {
    const names = [
      "x'+(globalThis.PWN=1)+'",
      "`+(globalThis.PWN=1)+`",
      "x]=globalThis.PWN=1;[",
      "${globalThis.PWN=1}",
      'x"];globalThis.PWN=1;//',
    ];
    const memory = await cases().of([
      { text: names.map((name) => `${name} = 1`).join("\n"), items: names.map((name) => [name, "1"] as const) },
    ]);
    for (const name of names) {
      const quoted = `\`${name.replaceAll("`", "``")}\``;
      expect((await memory.call("Lookup", { key_values: { [name]: 1 } }))["total"]).toBe(1);
      expect((await memory.call("Filter", { column_filters: [{ column: quoted, operator: ">", value: 0 }] }))["total"]).toBe(1);
      expect((await memory.call("Rank", { target_column_expression: quoted, order: "asc" }))["total"]).toBe(1);
      expect(await memory.compute("sum", quoted)).toMatchObject({ value: 1 });
      await memory.ask(`What is the average ${name}?`);
    }
    expect(marker()).toBeUndefined();
  });

  it.each([
    ["CODE-03", "``globalThis.PWN=1``"],
    ["CODE-03", "CREATE FUNCTION f AS ``globalThis.PWN=1``"],
    ["CODE-03", "v; globalThis.PWN = 1"],
    ["CODE-03", "f(x) = x"],
    ["CODE-03", "v = 3"],
    ["CODE-04", "SELECT * FROM TXT('/etc/host.conf')"],
    ["CODE-04", "SELECT * INTO CSV('out.csv') FROM t"],
    ["CODE-04", "TXT('/etc/host.conf')"],
    ["CODE-04", 'XLSX("out.xlsx", v)'],
    ["CODE-06", "process.exit(1)"],
    ["CODE-06", 'require("fs")'],
    ["CODE-06", 'import("fs")'],
    ["CODE-06", "v.constructor.constructor('return process')()"],
    ["CODE-06", 'createUnit("x")'],
    ["CODE-06", "[v, v]"],
    ["CODE-07", "SELECT v FROM t; DROP TABLE t"],
    ["CODE-07", "v); DROP TABLE t --"],
    ["CODE-07", "v UNION SELECT 1"],
  ])("%s: an expression is arithmetic over columns and nothing else: %s", async (_, expression) => {
    const memory = await shared();
    await expect(memory.compute("sum", expression)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:INVALID_EXPRESSION|UNKNOWN_COLUMN)$/),
    });
    for (const args of [{ column_filters: [{ column: expression, operator: ">", value: 0 }] }])
      await expect(memory.call("Filter", args)).rejects.toThrow();
    await expect(memory.compute("count", undefined, { group_by: expression })).rejects.toThrow();
    expect(marker()).toBeUndefined();
    expect(existsSync("out.csv")).toBe(false);
    expect(await memory.compute("count")).toMatchObject({ value: 2 });
  });

  it("CODE-07: a value that looks like a statement is a value", async () => {
    const memory = await shared();
    const evil = '"; DROP TABLE t --';
    expect((await memory.call("Lookup", { key_values: { n: evil } }))["total"]).toBe(1);
    expect((await memory.call("Filter", { column_filters: [{ column: "n", operator: "contains", value: "DROP TABLE" }] }))["total"]).toBe(
      1,
    );
    expect(await memory.compute("count", undefined, { group_by: "n" })).toMatchObject({ groups: { length: 2 } });
    expect((await memory.ask(`What is the v of ${evil}?`)).items).toEqual(["1"]);
    for (const table of ["t; DROP TABLE t", "t' OR '1'='1", "information_schema.tables"])
      await expect(memory.call("Filter", { table, column_filters: [] })).rejects.toMatchObject({ code: "UNKNOWN_TABLE" });
  });
});

let made: ReturnType<ReturnType<typeof cases>["rows"]> | null = null;
/** One table for all that only reads it. */
function shared() {
  made ??= cases().rows([
    { n: '"; DROP TABLE t --', v: 1 },
    { n: "b", v: 2 },
  ]);
  return made;
}
