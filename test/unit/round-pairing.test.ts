import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairTurns, type Utterance } from "../../core/round-pairing.js";

interface Said extends Utterance {
  readonly text: string;
}

const day = (iso: string | null): Utterance["time"] => (iso === null ? null : { iso, precision: "day", zone: null });
const said = (role: Utterance["role"], text: string, speaker: string | null = null, on: string | null = null): Said => ({
  role,
  speaker,
  time: day(on),
  text,
});
const texts = (turns: readonly Said[]) => pairTurns(turns).map((round) => round.map((turn) => turn.text).join(" "));
const roles = (turns: readonly Said[]) => pairTurns(turns).map((round) => round.map((turn) => turn.role).join(" "));
/** How many turns there are up to the end of each round. */
const ends = (turns: readonly Said[]) => pairTurns(turns).reduce<number[]>((all, round) => [...all, (all.at(-1) ?? 0) + round.length], []);

describe("pairing turns into rounds", () => {
  it("pairs a user's turn with the reply", () => {
    expect(texts([said("user", "a"), said("assistant", "b"), said("user", "c"), said("assistant", "d")])).toEqual(["a b", "c d"]);
  });

  it("joins consecutive turns of one speaker on both sides", () => {
    expect(texts([said("user", "a"), said("user", "b"), said("assistant", "c"), said("assistant", "d"), said("user", "e")])).toEqual([
      "a b c d",
      "e",
    ]);
  });

  it("lets a greeting of the assistant stand alone", () => {
    expect(texts([said("assistant", "hi"), said("user", "a"), said("assistant", "b")])).toEqual(["hi", "a b"]);
  });

  it("takes whoever opens a pair as its user when only names are given", () => {
    const turns = [said(null, "a", "Ben"), said(null, "b", "Ana"), said(null, "c", "Ben"), said(null, "d", "Ana"), said(null, "e", "Ana")];
    expect(texts(turns)).toEqual(["a b", "c d e"]);
    expect(roles(turns)).toEqual(["user assistant", "user assistant assistant"]);
  });

  it("opens a new round for a third speaker", () => {
    expect(texts([said(null, "a", "Ana"), said(null, "b", "Ben"), said(null, "c", "Cem"), said(null, "d", "Ana")])).toEqual(["a b", "c d"]);
  });

  it("goes by names where all turns have the same role", () => {
    expect(texts([said("user", "a", "Ana"), said("user", "b", "Ben"), said("user", "c", "Ana")])).toEqual(["a b", "c"]);
  });

  it("keeps system turns in the round in hand, and lets the first one open it", () => {
    expect(
      texts([
        said("system", "s"),
        said("user", "a"),
        said("system", "tool"),
        said("assistant", "b"),
        said("system", "t"),
        said("user", "c"),
      ]),
    ).toEqual(["s a tool b t", "c"]);
  });

  it("keeps one speaker's notes of different days apart, but not those without a day", () => {
    expect(
      texts([
        said("user", "a", null, "2024-05-01"),
        said("user", "b", null, "2024-05-02"),
        said("user", "c", null, "2024-05-02"),
        said("user", "d"),
      ]),
    ).toEqual(["a", "b c d"]);
  });

  it("loses no turn, keeps the order and leaves no round empty", () => {
    const turn = fc.record({
      role: fc.constantFrom("user", "assistant", "system", null),
      speaker: fc.constantFrom("Ana", "Ben", "Cem", null),
      time: fc.constantFrom(day("2024-01-01"), day("2024-01-02"), null),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(turn), (turns) => {
        const rounds = pairTurns(turns);
        expect(rounds.flat().map(({ text }) => text)).toEqual(turns.map(({ text }) => text));
        expect(rounds.every((round) => round.length > 0)).toBe(true);
      }),
    );
  });

  it("pairs the turns so far the same when more follow", () => {
    const turn = fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      speaker: fc.constant(null),
      time: fc.constant(null),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(turn), fc.array(turn), (before, after) => {
        const known = [said("user", "x"), said("assistant", "y"), ...before];
        const short = ends(known).slice(0, -1);
        expect(ends([...known, ...after]).slice(0, short.length)).toEqual(short);
      }),
    );
  });
});
