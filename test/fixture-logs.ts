import type { FixtureRow, FixtureTable } from "./fixture-tables.js";

/** A log as a test computes its gold answers from: plain records, null where nothing was written down. */
export type LogRecord = Readonly<Record<string, string | number | null>> & { readonly time: string };

function table(
  name: string,
  description: string,
  units: Readonly<Record<string, string>>,
  records: readonly LogRecord[],
  said: string,
): FixtureTable {
  const rows = records.map(({ time, ...values }): FixtureRow => {
    const cells = Object.entries(values).flatMap(([key, value]) =>
      value === null ? [] : [[key, units[key] === undefined ? String(value) : `${value} ${units[key]}`] as const],
    );
    return { time, user: `${said}\n${cells.map(([key, value]) => `- ${key}: ${value}`).join("\n")}`, values: Object.fromEntries(cells) };
  });
  return { name, description, rows };
}

/** Workouts: distances and durations with units, a text that recurs, no name for a row. */
export const RUNS: readonly LogRecord[] = [
  { time: "2023-03-02", route: "river loop", distance: 5.2, duration: 31, "heart rate": 148, weather: "rain" },
  { time: "2023-03-05", route: "hill trail", distance: 8.1, duration: 55, "heart rate": 161, weather: "sun" },
  { time: "2023-03-11", route: "river loop", distance: 5.2, duration: 29, "heart rate": 151, weather: "sun" },
  { time: "2023-03-18", route: "old town", distance: 10, duration: 62, "heart rate": null, weather: "fog" },
  { time: "2023-04-01", route: "hill trail", distance: 8.1, duration: 52, "heart rate": 158, weather: "rain" },
  { time: "2023-04-08", route: "old town", distance: 10.4, duration: 60, "heart rate": 155, weather: "sun" },
  { time: "2023-04-15", route: "river loop", distance: 6.3, duration: 36, "heart rate": 149, weather: null },
  { time: "2023-04-22", route: "lake round", distance: 14.5, duration: 88, "heart rate": 163, weather: "sun" },
  { time: "2023-05-06", route: "river loop", distance: 5.2, duration: 28, "heart rate": 150, weather: "rain" },
  { time: "2023-05-14", route: "hill trail", distance: 8.4, duration: null, "heart rate": 160, weather: "sun" },
  { time: "2023-05-20", route: "lake round", distance: 14.5, duration: 85, "heart rate": 165, weather: "rain" },
  { time: "2023-05-28", route: "old town", distance: 12, duration: 70, "heart rate": 157, weather: "sun" },
];

export const runs = table(
  "running_log",
  "Runs with their route, distance and duration.",
  { distance: "km", duration: "min", "heart rate": "bpm" },
  RUNS,
  "Run of the day.",
);

/** Books: names with punctuation, one inside another, and names that are common words. */
export const BOOKS: readonly LogRecord[] = [
  { time: "2022-01-10", title: "Emma", author: "Jane Austen", pages: 474, stars: 4.5, genre: "Novel" },
  { time: "2022-01-24", title: "It", author: "Stephen King", pages: 1138, stars: 3.5, genre: "Horror" },
  { time: "2022-02-08", title: "Dune", author: "Frank Herbert", pages: 612, stars: 5, genre: "Science Fiction" },
  { time: "2022-02-27", title: "Dune Messiah", author: "Frank Herbert", pages: 256, stars: 3.8, genre: "Science Fiction" },
  { time: "2022-03-15", title: "Who's Afraid of Virginia Woolf?", author: "Edward Albee", pages: 242, stars: 4.1, genre: "Drama" },
  { time: "2022-03-30", title: "Catch-22", author: "Joseph Heller", pages: 453, stars: 4.2, genre: "Novel" },
  { time: "2022-04-12", title: "Persuasion", author: "Jane Austen", pages: 249, stars: null, genre: "Novel" },
  { time: "2022-05-02", title: "The Shining", author: "Stephen King", pages: 447, stars: 4.6, genre: "Horror" },
  { time: "2022-05-25", title: "The Average of Us", author: "Ada Quill", pages: 198, stars: 2.9, genre: "Essays" },
  { time: "2022-06-11", title: "Solaris", author: "Stanisław Lem", pages: 204, stars: 4.4, genre: "Science Fiction" },
];

export const books = table("reading_list", "Books that were read, with author, pages and stars.", {}, BOOKS, "Finished another book.");

/** Spending: money, yes and no, two purchases on one day. */
export const SPENDING: readonly LogRecord[] = [
  { time: "2024-02-01", shop: "Green Market", category: "food", amount: 42.5, refunded: "no" },
  { time: "2024-02-01", shop: "Bits & Bytes", category: "electronics", amount: 199, refunded: "yes" },
  { time: "2024-02-09", shop: "Green Market", category: "food", amount: 38.2, refunded: "no" },
  { time: "2024-02-14", shop: "Rosa's", category: "gifts", amount: 25, refunded: "no" },
  { time: "2024-03-03", shop: "Corner Shop", category: "food", amount: 12.75, refunded: "no" },
  { time: "2024-03-17", shop: "Bits & Bytes", category: "electronics", amount: 89.9, refunded: "no" },
  { time: "2024-03-21", shop: "Green Market", category: "food", amount: 51.1, refunded: "yes" },
  { time: "2024-04-02", shop: "Rosa's", category: "gifts", amount: 60, refunded: "no" },
  { time: "2024-04-19", shop: "Corner Shop", category: "food", amount: 9.3, refunded: null },
];

export const spending = table("purchases", "What was bought, where, and for how much.", { amount: "EUR" }, SPENDING, "Bought something.");

/** Countries by year: a column of years, names that recur. */
export const COUNTRIES: readonly LogRecord[] = [
  { time: "2021-06-01", country: "Norway", continent: "Europe", year: 1990, "life expectancy": 76.5, population: 4241000 },
  { time: "2021-06-02", country: "Norway", continent: "Europe", year: 2000, "life expectancy": 78.6, population: 4491000 },
  { time: "2021-06-03", country: "Japan", continent: "Asia", year: 1990, "life expectancy": 78.8, population: 123500000 },
  { time: "2021-06-04", country: "Japan", continent: "Asia", year: 2000, "life expectancy": 81.1, population: 126800000 },
  { time: "2021-06-05", country: "Kenya", continent: "Africa", year: 1990, "life expectancy": 57.5, population: 23700000 },
  { time: "2021-06-06", country: "Kenya", continent: "Africa", year: 2000, "life expectancy": 50.7, population: 31400000 },
  { time: "2021-06-07", country: "South Korea", continent: "Asia", year: 1990, "life expectancy": 71.6, population: 42900000 },
  { time: "2021-06-08", country: "South Korea", continent: "Asia", year: 2000, "life expectancy": 75.9, population: null },
];

export const countries = table(
  "country_facts",
  "Life expectancy and population of countries.",
  {},
  COUNTRIES,
  "A fact for my geography notes.",
);

/** Monthly figures: names that hold cue words, percentages. */
export const SITE: readonly LogRecord[] = [
  { time: "2023-01-01", "total visits": 1200, "average time": 3.1, "bounce rate": 42, count: 30 },
  { time: "2023-02-01", "total visits": 1350, "average time": 2.9, "bounce rate": 45, count: 28 },
  { time: "2023-03-01", "total visits": 1810, "average time": 3.4, "bounce rate": 39, count: 41 },
  { time: "2023-04-01", "total visits": 1640, "average time": 3.0, "bounce rate": 41, count: 37 },
  { time: "2023-05-01", "total visits": 2010, "average time": null, "bounce rate": 36, count: 52 },
  { time: "2023-06-01", "total visits": 1990, "average time": 3.6, "bounce rate": 38, count: 49 },
];

export const site = table(
  "website_figures",
  "Monthly figures of a web site.",
  { "average time": "min", "bounce rate": "%" },
  SITE,
  "This month's figures.",
);
