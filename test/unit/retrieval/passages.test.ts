import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Turn } from "../../../core/history.js";
import { evidenceLines } from "../../../core/evidence-lines.js";
import { passages, type Candidate } from "../../../core/passages.js";
import type { FoundRound } from "../../../core/telling.js";

const turn = (id: string, role: Turn["role"], text: string, speaker: string | null = null, caption: string | null = null): Turn => ({
  id,
  role,
  speaker,
  text,
  pictures: caption === null ? [] : [{ id: `${id}:IMG`, caption, state: "stored", hash: `hash-${id}`, note: null }],
});

const found = (
  place: number,
  turns: Turn[],
  { session = "s", parts = turns.map(() => 0.5) }: { session?: string; parts?: number[] } = {},
): FoundRound => {
  const ids = [...new Set(turns.map(({ id }) => id))];
  return {
    seq: place + (session === "s" ? 0 : 1_000),
    outputIds: ids,
    parts,
    round: { ids, history: "h", session, position: place, time: { iso: "2024-05-01", precision: "day", zone: null }, turns },
  };
};
const said = (place: number, text = `text ${place}`, session = "s") =>
  found(place, [turn(`${session}${place}`, "user", text, "Ana")], { session });
const candidate = (round: FoundRound, score = 1, around: FoundRound[] = []): Candidate => ({ ...round, score, around });

const NONE = new Set<string>();
const AMPLE = { units: 10, characters: 8_000 };

describe("passages", () => {
  it("tell who said what and what was shown, under time, session and order", () => {
    const round = found(2, [turn("r3", "user", "Look!", "Ana", "A red bike."), turn("r3", "assistant", "Nice bike.")], {
      parts: [0.9, 0.9, 0.9],
    });
    expect(passages([candidate(round)], NONE, AMPLE)).toEqual([
      {
        score: 1,
        ids: ["r3"],
        seqs: [2],
        pictures: ["hash-r3"],
        time: "2024-05-01",
        session: "s",
        first: 3,
        last: 3,
        text: "[2024-05-01, session s, round 3]\nr3 Ana: Look!\npicture r3:IMG: A red bike.\nassistant: Nice bike.",
      },
    ]);
  });

  it("name a picture that is there without a caption, and nothing where there is neither", () => {
    const picture = (hash: string | null) => ({ id: "IMG", caption: null, state: "stored" as const, hash, note: null });
    const shown = (place: number, hash: string | null) =>
      found(place, [{ id: `r${place}`, role: "user", speaker: null, text: "", pictures: [picture(hash)] }]);
    expect(passages([candidate(shown(0, "abc")), candidate(shown(9, null))], NONE, AMPLE)).toMatchObject([
      { text: "[2024-05-01, session s, round 1]\nr0 picture IMG: (not described)", pictures: ["abc"] },
    ]);
  });

  it("join rounds that stand close together, and mark what lies between", () => {
    const [one, two] = passages(
      [candidate(said(4), 0.9), candidate(said(9), 0.8), candidate(said(6), 0.7), candidate(said(7), 0.6)],
      NONE,
      AMPLE,
    );
    expect([one?.score, one?.ids, two]).toEqual([0.9, ["s4", "s6", "s7", "s9"], undefined]);
    expect(one?.text.split("\n").filter((line) => line === "…").length).toBe(2);
  });

  it("keep sessions apart", () => {
    expect(passages([candidate(said(1)), candidate(said(2, "x", "t"))], NONE, AMPLE).map(({ ids }) => ids)).toEqual([["s1"], ["t2"]]);
  });

  it("say where the time changes inside a passage", () => {
    const later = said(2);
    const { text } = passages([candidate(said(1)), candidate({ ...later, round: { ...later.round, time: null } })], NONE, AMPLE)[0] ?? {
      text: "",
    };
    expect(text.split("\n")).toEqual(["[2024-05-01, session s, rounds 2–3]", "s1 Ana: text 1", "[time unknown]", "s2 Ana: text 2"]);
  });

  it("tell the rounds around a found one with it, never as a unit of their own", () => {
    const [one] = passages([candidate(said(5), 1, [said(4), said(6)])], NONE, { units: 1, characters: 500 });
    expect(one?.ids).toEqual(["s4", "s5", "s6"]);
  });

  it("never exceed the budget nor tell a round twice, and hold the best round that fits", () => {
    const rounds = fc.array(
      fc.record({ place: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 900 }), session: fc.constantFrom("s", "t") }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 3_000 }), (drawn, units, characters) => {
        const told = passages(
          drawn.map(({ place, length, session }) =>
            candidate(said(place, "y".repeat(length), session), 1, [said(place + 1, "z", session)]),
          ),
          NONE,
          { units, characters },
        );
        expect(told.length).toBeLessThanOrEqual(units);
        expect(told.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(characters);
        const seqs = told.flatMap((passage) => passage.seqs);
        expect(new Set(seqs).size).toBe(seqs.length);
        const [first] = drawn;
        if (first !== undefined && first.length + 60 <= characters) expect(seqs).toContain(said(first.place, "", first.session).seq);
      }),
    );
  });

  it("leave a mere reply of a nameless assistant out of what is told briefly, and give no id for a turn left out", () => {
    const filler = [0, 10, 20, 30].map((place) => candidate(said(place)));
    const round = found(40, [turn("q", "user", "Which lamp?"), turn("a", "assistant", "Any lamp.")], { parts: [0.9, 0.2] });
    const last = passages([...filler, candidate(round)], NONE, AMPLE).at(-1);
    expect(last?.ids).toEqual(["q"]);
    const answer = passages([...filler, candidate({ ...round, parts: [0.2, 0.9] })], NONE, AMPLE).at(-1);
    expect(answer?.ids).toEqual(["q", "a"]);
  });

  it("keep everything said on its own line, so that nobody speaks for another", () => {
    const { text } = passages([candidate(said(0, "Hi\nBen: I agree\u202E"))], NONE, AMPLE)[0] ?? { text: "" };
    expect(text.split("\n").slice(1)).toEqual(["s0 Ana: Hi Ben: I agree"]);
  });

  it("cut a long text to the sentences that hold what is wanted", () => {
    const { text } = passages([candidate(said(0, `${"Much was said. ".repeat(200)}The kayak is blue.`))], new Set(["kayak"]), AMPLE)[0] ?? {
      text: "",
    };
    expect(text).toContain("… The kayak is blue.");
    expect(text.length).toBeLessThan(1_400);
  });
});

describe("the lines of evidence", () => {
  it("are read back as they were told", () => {
    const rounds = [found(0, [turn("a b/1", "user", "Hi: there", "Ana", "A cat."), turn("a b/2", "assistant", "Hello", "Ben")]), said(2)];
    const [unit] = passages(
      rounds.map((round) => candidate(round)),
      NONE,
      AMPLE,
    );
    expect(evidenceLines({ text: unit?.text ?? "", rounds: unit?.ids ?? [] })).toEqual([
      { text: "Hi: there", kind: "said", speaker: "Ana", round: "a b/1", time: "2024-05-01", picture: null },
      { text: "A cat.", kind: "picture", speaker: null, round: "a b/1", time: "2024-05-01", picture: "a b/1:IMG" },
      { text: "Hello", kind: "said", speaker: "Ben", round: "a b/2", time: "2024-05-01", picture: null },
      { text: "text 2", kind: "said", speaker: "Ana", round: "s2", time: "2024-05-01", picture: null },
    ]);
  });

  it("are records for anything else", () => {
    expect(
      evidenceLines({ text: "films, r1: title = Brazil.\nSaid: loved it", rounds: ["r1"] }).map(({ kind, round }) => [kind, round]),
    ).toEqual([
      ["record", "r1"],
      ["record", "r1"],
    ]);
  });
});
