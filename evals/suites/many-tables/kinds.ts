/** A number that a record of some kind tells. */
export interface NumberColumn {
  readonly name: string;
  /** Empty: a bare number. */
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly decimals: 0 | 1 | 2;
  /** Whether a total of it means something. */
  readonly adds: boolean;
  /** What another kind calls one of its columns too, where a person does not keep them apart. */
  readonly short?: string;
}

/** A word of a few that a record tells. */
export interface TextColumn {
  readonly name: string;
  readonly values: readonly string[];
}

/** A kind of record that a person keeps: what will be a table of its own. */
export interface Kind {
  /** What one record is called. */
  readonly noun: string;
  readonly plural: string;
  /** How a round that tells one begins. */
  readonly leads: readonly string[];
  readonly numbers: readonly [NumberColumn, ...NumberColumn[]];
  readonly texts: readonly TextColumn[];
  /** Records in a week, about. */
  readonly weekly: number;
}

/**
 * Kinds whose columns are alike and never the same: two distances, four durations, two weights, two pulses, two amounts of money.
 * So a question has one right table, and a plan that goes by half of a name takes another.
 */
const KINDS: readonly Kind[] = [
  {
    noun: "run",
    plural: "runs",
    leads: ["Run logged", "Back from a run", "Evening run done"],
    numbers: [
      { name: "running distance", unit: "km", low: 3, high: 16, decimals: 1, adds: true, short: "distance" },
      { name: "running time", unit: "min", low: 18, high: 95, decimals: 0, adds: true, short: "duration" },
      { name: "heart rate", unit: "bpm", low: 118, high: 172, decimals: 0, adds: false, short: "pulse" },
    ],
    texts: [{ name: "route", values: ["harbour loop", "river path", "north forest", "old railway"] }],
    weekly: 3,
  },
  {
    noun: "ride",
    plural: "rides",
    leads: ["Ride logged", "Home from a ride", "Bike put away"],
    numbers: [
      { name: "ride distance", unit: "km", low: 8, high: 90, decimals: 1, adds: true, short: "distance" },
      { name: "climb", unit: "m", low: 20, high: 1400, decimals: 0, adds: true },
    ],
    texts: [{ name: "bike", values: ["gravel bike", "road bike", "city bike"] }],
    weekly: 3,
  },
  {
    noun: "purchase",
    plural: "purchases",
    leads: ["Spent some money", "Purchase noted", "For the household book"],
    numbers: [
      { name: "amount spent", unit: "EUR", low: 2, high: 140, decimals: 2, adds: true, short: "amount" },
      { name: "items", unit: "", low: 1, high: 24, decimals: 0, adds: true },
    ],
    texts: [
      { name: "shop", values: ["Bellini", "corner shop", "Nordmarkt", "Teahouse Ito"] },
      { name: "category", values: ["groceries", "clothes", "gifts", "hardware"] },
    ],
    weekly: 5,
  },
  {
    noun: "refill",
    plural: "refills",
    leads: ["Filled up the car", "At the petrol station", "Refill noted"],
    numbers: [
      { name: "fuel", unit: "l", low: 18, high: 55, decimals: 1, adds: true },
      { name: "fuel cost", unit: "EUR", low: 30, high: 98, decimals: 2, adds: true, short: "amount" },
    ],
    texts: [{ name: "station", values: ["Avia", "Ringtank", "Seeblick", "Waypoint"] }],
    weekly: 2,
  },
  {
    noun: "reading session",
    plural: "reading sessions",
    leads: ["Read a little", "Reading log", "Put the book down"],
    numbers: [
      { name: "pages", unit: "", low: 5, high: 95, decimals: 0, adds: true },
      { name: "reading time", unit: "min", low: 8, high: 130, decimals: 0, adds: true, short: "duration" },
    ],
    texts: [{ name: "book", values: ["Salt Roads", "The Glass Meridian", "Quiet Engines", "Winter Ledger"] }],
    weekly: 4,
  },
  {
    noun: "night",
    plural: "nights",
    leads: ["Sleep report", "Good morning", "From the sleep tracker"],
    numbers: [
      { name: "sleep", unit: "h", low: 4.5, high: 9.5, decimals: 1, adds: true },
      { name: "deep sleep", unit: "h", low: 0.4, high: 2.6, decimals: 1, adds: true },
      { name: "resting pulse", unit: "bpm", low: 47, high: 69, decimals: 0, adds: false, short: "pulse" },
    ],
    texts: [],
    weekly: 6,
  },
  {
    noun: "weighing",
    plural: "weighings",
    leads: ["On the scales", "Weighing noted", "Scales this morning"],
    numbers: [
      { name: "body weight", unit: "kg", low: 70, high: 84, decimals: 1, adds: false, short: "weight" },
      { name: "body fat", unit: "%", low: 14, high: 24, decimals: 1, adds: false },
    ],
    texts: [],
    weekly: 3,
  },
  {
    noun: "harvest",
    plural: "harvests",
    leads: ["From the garden", "Harvest noted", "Basket brought in"],
    numbers: [
      { name: "harvest weight", unit: "kg", low: 0.2, high: 7.5, decimals: 1, adds: true, short: "weight" },
      { name: "baskets", unit: "", low: 1, high: 9, decimals: 0, adds: true },
    ],
    texts: [
      { name: "crop", values: ["beans", "carrots", "courgettes", "plums"] },
      { name: "bed", values: ["east bed", "long bed", "shade bed"] },
    ],
    weekly: 3,
  },
  {
    noun: "practice",
    plural: "practices",
    leads: ["Piano practice over", "Practice noted", "An hour at the piano"],
    numbers: [
      { name: "practice time", unit: "min", low: 10, high: 100, decimals: 0, adds: true, short: "duration" },
      { name: "mistakes", unit: "", low: 0, high: 30, decimals: 0, adds: true },
    ],
    texts: [{ name: "piece", values: ["Aria in G", "Little Etude", "Nocturne", "Rondo"] }],
    weekly: 4,
  },
  {
    noun: "meeting",
    plural: "meetings",
    leads: ["Meeting over", "Out of the meeting", "Minutes of today"],
    numbers: [
      { name: "meeting length", unit: "min", low: 10, high: 150, decimals: 0, adds: true, short: "duration" },
      { name: "participants", unit: "", low: 2, high: 19, decimals: 0, adds: true },
    ],
    texts: [
      { name: "topic", values: ["budget", "hiring", "release", "roadmap"] },
      { name: "room", values: ["Atlas", "Juniper", "Lighthouse"] },
    ],
    weekly: 4,
  },
];

/** The kinds as they are, or with the short names that several of them share. */
export function kindsCalled(names: "own" | "shared"): readonly Kind[] {
  if (names === "own") return KINDS;
  return KINDS.map((kind) => {
    const [first, ...others] = kind.numbers;
    return { ...kind, numbers: [shortened(first), ...others.map(shortened)] };
  });
}

function shortened(column: NumberColumn): NumberColumn {
  return { ...column, name: column.short ?? column.name };
}
