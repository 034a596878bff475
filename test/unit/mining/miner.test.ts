import { describe, expect, it } from "vitest";
import { ADAMM_DEFAULTS } from "../../../config.js";
import { createMiner, type Miner, type RoundChange } from "../../../core/mining/miner.js";

const settings = { ...ADAMM_DEFAULTS, paper: false };

/** Feeds rounds given as words ("a b c") and gives the last change. */
function feed(miner: Miner, rounds: readonly string[]): RoundChange {
  const changes = rounds.map((round) => miner.add(miner.counts().rounds, round.split(" ").filter(Boolean)));
  return changes.at(-1) ?? { discovered: [], evolved: [], joined: [] };
}

const sets = (miner: Miner) => miner.schemas().map(({ attributes }) => attributes.join(" "));
const times = (count: number, round: string) => Array.from({ length: count }, () => round);

describe("the miner", () => {
  it("discovers a schema in the round that makes its support θs, not before", () => {
    const miner = createMiner(settings);
    expect(feed(miner, times(3, "a b c")).discovered).toEqual([]);
    const { discovered } = feed(miner, ["a b c"]);
    expect(discovered.map(({ attributes, discoveredAt }) => [attributes, discoveredAt])).toEqual([[["a", "b", "c"], 3]]);
  });

  it("takes thresholds as reached when they are met exactly", () => {
    const miner = createMiner({ ...settings, support: 3 });
    feed(miner, ["a", "a", ...times(3, "a b")]);
    expect(sets(miner)).toEqual(["a b"]);
  });

  it("does not bind records to an attribute that is in many other rounds too", () => {
    const miner = createMiner(settings);
    feed(miner, [...times(12, "x"), ...times(2, "x a b"), ...times(2, "a b"), ...times(2, "x c d"), ...times(2, "c d")]);
    expect(sets(miner)).toEqual(["a b", "c d"]);
  });

  it("extends a schema by extension confidence although the new attribute alone is too frequent for discovery", () => {
    const miner = createMiner(settings);
    feed(miner, [...times(20, "x"), ...times(4, "a b x")]);
    expect(sets(miner)).toEqual(["a b"]);
    const { evolved } = feed(miner, ["c"]);
    expect(evolved.map(({ attributes }) => attributes)).toEqual([["a", "b", "x"]]);
  });

  it("extends by the largest reliable superset, of equal ones by the better supported, then by name", () => {
    const loose = { ...settings, allConfidence: 0.9, extensionConfidence: 0.4 };
    // `a b` is discovered with its ninth round; by then it has two extensions of three.
    const history = [...times(20, "c"), ...times(20, "d"), "a"];
    const bySupport = createMiner(loose);
    feed(bySupport, [...history, ...times(4, "a b c"), ...times(5, "a b d"), "z"]);
    expect(sets(bySupport)).toEqual(["a b d"]);
    const byName = createMiner(loose);
    feed(byName, [...history, "a b", ...times(4, "a b d"), ...times(4, "a b c"), "z"]);
    expect(sets(byName)).toEqual(["a b c"]);
    const bySize = createMiner(loose);
    feed(bySize, [...history, ...times(4, "a b c d"), ...times(5, "a b d"), "z"]);
    expect(sets(bySize)).toEqual(["a b c d"]);
  });

  it("takes up a field that begins late when it is in 0.8 of the rounds since then and recurs; to the paper's letter never", () => {
    const late = [...times(30, "a b c"), ...times(3, "a b c d"), "a b c"];
    const miner = createMiner(settings);
    feed(miner, late);
    expect(sets(miner)).toEqual(["a b c"]);
    expect(feed(miner, ["a b c d"]).evolved.map(({ attributes }) => attributes.join(" "))).toEqual(["a b c d"]);
    const paper = createMiner({ ...settings, paper: true });
    feed(paper, [...late, ...times(20, "a b c d")]);
    expect(sets(paper)).toEqual(["a b c"]);
  });

  it("measures fields that begin one after the other from where the last of them begins", () => {
    // Both recur and pass for the first time in the last round.
    const miner = createMiner({ ...settings, support: 6 });
    feed(miner, [...times(20, "a b"), "a b c", "a b c", ...times(5, "a b c d")]);
    expect(sets(miner)).toEqual(["a b c"]);
    feed(miner, ["a b c d"]);
    expect(sets(miner)).toEqual(["a b c d"]);
  });

  it("takes up no note that comes now and then, however often in the end, nor one that a new field brings along", () => {
    const miner = createMiner(settings);
    feed(miner, [...times(6, "a b c"), "a b c note", ...times(6, "a b c"), ...times(8, "a b c note")]);
    expect(sets(miner)).toEqual(["a b c"]);
    feed(miner, times(4, "a b c d note"));
    expect(sets(miner)).toEqual(["a b c d"]);
  });

  it("joins schemas that missing values split, and leaves them apart to the paper's letter", () => {
    const fields = ["a", "b", "c", "d", "e"];
    const split = Array.from({ length: 20 }, (_, round) => fields.filter((_, index) => index !== round % 5).join(" "));
    const joining = createMiner(settings);
    const changes = split.map((round, index) => joining.add(index, round.split(" ")));
    expect(sets(joining).map((set) => set.split(" ").sort())).toEqual([fields]);
    expect(changes.flatMap(({ joined }) => joined).length).toBe(joining.counts().admitted - 1);
    const paper = createMiner({ ...settings, paper: true });
    feed(paper, split);
    expect(sets(paper).length).toBeGreaterThan(1);
  });

  it("leaves kinds of record apart that share attributes, also when a round sometimes gives both", () => {
    const kinds = Array.from({ length: 12 }, (_, index) => [
      "title rating length",
      "title rating pages",
      "title rating length",
      "title rating pages",
      `title rating pages${index % 3 === 0 ? " length" : ""}`,
    ]);
    const miner = createMiner(settings);
    feed(miner, [...times(6, "title rating length"), ...kinds.flat(), ...times(20, "title rating pages")]);
    expect(sets(miner)).toEqual(["length rating title", "pages rating title"]);
  });

  it("joins a schema that another has grown to hold, and keeps both to the paper's letter", () => {
    const log = [
      ...times(4, "a b"),
      ...times(10, "a"),
      ...times(10, "b"),
      ...times(4, "c d"),
      ...times(4, "a b c d"),
      ...times(20, "a b c d"),
    ];
    const joining = createMiner(settings);
    feed(joining, log);
    const paper = createMiner({ ...settings, paper: true });
    feed(paper, log);
    expect(joining.schemas()).toHaveLength(1);
    expect(joining.counts().admitted).toBeGreaterThan(1);
    expect(paper.counts()).toMatchObject({ schemas: paper.counts().admitted });
    expect(paper.schemas().length).toBeGreaterThan(1);
  });

  it("never withdraws a schema", () => {
    const miner = createMiner(settings);
    feed(miner, [...times(4, "a b"), ...times(100, "a")]);
    expect(miner.patterns()).toEqual([]);
    expect(sets(miner)).toEqual(["a b"]);
  });

  it("makes one schema of fields that go missing in turn, and lets no round cost more for it", () => {
    const fields = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const miner = createMiner(settings);
    feed(
      miner,
      Array.from({ length: 120 }, (_, round) => fields.filter((_, index) => index !== round % 40).join(" ")),
    );
    expect(miner.schemas().map(({ attributes }) => [...attributes].sort())).toEqual([fields.sort()]);
    expect(miner.counts()).toMatchObject({ schemas: 1, crowds: 1, cut: 0 });
  });

  it("gives up a search that has no end, and says so", () => {
    const fields = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const miner = createMiner({ ...settings, paper: true, crowd: Number.POSITIVE_INFINITY });
    feed(
      miner,
      Array.from({ length: 15 }, (_, round) => fields.filter((_, index) => index !== round % 40).join(" ")),
    );
    expect(miner.counts().cut).toBeGreaterThan(0);
  });

  it("gives the same whatever the order of attributes in a round, with ids that only the attributes decide", () => {
    const log = [...times(5, "a b c"), ...times(6, "d e f a"), ...times(9, "c b a g"), ...times(5, "e d")];
    const forth = createMiner(settings);
    feed(forth, log);
    const back = createMiner(settings);
    feed(
      back,
      log.map((round) => round.split(" ").reverse().join(" ")),
    );
    expect(forth.schemas().length).toBeGreaterThan(1);
    expect(back.schemas()).toEqual(forth.schemas());
  });

  it("knows the rounds that hold one of some attributes, in order", () => {
    const miner = createMiner(settings);
    feed(miner, ["a", "b", "a b", "c", "", "b c"]);
    expect(miner.roundsWith(["b"])).toEqual([1, 2, 5]);
    expect(miner.roundsWith(["a", "c", "unknown"])).toEqual([0, 2, 3, 5]);
  });

  const measure = (miner: Miner, count: number, attribute: string, ...others: string[]) =>
    Array.from({ length: count }, () => miner.add(miner.counts().rounds, [attribute, ...others], [attribute])).at(-1);

  it("makes a schema of a measure that stands alone from θs rounds on, and not to the paper's letter", () => {
    const miner = createMiner(settings);
    expect(measure(miner, 3, "weight")?.discovered).toEqual([]);
    expect(measure(miner, 1, "weight")?.discovered.map(({ attributes, discoveredAt }) => [attributes, discoveredAt])).toEqual([
      [["weight"], 3],
    ]);
    expect(miner.counts()).toMatchObject({ schemas: 0, lone: 1 });
    const paper = createMiner({ ...settings, paper: true });
    measure(paper, 9, "weight");
    expect(sets(paper)).toEqual([]);
  });

  it("takes no attribute for a lone measure that recurs as words, or is a number too rarely", () => {
    const miner = createMiner(settings);
    feed(miner, times(9, "mood"));
    feed(miner, times(3, "note"));
    measure(miner, 4, "note");
    expect(sets(miner)).toEqual([]);
    measure(miner, 1, "note");
    expect(sets(miner)).toEqual(["note"]);
  });

  it("joins a lone measure into the schema that takes its attribute, and discovers that schema as if there were none", () => {
    const miner = createMiner(settings);
    measure(miner, 5, "weight");
    measure(miner, 7, "weight", "sleep");
    expect(sets(miner)).toEqual(["weight"]);
    const { discovered, joined } = feed(miner, ["weight sleep"]);
    expect(discovered.map(({ attributes }) => attributes)).toEqual([["sleep", "weight"]]);
    expect(joined.map(({ schema, into }) => [schema.attributes, into.id])).toEqual([[["weight"], discovered[0]?.id]]);
    expect(sets(miner)).toEqual(["sleep weight"]);
    const evolving = createMiner(settings);
    measure(evolving, 20, "x");
    feed(evolving, [...times(4, "a b x")]);
    expect(sets(evolving)).toEqual(["a b", "x"]);
    const change = feed(evolving, ["c"]);
    expect(change.joined.map(({ schema, into }) => [schema.attributes, into.attributes])).toEqual([[["x"], ["a", "b", "x"]]]);
    expect(sets(evolving)).toEqual(["a b x"]);
  });
});
