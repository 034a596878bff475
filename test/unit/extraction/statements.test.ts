import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairsIn, type Voice } from "../../../decisions/extraction/statements.js";

const read = (text: string, voice: Voice = "user") => pairsIn(text, voice).map(({ attribute, value }) => `${attribute} → ${value.text}`);

describe("lists", () => {
  it.each([
    ["bullets", "Weigh-in:\n- weight: 82 kg\n- mood: rather good", ["weight → 82 kg", "mood → rather good"]],
    ["numbers", "1. weight: 82 kg\n2. sleep: 7 h", ["weight → 82 kg", "sleep → 7 h"]],
    ["bold labels", "**Weight:** 82 kg\n**Sleep**: 7 h", ["Weight → 82 kg", "Sleep → 7 h"]],
    ["items without a connector", "- weight 82 kg\n- body fat 18 %", ["weight → 82 kg", "body fat → 18 %"]],
    ["label lines with CRLF", "reading: 5.2\r\nfee: -3,60\r\n", ["reading → 5.2", "fee → -3,60"]],
    ["colons in values", "- title: Mission: Impossible\n- rating: 6.9", ["title → Mission: Impossible", "rating → 6.9"]],
    [
      "commas and brackets in values",
      "- model: amc hornet sportabout (sw)\n- seller: Acme & Sons, Ltd.",
      ["model → amc hornet sportabout (sw)", "seller → Acme & Sons, Ltd."],
    ],
    ["units in brackets", "- size [cm]: 12\n- rain (mm): 3", ["size [cm] → 12", "rain (mm) → 3"]],
    ["dotted names", "address.city: Oslo\naddress: Storgata 1", ["address.city → Oslo", "address → Storgata 1"]],
    ["words that are names only as labels", "- from: Oslo\n- to: Rome\n- order: 5", ["from → Oslo", "to → Rome", "order → 5"]],
    ["names that end in a preposition", "- measured by: Tom\n- sold in: Oslo", ["measured by → Tom", "sold in → Oslo"]],
    ["kings, who are no one speaking", "- ruler: James I\n- crowned: 1603\n- mood: I feel fine", ["ruler → James I", "crowned → 1603"]],
    ["marks of all kinds", "Look\n➤ wind: 5 m/s\n➤ sky: sun", ["wind → 5 m/s", "sky → sun"]],
    ["items that say it in words", "Log:\n- Origin was LAN\n- Delay was -2 min", ["Origin → LAN", "Delay → -2 min"]],
    ["lines with a bar", "Log\norigin | DFW\ndelay | -5 min", ["origin → DFW", "delay → -5 min"]],
    ["columns apart by tabs", "Seen\nairport\tCapital\ncity\tOslo", ["airport → Capital", "city → Oslo"]],
    ["objects", 'Reading\n{"air pressure": "1,017 hPa", "wind": 3.8}', ["air pressure → 1,017 hPa", "wind → 3.8"]],
    [
      "a pasted sheet",
      "Card\ncountry;population;region\nKenya;30,851,606;Africa",
      ["country → Kenya", "population → 30,851,606", "region → Africa"],
    ],
    ["HTML", "<b>Log</b><br>origin: LGB<br>delay: -8 min", ["origin → LGB", "delay → -8 min"]],
    ["a block in no programming language", "Log:\n```\nfilm: Jaws\nvotes: 12\n```", ["film → Jaws", "votes → 12"]],
    ["a lone item under a naming word", "Film of the week.\n- title: Broken Arrow", ["title → Broken Arrow"]],
    ["codes", "order_id: 98765432109876543210\nshelf_code: 007.10", ["order_id → 98765432109876543210", "shelf_code → 007.10"]],
    ["digits of other scripts", "year: ٢٠٢٦\nqty: ５", ["year → ٢٠٢٦", "qty → ５"]],
  ])("reads %s", (_, text, pairs) => expect(read(text)).toEqual(pairs));

  it("reads a table of one row by its header, and of names and values by its rows", () => {
    expect(read("| date | weight |\n|---|---|\n| 2024-05-01 | 82 kg |")).toEqual(["date → 2024-05-01", "weight → 82 kg"]);
    expect(read("| metric | value |\n|---|---|\n| weight | 82 kg |\n| mood | good |")).toEqual(["weight → 82 kg", "mood → good"]);
    expect(read("| metric | Monday | Tuesday |\n|---|---|---|\n| weight | 82 kg | 81 kg |")).toEqual([
      "metric → weight",
      "Monday → 82 kg",
      "Tuesday → 81 kg",
    ]);
  });
});

describe("labels, a sentence each", () => {
  it.each([
    [
      "after units of one letter",
      "Sleep report. Sleep: 6 h. Deep sleep: 2.3 h. Pulse: 58 bpm.",
      ["Sleep → 6 h", "Deep sleep → 2.3 h", "Pulse → 58 bpm"],
    ],
    [
      "with a name in the end",
      "Ride: 12.4 km. Climb: 1138 m. Bike: gravel bike.",
      ["Ride → 12.4 km", "Climb → 1138 m", "Bike → gravel bike"],
    ],
    [
      "of which one is a cost",
      "Refill noted. Fuel: 39.1 l. Fuel cost: 75.54 EUR. Station: Avia.",
      ["Fuel → 39.1 l", "Fuel cost → 75.54 EUR", "Station → Avia"],
    ],
    [
      "that are costs alone, which are spendings",
      "Fuel cost: 50 EUR. Hotel cost: 80 EUR.",
      ["spending → 50 EUR", "category → Fuel", "spending → 80 EUR", "category → Hotel"],
    ],
  ])("are a record %s", (_, text, pairs) => expect(read(text)).toEqual(pairs));
});

describe("records that are labelled", () => {
  it.each([
    ["Order 17: status shipped, total $45.90, customer Lee", ["Order → Order 17", "status → shipped", "total → $45.90", "customer → Lee"]],
    ["Sensor A7: temperature 21.5 °C, humidity 40%", ["Sensor → Sensor A7", "temperature → 21.5 °C", "humidity → 40%"]],
    ["Ticket #482 - priority: high, hours: 3.5", ["Ticket → Ticket #482", "priority → high", "hours → 3.5"]],
    ["Field trip 3: distance 5 km, time 28 min", ["Field trip → Field trip 3", "distance → 5 km", "time → 28 min"]],
    ["May 3: weight 71 kg, mood good", ["weight → 71 kg", "mood → good"]],
    ["At 7: weight 71 kg, mood good", ["weight → 71 kg", "mood → good"]],
    ["Chapter 3: the hero was tall, and the sea was calm.", []],
  ])("have their label as a name: %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it("are the speaker's, not an assistant's", () => {
    expect(read("Order 17: status: shipped, total: $45.90", "assistant")[0]).not.toContain("Order 17");
  });
});

describe("chains", () => {
  it.each([
    [
      "title The Good, the Bad and the Ugly, rating 8.9, running time 178 min.",
      ["title → The Good, the Bad and the Ugly", "rating → 8.9", "running time → 178 min"],
    ],
    ["title Crouching Tiger, Hidden Dragon, rating 7.9.", ["title → Crouching Tiger, Hidden Dragon", "rating → 7.9"]],
    ["Film log. title Escape from L.A., rating 5.3.", ["title → Escape from L.A.", "rating → 5.3"]],
    ["Film log: title The Island of Dr. Moreau, rating 4.1.", ["title → The Island of Dr. Moreau", "rating → 4.1"]],
    ["Film log: title 12 Monkeys, rating 8.1, genre Drama.", ["title → 12 Monkeys", "rating → 8.1", "genre → Drama"]],
    ["title Star Wars: Heir to the Empire, pages 404", ["title → Star Wars: Heir to the Empire", "pages → 404"]],
    ["model plymouth 'cuda 340, fuel economy 14 mpg, origin USA", ["model → plymouth 'cuda 340", "fuel economy → 14 mpg", "origin → USA"]],
    ["model vw 1131 deluxe sedan, horsepower 46 hp", ["model → vw 1131 deluxe sedan", "horsepower → 46 hp"]],
    [
      "Weather for today: high temperature 8.3 °C, rainfall 0 mm, conditions sun.",
      ["high temperature → 8.3 °C", "rainfall → 0 mm", "conditions → sun"],
    ],
    ["Today's readings: conditions rain.", ["conditions → rain"]],
    [
      "Plot result: crop variety golden bantam, site university farm, yield 27 bushels.",
      ["crop variety → golden bantam", "site → university farm", "yield → 27 bushels"],
    ],
    [
      "country Congo, Dem. Rep., population 8,891,209, fertility 6.3",
      ["country → Congo, Dem. Rep.", "population → 8,891,209", "fertility → 6.3"],
    ],
    ["Case: name O'Neil, Patrick, age 31, cause of death gunshot.", ["name → O'Neil, Patrick", "age → 31", "cause of death → gunshot"]],
    [
      "the model was amc rebel sst; the weight was 3,433 lbs; the origin was USA.",
      ["model → amc rebel sst", "weight → 3,433 lbs", "origin → USA"],
    ],
    ["Log: the title was Mission: Impossible; the rating was 6.9.", ["title → Mission: Impossible", "rating → 6.9"]],
    ["The weight was 82 kg, the body fat was 18 % and the mood was good.", ["weight → 82 kg", "body fat → 18 %", "mood → good"]],
    [
      "Film of the week: title: Mission: Impossible, rating: 6.9, genre: Action",
      ["title → Mission: Impossible", "rating → 6.9", "genre → Action"],
    ],
    ["Heute: Gewicht: 82,4 kg, Puls: 58", ["Gewicht → 82,4 kg", "Puls → 58"]],
    ["weight=82 kg, mood=good, sleep=7h", ["weight → 82 kg", "mood → good", "sleep → 7h"]],
    [
      "Sensor week: meal variability 21, evening drift 2.8, step count 8,200, resting heart rate 58, late window 47.",
      ["meal variability → 21", "evening drift → 2.8", "step count → 8,200", "resting heart rate → 58", "late window → 47"],
    ],
    ["Log: dish chicken 65, dish rating 4.5, rank overall 3", ["dish → chicken 65", "dish rating → 4.5", "rank overall → 3"]],
    ["Plot result: barley variety wisconsin no. 38, yield 27", ["barley variety → wisconsin no. 38", "yield → 27"]],
    [
      "Card: country Peru, GDP per capita 1,391, storm category Category 4",
      ["country → Peru", "GDP per capita → 1,391", "storm category → Category 4"],
    ],
    ["Aid project: donor united kingdom, purpose rail transport.", ["donor → united kingdom", "purpose → rail transport"]],
    ["Gig: headliner The National, encore yes.", ["headliner → The National", "encore → yes"]],
    ["Tree: fruit set light, scab damage slight, control tower no", ["fruit set → light", "scab damage → slight", "control tower → no"]],
    ["Log: weather very cold, mood pretty good, pests none seen.", ["weather → very cold", "mood → pretty good", "pests → none seen"]],
    ["region off the coast of Oregon, magnitude 4.6", ["region → off the coast of Oregon", "magnitude → 4.6"]],
    [
      "Filing. candidate Smith, John A., party affiliation DEM, cash on hand 0",
      ["candidate → Smith, John A.", "party affiliation → DEM", "cash on hand → 0"],
    ],
    ["Log: measure by 21, weight 82 kg.", ["measure by → 21", "weight → 82 kg"]],
    ["Log: the measure by was tape; the weight was 82 kg.", ["measure by → tape", "weight → 82 kg"]],
    ["Reading -> pressure 1,016.4 hPa, wind 3.8 m/s", ["pressure → 1,016.4 hPa", "wind → 3.8 m/s"]],
    ["Card | country Peru | population 3,000 | region Andes", ["country → Peru", "population → 3,000", "region → Andes"]],
    ["Card — film: Jack · votes: 17,267", ["film → Jack", "votes → 17,267"]],
    ["Log: max temp 16.7 °C / sky sun / rain 0 mm", ["max temp → 16.7 °C", "sky → sun", "rain → 0 mm"]],
    ["Morning reading (pressure: 1,017 hPa, wind: 3.9 m/s)", ["pressure → 1,017 hPa", "wind → 3.9 m/s"]],
    ["Station log; pressure is 1,017 hPa, sky is clear", ["pressure → 1,017 hPa", "sky → clear"]],
    ["A check, price of 97.58, mood of calm and volume of 32.", ["price → 97.58", "mood → calm", "volume → 32"]],
    ["Note. film – Jaws; votes – 1,933", ["film → Jaws", "votes → 1,933"]],
    ["Please log this. Wind: 3.9 m/s. Sky: sun.", ["Wind → 3.9 m/s", "Sky → sun"]],
    ["Card. The film was Hudson Hawk. The votes was 21,920.", ["film → Hudson Hawk", "votes → 21,920"]],
    ["Saved. [origin: RDU] [distance: 431 miles]", ["origin → RDU", "distance → 431 miles"]],
    ["#gym weight: 80 kg, reps: 12", ["weight → 80 kg", "reps → 12"]],
    ["Index: the S&P 500 was 1,394.46; the trend was up.", ["S&P 500 → 1,394.46", "trend → up"]],
    ["I have these: price: 44, wage: 11, ruler: Charles I. What do you think?", ["price → 44", "wage → 11", "ruler → Charles I"]],
    [
      "Card. film Harley Davidson and the Marlboro Man, director Simon Wincer, votes 5.",
      ["film → Harley Davidson and the Marlboro Man", "director → Simon Wincer", "votes → 5"],
    ],
    ["MIC result: microbe: Salmonella typhosa; dose: 5", ["microbe → Salmonella typhosa", "dose → 5"]],
    ["status: active; price: 2.418,75 €; size: 0,7 l", ["status → active", "price → 2.418,75 €", "size → 0,7 l"]],
  ])("reads %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it.each([
    ["Spec sheet photo showing model = ford torino 500; weight = 3,302 lbs.", ["model → ford torino 500", "weight → 3,302 lbs"]],
    ["Screenshot that reads open = 28.7; day high = 30.05.", ["open → 28.7", "day high → 30.05"]],
    ["Book card: reading time = 5 h; pages = 300", ["reading time → 5 h", "pages → 300"]],
    ["App screenshot; place = 5km NNE of Anchorage, Alaska; magnitude = 4.5.", ["place → 5km NNE of Anchorage, Alaska", "magnitude → 4.5"]],
    ["Grid photo that reads energy source: Nuclear, output: 4,347 GWh.", ["energy source → Nuclear", "output → 4,347 GWh"]],
    ['An app. Text: "origin: LAX", "distance: 89 miles".', ["origin → LAX", "distance → 89 miles"]],
    ["Screenshot showing origin: DCA, distance: 205 miles.", ["origin → DCA", "distance → 205 miles"]],
    ["Weather panel showing rainfall = 3 mm.", ["rainfall → 3 mm"]],
    [
      "Phone panel showing high temperature 13 °C, low temperature 6 °C, conditions sun.",
      ["high temperature → 13 °C", "low temperature → 6 °C", "conditions → sun"],
    ],
  ])("reads the caption %s", (text, pairs) => expect(read(text, "caption")).toEqual(pairs));
});

describe("sentences", () => {
  it.each([
    ["my weight is 82 kg today.", ["weight → 82 kg"]],
    ["I checked: my speed is 2 Gbps now, much better.", ["speed → 2 Gbps"]],
    ["My brother's weight is 90 kg.", ["brother's weight → 90 kg"]],
    ["Today the total bill came to $45.20.", ["total bill → $45.20"]],
    ["My weight this morning: 82 kg", ["weight → 82 kg"]],
    ["Weight 82 kg", ["Weight → 82 kg"]],
  ])("reads %s", (text, pairs) => expect(read(text)).toEqual(pairs));

  it.each([
    "I slept badly, the neighbours were loud again.",
    "We met at 5 pm, the weather was nice; the food was good.",
    "I bought 3 apples, 2 pears, and milk. It was 12 dollars.",
    "Is the weight 82 kg, the height 1.80 m?",
    "Her weight is 60 kg.",
    "My sister is 5 years older.",
    "Fun fact: they were bred in 1890 as a mix of two breeds.",
    "It makes me think: maybe the role of the artist isn't to resist technology, but to humanize it.",
    "There are three reasons: price, quality, and 24/7 support.",
    "Pastry party sounds awesome, count me in!",
    "We talked of 3 things, and the weather was nice, the food was great.",
    "Alps – Rhine; Elbe – Oder",
    "The hotel was a dump, the room was tiny, the street was loud.",
    "part relaxation, part creative exploration.",
    "Trip plan: museum first, lunch late, train home.",
    "met Anna, left at 7, loved the city.",
    "With a high turtleneck, traditional Aran pattern.",
    "```py\nx = 5; y = 6\nweight: 82 kg\n```",
  ])("finds nothing in %s", (text) => expect(read(text)).toEqual([]));

  it("finds nothing in captions that describe, or show code", () => {
    expect(read("A woman in a red coat, 30 years old, standing next to 2 dogs; a car behind.", "caption")).toEqual([]);
    expect(read("It uses ax.scatter(x, y, z, s=20, c='red', alpha=1.0), then saves the figure.", "caption")).toEqual([]);
    expect(read("Worksheet with sections: “Name:____,” “Date:____,” and “Name of Experiment”.", "caption")).toEqual([]);
  });

  it("takes from an assistant's list only what is measured, and nothing from advice", () => {
    expect(read("- **Morning:** 20 min of yoga\n- **Lunch:** 500 kcal\n- Evening: relax", "assistant")).toEqual([]);
    expect(read("- calories: 500 kcal\n- protein: 30 g\n- verdict: fine", "assistant")).toEqual(["calories → 500 kcal", "protein → 30 g"]);
  });
});

describe("screens", () => {
  it.each([
    [
      "columns",
      "Health\nTime in range   82 %\nAverage glucose   154 mg/dL\nStatus   Stable",
      ["Time in range → 82 %", "Average glucose → 154 mg/dL", "Status → Stable"],
    ],
    [
      "values below labels",
      "Time in range   Steps\n82 %   8,213\nSleep\n7.5 h",
      ["Time in range → 82 %", "Steps → 8,213", "Sleep → 7.5 h"],
    ],
    [
      "several in a line",
      "High 13 °C Low 6 °C\nWind 4.3 m/s\nConditions: Rain",
      ["High → 13 °C", "Low → 6 °C", "Wind → 4.3 m/s", "Conditions → Rain"],
    ],
    ["noise", "© 2019 All rights 12\n|| 3 4 ==\nWelcome back", []],
    ["one number alone", "Room 12\nWelcome", []],
  ])("reads %s", (_, text, pairs) => expect(read(text, "picture")).toEqual(pairs));
});

describe("any text", () => {
  it("gives values that stand in it", () => {
    const pieces = fc.constantFrom(
      "the ",
      "weight",
      " was ",
      "5 kg",
      ", ",
      "; ",
      ": ",
      " = ",
      "\n- ",
      "| ",
      ". ",
      "Title",
      "¼",
      "٣",
      "🎉",
      "\r\n",
      "(",
      '"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join("")),
        ),
        fc.constantFrom<Voice>("user", "assistant", "caption", "picture"),
        (text, voice) => {
          for (const { value } of pairsIn(text, voice)) expect(text.slice(value.start, value.start + value.text.length)).toBe(value.text);
        },
      ),
      { numRuns: 600 },
    );
  });

  it("is read within the time of a test, however long and repetitive", () => {
    const hostile = ["a = 5; ", "b, c. ", "the x was 5; ", "Foo bar: baz\n", "my my my ", "1,234,", "| a | b |\n", "- k: 5\n"].map(
      (piece) => piece.repeat(20_000),
    );
    for (const text of hostile) expect(() => pairsIn(text, "user")).not.toThrow();
  });
});
