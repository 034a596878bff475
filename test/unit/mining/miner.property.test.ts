import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, sha256 } from "../../../core/canonical.js";
import { createMiner, type Miner } from "../../../core/mining/miner.js";
import { allConfidenceOf, lettersOf, type PlainSettings, type PlainState, replay, supportOf } from "./plain-apriori.js";

const ATTRIBUTES = 8;

/** A few record types whose fields come late or go missing now and then, between rounds of anything. */
const plantedLog = fc
  .record({
    types: fc.array(fc.integer({ min: 3, max: 2 ** ATTRIBUTES - 1 }), { minLength: 1, maxLength: 3 }),
    late: fc.nat(2 ** ATTRIBUTES - 1),
    begin: fc.nat(14),
    rounds: fc.array(
      fc.record({
        type: fc.nat(3),
        missing: fc.nat(2 ** ATTRIBUTES - 1),
        missingToo: fc.nat(2 ** ATTRIBUTES - 1),
        noise: fc.nat(2 ** ATTRIBUTES - 1),
        noisy: fc.nat(5),
      }),
      { minLength: 6, maxLength: 30 },
    ),
  })
  .map(({ types, late, begin, rounds }) =>
    rounds.map(({ type, missing, missingToo, noise, noisy }, round) => {
      const record = (types[type] ?? 0) & ~(round < begin ? late : 0);
      // Both masks must drop a field, so that a quarter of the fields is missing.
      return (record & ~(missing & missingToo)) | (noisy === 0 ? noise : 0);
    }),
  );

const thresholds = fc.record({
  support: fc.constantFrom(2, 3, 4),
  allConfidence: fc.constantFrom(0.5, 0.6, 0.7),
  extensionConfidence: fc.constantFrom(0.6, 0.8, 0.9),
});

/** What a miner holds, in the reference's words: sets by their letters. */
function describeMiner(miner: Miner) {
  return {
    patterns: miner.patterns().map(({ attributes, support, allConfidence }) => [letters(attributes), support, allConfidence]),
    schemas: miner.schemas().map(({ attributes, discoveredAt }) => [letters(attributes), discoveredAt, miner.support(attributes)]),
  };
}

const letters = (attributes: readonly string[]) => [...new Set(attributes.map((attribute) => attribute.charAt(0)))].sort().join("");

function describePlain({ maximal, schemas }: PlainState, log: readonly number[]) {
  return {
    patterns: maximal
      .map((set) => [name(set), supportOf(set, log), allConfidenceOf(set, log)])
      .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
    schemas: schemas.map(({ set, at }) => [name(set), at, supportOf(set, log)]),
  };
}

const name = (set: number) => lettersOf(set).join("");

const attributesOf = (set: number, width: number) =>
  lettersOf(set).flatMap((letter) => Array.from({ length: width }, (_, index) => `${letter}${index}`));

/** A schema is known by the attributes that it was discovered with. */
const idOf = (attributes: readonly string[]) => `t${sha256(canonicalJson(attributes)).slice(0, 12)}`;

/** With `width` attributes for each letter, always seen together. */
function expectEqualAtEveryPrefix(log: readonly number[], settings: PlainSettings, width: number): void {
  const miner = createMiner(settings);
  const id = (set: number) => idOf(attributesOf(set, width));
  replay(log, settings).forEach((plain, round) => {
    const change = miner.add(round, attributesOf(log[round] as number, width));
    expect(describeMiner(miner)).toEqual(describePlain(plain, log.slice(0, round + 1)));
    expect(change.discovered.map(({ id }) => id)).toEqual(plain.discovered.map(id));
    expect(change.evolved.map(({ id }) => id)).toEqual(plain.evolved.map(id));
    expect(change.joined.map(({ schema, into }) => [schema.id, into.id])).toEqual(plain.joined.map((pair) => pair.map(id)));
  });
}

describe("the miner against a plain Apriori at every prefix", () => {
  it.each([
    { mode: "joined", paper: false, crowd: Number.POSITIVE_INFINITY, width: 1 },
    { mode: "to the paper's letter", paper: true, crowd: Number.POSITIVE_INFINITY, width: 1 },
    { mode: "joined, with crowds", paper: false, crowd: 2, width: 1 },
    { mode: "to the paper's letter, with crowds", paper: true, crowd: 2, width: 1 },
    { mode: "more attributes than a machine word has bits", paper: false, crowd: 4, width: 5 },
  ])("finds the same patterns, supports, discoveries, evolutions and schemas: $mode", ({ paper, crowd, width }) => {
    fc.assert(
      fc.property(plantedLog, thresholds, (log, chosen) => {
        expectEqualAtEveryPrefix(log, { ...chosen, paper, crowd, width }, width);
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  it("has a schema for each lone measure by its plain definition at every prefix, and the others as if there were none", () => {
    const measuredLog = fc.tuple(plantedLog, fc.array(fc.nat(2 ** ATTRIBUTES - 1), { minLength: 30, maxLength: 30 }));
    fc.assert(
      fc.property(measuredLog, thresholds, ([log, masks], chosen) => {
        const [miner, without] = [createMiner({ ...chosen, paper: false }), createMiner({ ...chosen, paper: false })];
        const measured = log.map((set, round) => set & ~((masks[round] as number) & (masks[(round + 7) % 30] as number)));
        let before: string[] = [];
        log.forEach((set, round) => {
          const change = miner.add(round, lettersOf(set), lettersOf(measured[round] as number));
          without.add(round, lettersOf(set));
          const several = without.schemas();
          const taken = new Set(several.flatMap(({ attributes }) => attributes));
          const recurs = (letter: string) => {
            // Once it qualified it stays, so at any prefix that ends before or here.
            return log.slice(0, round + 1).some((_, last) => {
              const bit = 1 << (letter.charCodeAt(0) - 97);
              const held = supportOf(bit, log.slice(0, last + 1));
              const as = supportOf(bit, measured.slice(0, last + 1));
              return as >= chosen.support && as / held >= chosen.allConfidence && ((measured[last] as number) & bit) !== 0;
            });
          };
          const lone = [..."abcdefgh"].filter((letter) => recurs(letter) && !taken.has(letter));
          expect(miner.schemas().slice(0, several.length)).toEqual(several);
          expect(
            miner
              .schemas()
              .slice(several.length)
              .flatMap(({ attributes }) => attributes)
              .sort(),
          ).toEqual(lone);
          const gone = before.filter((letter) => !lone.includes(letter));
          expect(change.joined.flatMap(({ schema }) => (schema.attributes.length === 1 ? schema.attributes : [])).sort()).toEqual(gone);
          before = lone;
        });
      }),
      { seed: 11, numRuns: 150 },
    );
  });
});
