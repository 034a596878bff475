import { describe, expect, it } from "vitest";
import { extract } from "../../../decisions/extract.js";
import { observationsOf } from "../../../decisions/extraction/observe.js";
import { measuresOf } from "../../../core/measures.js";

/** What one round gives, as `attribute = value`, an assistant's marked. */
function read(user: string, assistant = "", caption: string | null = null): string[] {
  return observed(user, assistant, caption).map(
    ({ attribute, value, source }) => `${attribute} = ${value}${source.kind === "assistant" ? " (assistant)" : ""}`,
  );
}

function observed(user: string, assistant = "", caption: string | null = null) {
  const pictures = caption === null ? [] : [{ hash: null, caption, text: null }];
  const input = {
    time: { iso: "2024-05-03T08:00", precision: "minute", zone: null } as const,
    turns: [
      { role: "user" as const, speaker: null, text: user, pictures },
      { role: "assistant" as const, speaker: null, text: assistant, pictures: [] },
    ],
  };
  return observationsOf(extract.offline(input).items, input);
}

describe("deeds that people note day by day", () => {
  it.each([
    ["Weighed 82.3 kg this morning.", ["weight = 82.3 kg"]],
    ["Weighed in at 82,3 kg, felt good.", ["weight = 82,3 kg"]],
    ["I weigh 181 lbs today", ["weight = 181 lbs"]],
    ["Weighed myself: 82.3 kg", ["weight = 82.3 kg"]],
    ["Slept 7 h 30 min last night.", ["sleep = 7 h 30 min"]],
    ["I slept for 7h30.", ["sleep = 7h30"]],
    ["Ran 10 km in 52 min.", ["run distance = 10 km", "run time = 52 min"]],
    ["I ran 5.2 km in 25:30 this morning", ["run distance = 5.2 km", "run time = 25:30"]],
    ["Walked 8,432 steps today.", ["steps = 8,432 steps"]],
    ["Spent 12,50 € on lunch.", ["spending = 12,50 €"]],
    ["Paid 1.200 € rent", ["payment = 1.200 €"]],
    ["Groceries 12,99 €", ["Groceries = 12,99 €"]],
    ["Woke up at 7:45 am", ["wake time = 7:45 am"]],
    ["Went to bed at 23:30.", ["bed time = 23:30"]],
  ])("reads %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it.each([
    "Did I run 5 km last week?",
    "I have a meeting at 10:30, can you remind me?",
    "Spent 45 minutes on the phone",
    "Only 5 km left",
    "Ran into 3 friends",
    "It was 20 °C outside",
    "Ran 5k in 25:30",
  ])("makes nothing of %s", (text) => expect(read(text)).toEqual([]));
});

describe("blood pressures", () => {
  const both = ["systolic = 120", "diastolic = 80"];
  it.each([
    ["BP 120/80", both],
    ["BP: 120/80", both],
    ["Blood pressure was 120/80 this morning, pulse 64", [...both, "pulse = 64"]],
    ["120/80 mmHg", ["systolic = 120", "diastolic = 80 mmHg"]],
  ])("reads %s as two values", (text, pairs) => expect(read(text)).toEqual(pairs));

  it.each(["24/7", "Score: 80/120", "It is 9/11", "BP 80/120"])("makes none of %s", (text) =>
    expect(read(text).filter((pair) => /tolic/.test(pair))).toEqual([]),
  );

  it("is in mmHg with a unit or without", () =>
    expect(observed("BP 120/80").map(({ typed }) => typed)).toEqual([
      { kind: "number", number: 120, unit: "mmHg" },
      { kind: "number", number: 80, unit: "mmHg" },
    ]));
});

describe("a lone pair with a clause after it", () => {
  it.each([
    ["Mileage: 45,210 km, all good", ["Mileage = 45,210 km"]],
    ["Weight: 82.3 kg (after breakfast)", ["Weight = 82.3 kg"]],
    ["Temperature: 21.5 °C – sunny again", ["Temperature = 21.5 °C"]],
    ["Weight 82 kg, feeling great", ["Weight = 82 kg"]],
    ["- Weight: 82 kg, feeling great\n- Mood: fine, a bit tired", ["Weight = 82 kg", "Mood = fine, a bit tired"]],
  ])("reads %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it("leaves a value whole that goes on with figures", () =>
    expect(read("Score: 3, 2 and 1").filter((pair) => pair === "Score = 3")).toEqual([]));
});

describe("Markdown tables", () => {
  const rule = "|---|---|---|";
  it("gives one row's values under the names above them", () =>
    expect(read(`| Date | Weight | Mood |\n${rule}\n| 2024-05-01 | 82 kg | good |`)).toEqual([
      "Date = 2024-05-01",
      "Weight = 82 kg",
      "Mood = good",
    ]));

  it("gives several dated rows as several values of the same attributes, the first row first", () =>
    expect(read(`| Date | Weight | Mood |\n${rule}\n| 2024-05-01 | 82 kg | good |\n| 2024-05-02 | 81 kg | ok |`)).toEqual([
      "Date = 2024-05-01",
      "Weight = 82 kg",
      "Mood = good",
      "Date = 2024-05-02",
      "Weight = 81 kg",
      "Mood = ok",
    ]));

  it("names values of named rows by row and column", () =>
    expect(read(`| Exercise | Sets | Reps |\n${rule}\n| Squat | 3 | 12 |\n| Bench | 4 | 8 |`)).toEqual([
      "Squat sets = 3",
      "Squat reps = 12",
      "Bench sets = 4",
      "Bench reps = 8",
    ]));
});

describe("what an assistant recalls", () => {
  it.each([
    ["Good morning", "Your last run: distance: 10 km, time: 52 min."],
    ["Good morning", "Last week: weight: 82.3 kg, sleep: 8 h."],
    ["Good morning", "Here are your entries from last week:\n- Weight: 82 kg\n- Sleep: 7 h"],
    ["Good morning", "On Monday your weight was 82 kg; your sleep was 7 h."],
    ["Good morning", "Your entries:\n2024-04-28: weight: 82 kg, sleep: 7 h"],
    ["How heavy was I?", "Weight: 82.3 kg, sleep: 7 h"],
    ["Show my numbers", "- Weight: 82 kg\n- Sleep: 7 h"],
  ])("makes no value: %s | %s", (user, assistant) => expect(read(user, assistant)).toEqual([]));

  it("adds no second value to what the round states", () =>
    expect(read("Weight: 81 kg", "Noted: weight: 81 kg, before: weight: 82.3 kg, sleep: 7 h")).toEqual([
      "Weight = 81 kg",
      "sleep = 7 h (assistant)",
    ]));

  it("counts what it states of now", () =>
    expect(read("Done.", "Logged: octane 95, weight: 82 kg, marks: 8")).toContain("weight = 82 kg (assistant)"));

  it("counts what it reads from a picture of the round", () =>
    expect(read("What does it say?", "The display: weight: 82 kg, fat: 21 %", "a bathroom scale")).toEqual([
      "weight = 82 kg (assistant)",
      "fat = 21 % (assistant)",
    ]));
});

describe("measures that may stand alone", () => {
  const measures = (user: string, assistant = "") => [...measuresOf(observed(user, assistant))];
  it("are exact numbers that a person states, no rough ones, intentions or words", () => {
    expect(measures("Weight: 82 kg")).toEqual(["weight"]);
    expect(measures("Steps: 8432")).toEqual(["steps"]);
    expect(measures("Weight: about 82 kg")).toEqual([]);
    expect(measures("My budget is $500")).toEqual([]);
    expect(measures("Mood: good")).toEqual([]);
    expect(measures("Morning", "Weight: 82 kg, sleep: 7 h")).toEqual([]);
  });
});
