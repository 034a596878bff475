import { describe, expect, it } from "vitest";
import { extract } from "../../../decisions/extract.js";
import { observationsOf } from "../../../decisions/extraction/observe.js";
import { measuresOf, untoldParts } from "../../../core/measures.js";

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

describe("deeds within a sentence", () => {
  it.each([
    ["Long run today, ran 12 km in 1:14:30.", ["run distance = 12 km", "run time = 1:14:30"]],
    ["Went running after work: 6.2 km in 37:10.", ["run distance = 6.2 km", "run time = 37:10"]],
    ["Went for a 5 km run in 28 min.", ["run distance = 5 km", "run time = 28 min"]],
    ["Half marathon in Ghent! Ran 21.1 km in 2:04:15.", ["run distance = 21.1 km", "run time = 2:04:15"]],
    ["Great weather, so I cycled 40 km in 1 h 35 min.", ["ride distance = 40 km", "ride time = 1 h 35 min"]],
    ["Cycled to work and back, 18 km.", ["ride distance = 18 km"]],
    ["Back from the pool, swam 1.5 km in 32 min", ["swim distance = 1.5 km", "swim time = 32 min"]],
    ["Morning swim – 1.2 km", ["swim distance = 1.2 km"]],
    ["Evening walk, 4 km in 50 min", ["walk distance = 4 km", "walk time = 50 min"]],
    ["Nice morning and I walked 5 km to work.", ["walk distance = 5 km"]],
    ["Slept badly, only 5 h 20 min.", ["sleep = 5 h 20 min"]],
    ["Had a good night, slept 7 h 45 min.", ["sleep = 7 h 45 min"]],
    ["Feeling lighter, weighed 81.9 kg this morning.", ["weight = 81.9 kg"]],
    ["Studied French for 45 min", ["study time = 45 min"]],
    [
      "Ran 10 km in 52 min and cycled 20 km in 1 h.",
      ["run distance = 10 km", "run time = 52 min", "ride distance = 20 km", "ride time = 1 h"],
    ],
  ])("reads %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it.each([
    "My brother called, ran 5 km in 20:00",
    "Marta said she ran 5 km",
    "If I had time, I ran 10 km",
    "Last year, I ran 10 km in 50 min",
    "I want to do a run of 10 km",
    "On the run for 3 days",
    "The train ride, 3 h, was dull",
    "I run a company with 5 people",
    "Ran errands for 2 h",
  ])("makes nothing of %s", (text) => expect(read(text)).toEqual([]));
});

describe("spendings", () => {
  const spent = (amount: string, category?: string, shop?: string) => [
    `spending = ${amount}`,
    ...(category === undefined ? [] : [`category = ${category}`]),
    ...(shop === undefined ? [] : [`shop = ${shop}`]),
  ];
  it.each([
    ["Paid the rent: 1.200 €", spent("1.200 €", "rent")],
    ["Paid the rent: 1.250 €, it went up.", spent("1.250 €", "rent")],
    ["Paid 1.200 € rent", spent("1.200 €", "rent")],
    ["I paid the dentist $75 today", spent("$75", "dentist")],
    ["Paid 89,99 € for the electricity bill.", spent("89,99 €", "electricity")],
    ["Paid $45 at Shell for gas", spent("$45", "gas", "Shell")],
    ["Groceries at Lidl, 54,30 €", spent("54,30 €", "Groceries", "Lidl")],
    ["Groceries at the market 23 €", spent("23 €", "Groceries", "market")],
    ["Groceries 12,99 €", spent("12,99 €", "Groceries")],
    ["Bought a new laptop, 1.349,00 €", spent("1.349,00 €", "laptop")],
    ["Bought new shoes today, Asics Novablast, 139.95 €.", spent("139.95 €", "shoes")],
    ["Ordered a pizza from Domino's, $23.50", spent("$23.50", "pizza", "Domino's")],
    ["Cat food from Fressnapf for 32,10 €", spent("32,10 €", "Cat food", "Fressnapf")],
    ["Spent 12,50 € on lunch with Joost.", spent("12,50 €", "lunch")],
    ["Spent £20 at Tesco on groceries", spent("£20", "groceries", "Tesco")],
    ["Spent 18 €", spent("18 €")],
    ["54,30 € at Lidl", spent("54,30 €", undefined, "Lidl")],
    ["18 € on cinema with Marta", spent("18 €", "cinema")],
    ["Dentist, 75 €. Dr. Peeters filled a tooth.", spent("75 €", "Dentist")],
    ["Lunch 12,50 €", spent("12,50 €", "Lunch")],
    ["Train to Ghent, 9,20 €", spent("9,20 €", "Train")],
  ])("reads %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it.each([
    "Got 50 € from grandma",
    "Got a refund of 20 €",
    "Salary, 3.000 €",
    "Balance: 1.200 €",
    "Price 12 €",
    "My budget is $500",
    "Yes, 75 €",
    "Great, 50 $",
    "The house cost $500,000",
    "Bought 3 shares of Apple at $182",
    "I want to buy a laptop for 1.000 €",
    "Did I spend 20 € on lunch?",
    "Spent 45 minutes on the phone",
    "Rent: 1200 €, electricity: 80 €",
  ])("makes none of %s", (text) => expect(read(text).filter((pair) => pair.startsWith("spending"))).toEqual([]));

  it("have a column for the shop that only some of them tell", () => {
    const told = new Set<string>();
    expect(untoldParts(["spending", "category"], told)).toEqual([]);
    expect(untoldParts(["spending", "category", "shop"], told)).toEqual([]);
    expect(untoldParts(["spending"], told)).toEqual(["category", "shop"]);
    expect(untoldParts(["weight"], told)).toEqual([]);
  });
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
