import { describe, expect, it } from "vitest";
import { diaryOf } from "../../../evals/suites/many-tables/diary.js";
import { questionsOn } from "../../../evals/suites/many-tables/questions.js";

const SETTINGS = { seed: 7, kinds: 6, weeks: 4, names: "own" } as const;

describe("a made diary", () => {
  it("is the same for the same settings, and another for another seed", () => {
    expect(diaryOf(SETTINGS)).toEqual(diaryOf(SETTINGS));
    expect(diaryOf({ ...SETTINGS, seed: 8 }).history).not.toEqual(diaryOf(SETTINGS).history);
  });

  it("tells each record's values in the round that it names", () => {
    const { history, records } = diaryOf(SETTINGS);
    const rounds = new Map(history.sessions.flatMap((session) => session.rounds).map((round) => [round.id, round.user]));
    for (const { round, numbers, texts } of records)
      for (const value of [...numbers.values(), ...texts.values()]) expect(rounds.get(round)).toContain(String(value));
  });

  it("is asked what its records answer, of every kind of record", () => {
    const diary = diaryOf(SETTINGS);
    const questions = questionsOn(diary, 8, 7);
    expect(questions.length).toBeGreaterThan(6 * 6);
    const rounds = new Set(diary.records.map(({ round }) => round));
    for (const { evidence, paths, answer, point, value } of questions) {
      expect(evidence.length).toBeGreaterThan(0);
      expect(evidence.every((round) => rounds.has(round))).toBe(true);
      expect(paths.length).toBeGreaterThan(0);
      expect(answer).not.toBe("");
      if (point === "count") expect(value).toBe(evidence.length);
    }
  });
});
