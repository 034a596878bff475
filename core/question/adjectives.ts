/** What an adjective measures: nouns that a column may be named by, units that tell it, and which end it means. */
export interface Dimension {
  readonly nouns: readonly string[];
  readonly units: readonly string[];
  readonly order: "asc" | "desc";
}

/** How an adjective is used: `how heavy`, `heavier`, `heaviest`. */
export type Degree = "plain" | "comparative" | "superlative";

const LENGTHS = ["mm", "cm", "m", "km", "in", "ft", "mi"];
const MASSES = ["mg", "g", "kg", "t", "lb", "oz"];
const DURATIONS = ["s", "min", "h", "day"];
const TEMPERATURES = ["°C", "°F", "K"];
const SPEEDS = ["m/s", "km/h", "mph", "kn"];
const MONEY = ["USD", "EUR", "GBP", "JPY"];

const DIMENSIONS: readonly (readonly [high: string, low: string, nouns: string, units: readonly string[]])[] = [
  ["heavy", "light", "weight mass load", MASSES],
  ["long", "short", "length duration time runtime distance stay minutes hours", [...DURATIONS, ...LENGTHS]],
  ["tall", "short", "height", LENGTHS],
  ["lengthy", "brief", "duration length time", DURATIONS],
  ["hot warm", "cold cool chilly", "temperature temp heat", TEMPERATURES],
  ["fast quick speedy", "slow", "speed velocity pace", SPEEDS],
  ["expensive costly pricey dear", "cheap inexpensive affordable", "price cost budget fee expense spending amount", MONEY],
  ["old", "young", "age", ["year"]],
  ["wet rainy", "dry", "rain rainfall precipitation", []],
  ["windy breezy", "calm", "wind", SPEEDS],
  ["snowy", "", "snow snowfall", []],
  ["sunny", "", "sunshine sun", []],
  ["cloudy", "", "cloud clouds", []],
  ["humid", "", "humidity", []],
  ["deep", "shallow", "depth", LENGTHS],
  ["wide broad", "narrow", "width breadth", LENGTHS],
  ["thick", "thin slim", "thickness", LENGTHS],
  ["powerful strong", "weak", "power horsepower strength magnitude force", ["hp", "kW"]],
  ["severe", "mild", "magnitude severity", []],
  ["bright", "dark dim", "brightness luminosity", []],
  ["loud noisy", "quiet silent", "noise loudness volume", []],
  ["good well", "bad poor", "rating score grade mark result", []],
  ["popular", "unpopular", "popularity votes views visitors downloads", []],
  ["profitable lucrative", "", "profit revenue gross earnings income", MONEY],
  ["rich wealthy", "poor", "income wealth gdp", []],
  ["deadly lethal", "", "deaths fatalities casualties", []],
  ["far distant remote", "near close", "distance", LENGTHS],
  ["efficient economical frugal thrifty", "thirsty", "economy efficiency mileage mpg", ["mpg"]],
  ["populous crowded", "", "population", []],
  ["productive fertile", "", "yield productivity fertility", []],
  ["busy", "", "visitors visits traffic customers steps", []],
  ["large big huge", "small little tiny", "size area volume amount", []],
  ["high", "low", "height altitude elevation", []],
];

const IRREGULAR: Readonly<Record<string, readonly [comparative: string, superlative: string]>> = {
  good: ["better", "best"],
  well: ["better", "best"],
  bad: ["worse", "worst"],
  far: ["farther", "farthest"],
  little: ["smaller", "littlest"],
};

/** Forms that are spelt in a second way. */
const OTHER_FORMS = [
  ["further", "farther"],
  ["furthest", "farthest"],
] as const;

/** Every form of every adjective, with what it may measure. */
const FORMS: ReadonlyMap<string, { readonly degree: Degree; readonly dimensions: readonly Dimension[] }> = allForms();

/** What an adjective's form may measure; null when the word is none. */
export function adjective(fold: string): { readonly degree: Degree; readonly dimensions: readonly Dimension[] } | null {
  return FORMS.get(fold) ?? null;
}

function allForms(): Map<string, { degree: Degree; dimensions: Dimension[] }> {
  const forms = new Map<string, { degree: Degree; dimensions: Dimension[] }>();
  const add = (form: string, degree: Degree, dimension: Dimension) => {
    const known = forms.get(form);
    if (known === undefined) forms.set(form, { degree, dimensions: [dimension] });
    else if (known.degree === degree) known.dimensions.push(dimension);
  };
  for (const [high, low, nouns, units] of DIMENSIONS) {
    for (const [bases, order] of [
      [high, "desc"],
      [low, "asc"],
    ] as const) {
      const dimension: Dimension = { nouns: nouns.split(" "), units, order };
      for (const base of bases.split(" ").filter((word) => word !== "")) {
        const [comparative, superlative] = IRREGULAR[base] ?? regular(base);
        add(base, "plain", dimension);
        add(comparative, "comparative", dimension);
        add(superlative, "superlative", dimension);
      }
    }
  }
  for (const [other, form] of OTHER_FORMS) {
    const known = forms.get(form);
    if (known !== undefined) forms.set(other, known);
  }
  return forms;
}

/** `big` → `bigger`, `heavy` → `heavier`, `large` → `larger`. */
function regular(base: string): [string, string] {
  const stem = /[^aeiou]y$/.test(base)
    ? `${base.slice(0, -1)}i`
    : base.endsWith("e")
      ? base.slice(0, -1)
      : /^[^aeiou]*[aeiou][bdgnmt]$/.test(base)
        ? `${base}${base.at(-1)}`
        : base;
  return [`${stem}er`, `${stem}est`];
}
