import { describe, expect, it } from "vitest";
import { asking, expectComputed, type Gold } from "../../ask-tables.js";
import { BOOKS, books, COUNTRIES, countries, type LogRecord, RUNS, runs, SITE, site, SPENDING, spending } from "../../fixture-logs.js";

/** What a naive reading of the records gives. */
const numbers = (log: readonly LogRecord[], key: string) => log.flatMap((record) => (typeof record[key] === "number" ? [record[key]] : []));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const deviation = (values: readonly number[]) => Math.sqrt(sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1));
const where = (log: readonly LogRecord[], key: string, value: string | number) => log.filter((record) => record[key] === value);
const during = (log: readonly LogRecord[], prefix: string) => log.filter(({ time }) => time.startsWith(prefix));
const most = (log: readonly LogRecord[], key: string, sign = 1) =>
  log.filter((record) => typeof record[key] === "number").toSorted((a, b) => sign * (Number(b[key]) - Number(a[key])) || 0);
const cell = (log: readonly LogRecord[], key: string, sign: number, show: string) => String(most(log, key, sign)[0]?.[show]);

const ask = {
  runs: asking([runs]),
  books: asking([books]),
  spending: asking([spending]),
  countries: asking([countries]),
  site: asking([site]),
};

const QUESTIONS: Readonly<Record<keyof typeof ask, readonly (readonly [question: string, gold: Gold])[]>> = {
  runs: [
    ["What was my average distance?", mean(numbers(RUNS, "distance"))],
    ["On average, how far did I run?", mean(numbers(RUNS, "distance"))],
    ["How many kilometres did I run in total?", sum(numbers(RUNS, "distance"))],
    ["How many km did I run in April 2023?", sum(numbers(during(RUNS, "2023-04"), "distance"))],
    ["What is the total duration of all my runs?", sum(numbers(RUNS, "duration"))],
    ["What was the longest distance I ran?", 14.5],
    ["What's my lowest heart rate?", 148],
    ["Give me the median heart rate.", 157],
    ["How many runs were longer than 10 km?", 4],
    ["How many runs took more than an hour and were sunny?", 2],
    ["How many times did I run the river loop?", 4],
    ["On how many days did it rain?", 4],
    ["How many different routes did I run?", 4],
    ["Which route did I run most often?", ["river loop"]],
    ["Which routes have I run?", ["hill trail", "lake round", "old town", "river loop"]],
    ["What is the average heart rate for each route?", ["hill trail: 159.67", "lake round: 164", "old town: 156", "river loop: 149.5"]],
    ["Which route has the highest average heart rate?", ["lake round"]],
    ["Which month had the most kilometres in total?", ["2023-05"]],
    ["When was my heart rate highest?", ["2023-05-20"]],
    ["On which day did I run the river loop fastest, by duration?", ["2023-05-06"]],
    ["What was the weather on the day with the highest heart rate?", ["rain"]],
    ["On the day with the lowest duration, what was the distance?", 5.2],
    ["What was the duration on 8 April 2023?", 60],
    ["What was the distance on May 6th?", 5.2],
    [
      "Was the average distance higher or lower in 2023-05 than in 2023-03, and by how much?",
      mean(numbers(during(RUNS, "2023-05"), "distance")) - mean(numbers(during(RUNS, "2023-03"), "distance")),
    ],
    [
      "How much did my average heart rate differ between rainy and sunny runs?",
      Math.abs(mean(numbers(where(RUNS, "weather", "rain"), "heart rate")) - mean(numbers(where(RUNS, "weather", "sun"), "heart rate"))),
    ],
    ["What percentage of runs were on the hill trail?", 25],
    [
      "What was the average pace, duration divided by distance?",
      mean(RUNS.flatMap(({ duration, distance }) => (typeof duration === "number" ? [duration / Number(distance)] : []))),
    ],
    ["How many runs have no duration recorded?", 1],
    ["What was the average distance since 2023-05-01?", mean(numbers(during(RUNS, "2023-05"), "distance"))],
    ["What was the heart rate of my last run?", 157],
    [
      "What was the average distance on weekends?",
      mean(RUNS.filter(({ time }) => [0, 6].includes(new Date(`${time}T00:00Z`).getUTCDay())).map(({ distance }) => Number(distance))),
    ],
    ["How many runs were shorter than 6 km?", 3],
    ["What is the average distance in miles?", mean(numbers(RUNS, "distance")) / 1.609344],
    ["How long was my longest run, by duration?", 88],
    [
      "Did my average distance go up or down from March to May 2023?",
      mean(numbers(during(RUNS, "2023-05"), "distance")) - mean(numbers(during(RUNS, "2023-03"), "distance")),
    ],
    [
      "By how much did the average distance in 2023-05 differ from 2023-03?",
      mean(numbers(during(RUNS, "2023-05"), "distance")) - mean(numbers(during(RUNS, "2023-03"), "distance")),
    ],
    ["On what dates did I run the lake round?", ["2023-04-22", "2023-05-20"]],
    ["How many runs cleared a distance of 10 km?", 4],
    ["When did I last run in the fog?", ["2023-03-18"]],
    ["Which day had the second longest distance?", ["2023-05-28"]],
    ["What is the standard deviation of the heart rate?", deviation(numbers(RUNS, "heart rate"))],
    ["How many times did I run when it was sunny?", 6],
    ["What is the highest and the lowest heart rate?", ["165", "148"]],
    ["What unit is the distance in?", ["km"]],
    ["Which attributes do you have?", ["route", "distance", "duration", "heart rate", "weather"]],
  ],
  books: [
    ["What was the average stars over everything I read?", mean(numbers(BOOKS, "stars"))],
    ["Which book had the most pages?", ["It"]],
    ["Which book had the lowest stars?", ["The Average of Us"]],
    ["On the book with the highest stars, what was the author?", ["Frank Herbert"]],
    ["Who wrote Solaris? What was the author for Solaris?", ["Stanisław Lem"]],
    ["What was the genre for Dune?", ["Science Fiction"]],
    ["What was the genre for Dune Messiah?", ["Science Fiction"]],
    ["How many pages does Dune have?", 612],
    ["How many pages did Dune Messiah have?", 256],
    ["What were the stars for Who's Afraid of Virginia Woolf?", 4.1],
    ["What were the pages for It?", 1138],
    ["What were the stars for The Average of Us?", 2.9],
    ["How many stars did I give the Shining?", 4.6],
    ["List the three books with the most pages, highest first.", ["It", "Dune", "Emma"]],
    ["Top 3 books by stars", ["Dune", "The Shining", "Emma"]],
    ["How many books had more than 400 pages?", BOOKS.filter(({ pages }) => Number(pages) > 400).length],
    ["How many entries have genre Novel?", 3],
    [
      "What is the average pages for entries whose genre is Science Fiction?",
      mean(numbers(where(BOOKS, "genre", "Science Fiction"), "pages")),
    ],
    ["How many books by Jane Austen did I read?", 2],
    ["How many different authors are there?", 7],
    ["Which author wrote the book with the most pages?", ["Stephen King"]],
    ["When did I read Emma?", ["2022-01-10"]],
    ["What was the first book I read in 2022-03?", ["Who's Afraid of Virginia Woolf?"]],
    ["What are the two shortest books by pages?", ["The Average of Us", "Solaris"]],
    ["How many pages do the horror books have in total?", 1138 + 447],
    ["Is Emma a Novel?", ["Yes"]],
    ["What is the second highest stars?", 4.6],
    ["How many books have a stars above 4 and more than 300 pages?", 4],
    ["What is the total number of books by Stephen King?", 2],
    ["Which genre has the most books?", ["Novel", "Science Fiction"]],
    ["How many books were not Novels?", 7],
    ["Find the book with the fewest pages. What was its genre?", ["Essays"]],
    ["Which books did I read in March 2022?", ["Catch-22", "Who's Afraid of Virginia Woolf?"]],
    [
      "What was the average pages of books other than Horror?",
      mean(
        numbers(
          BOOKS.filter(({ genre }) => genre !== "Horror"),
          "pages",
        ),
      ),
    ],
  ],
  spending: [
    ["How much did I spend on food in total?", sum(numbers(where(SPENDING, "category", "food"), "amount"))],
    ["What was the total amount at Green Market?", sum(numbers(where(SPENDING, "shop", "Green Market"), "amount"))],
    ["What is the total amount by category?", ["electronics: 288.9", "food: 153.85", "gifts: 85"]],
    ["Which category has the highest total amount?", ["electronics"]],
    ["Where did I make the purchase with the highest amount?", ["Bits & Bytes"]],
    ["How many purchases were refunded?", 2],
    ["How many purchases were not refunded?", 6],
    ["How many purchases were above 50 euros?", 4],
    ["How many days had an amount above 40?", 4],
    ["What was the average amount in March 2024?", mean(numbers(during(SPENDING, "2024-03"), "amount"))],
    ["What was the amount at Rosa's in April?", 60],
    ["Did I spend more on food or on gifts in total?", ["food"]],
    ["What was the lowest amount between 2024-02-01 and 2024-03-31?", 12.75],
    ["Which shops did I buy from?", ["Bits & Bytes", "Corner Shop", "Green Market", "Rosa's"]],
    ["What is the average amount for entries whose refunded is yes?", (199 + 51.1) / 2],
    ["What share of purchases were food?", (100 * 5) / 9],
    ["What was the amount spent at the Corner Shop on average?", (12.75 + 9.3) / 2],
    ["How many different shops are there?", 4],
  ],
  countries: [
    ["What was the life expectancy of Kenya in 2000?", 50.7],
    ["Which country had the highest life expectancy?", ["Japan"]],
    ["What was the average life expectancy in 1990?", mean(numbers(where(COUNTRIES, "year", 1990), "life expectancy"))],
    [
      "What is the average life expectancy for entries whose continent is Asia?",
      mean(numbers(where(COUNTRIES, "continent", "Asia"), "life expectancy")),
    ],
    ["How many entries have a population over 40 million?", 3],
    ["What was the largest population recorded?", 126800000],
    [
      "Was the average life expectancy higher or lower in 2000 than in 1990, and by how much?",
      mean(numbers(where(COUNTRIES, "year", 2000), "life expectancy")) - mean(numbers(where(COUNTRIES, "year", 1990), "life expectancy")),
    ],
    ["Which country had the lowest life expectancy in 1990?", ["Kenya"]],
    ["How many different countries are there in Asia?", 2],
  ],
  site: [
    ["What was the average total visits over everything I logged?", mean(numbers(SITE, "total visits"))],
    ["What is the highest average time I ever recorded?", 3.6],
    ["Which month had the lowest bounce rate?", ["2023-05-01"]],
    ["On the month with the highest total visits, what was the bounce rate?", 36],
    ["What was the average count over everything I logged?", mean(numbers(SITE, "count"))],
    ["What is the total count across all entries?", sum(numbers(SITE, "count"))],
    ["How many months had a count above 40?", 3],
    ["How many months had a bounce rate below 40%?", 3],
    ["What was the average time for 2023-03-01?", 3.4],
    ["Which month had the highest count?", [cell(SITE, "count", 1, "time")]],
    ["How did the total visits change between January and June 2023?", 790],
    ["List the three months with the highest count, highest first.", ["2023-05-01", "2023-06-01", "2023-03-01"]],
  ],
};

const YEARS = ["1956", "1957", "1958", "1959"].map((year, index) => ({
  id: `y${index}`,
  time: `2020-01-0${index + 1}`,
  values: {
    year,
    "gas price": `$${[2.38, 2.4, 2.26, 2.31][index]}`,
    "miles driven": String(3600 + 100 * index),
    trend: index % 2 === 0 ? "up" : "down",
  },
}));
const roads = asking([{ name: "roads", rows: YEARS }]);

describe("questions about roads, whose rows a year names", () => {
  it.each<readonly [string, Gold]>([
    ["How many years had a gas price above 2.3?", 3],
    ["What was the gas price for 1957?", 2.4],
    ["What was 1958's gas price?", 2.26],
    ["List the two years with the highest miles driven, highest first.", ["1959", "1958"]],
    ["number of years with miles driven < 3700", 1],
    ["number of years with miles driven >= 3700", 3],
    ["year with max gas price?", ["1957"]],
    ["the year with the lowest gas price", ["1958"]],
    ["How low did the gas price go?", 2.26],
    ["What's the record gas price?", 2.4],
    ["Which year leads in gas price?", ["1957"]],
    ["If you add all miles driven together, what do you get?", 15000],
    ["What did I log as the gas price for 1956?", 2.38],
    ["avg gas price for trend = up", 2.32],
    ["What was the gas price on 1/2/2020?", 2.4],
  ])("%s", async (question, gold) => expectComputed(await roads(question), gold));
});

const PENGUINS = [
  { id: "p1", time: "2024-05-01", values: { name: "Pip", "body mass": "4,200 g", temp: "10 °C", price: "$40" } },
  { id: "p2", time: "2024-05-02", values: { name: "Pop", "body mass": "3,800 g", temp: "20 °C", price: "$60" } },
];
const penguins = asking([{ name: "penguins", rows: PENGUINS }]);

describe("the unit that a question names", () => {
  it.each<readonly [string, number, string]>([
    ["What was the body mass of Pip in kg?", 4.2, "kg"],
    ["What was the average body mass in kilograms?", 4, "kg"],
    ["On the penguin with the highest price, what was the body mass in kg?", 3.8, "kg"],
    ["What is the highest temp in degrees Fahrenheit?", 68, "°F"],
    ["How many kilograms is the body mass of Pop?", 3.8, "kg"],
    ["What is the total price in dollars?", 100, "USD"],
  ])("is the answer's: %s", async (question, value, unit) => {
    const asked = await penguins(question);
    expect(asked.value, asked.answer).toBeCloseTo(value, 6);
    expect(asked.answer).toContain(unit);
  });

  it.each(["What was the price of Pip in euros?", "What is the average price in euros?"])(
    "is refused for a currency that nothing converts: %s",
    async (question) => {
      const asked = await penguins(question);
      expect(asked).toMatchObject({ value: null, items: [] });
      expect(asked.answer).toMatch(/USD.*EUR/);
    },
  );

  it("does not matter to which row it is", async () => {
    expect((await penguins("Which penguin had the highest price in euros?")).items).toEqual(["Pop"]);
  });
});

for (const [name, questions] of Object.entries(QUESTIONS) as [keyof typeof ask, (typeof QUESTIONS)["runs"]][]) {
  describe(`questions about ${name}`, () => {
    it.each(questions)("%s", async (question, gold) => expectComputed(await ask[name](question), gold));
  });
}
