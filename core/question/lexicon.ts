import type { Operator } from "../aggregate-items.js";
import type { Period } from "../calendar.js";

/** What a word or phrase of a question asks for, apart from names, values and times. */
export type Cue =
  | { readonly kind: "aggregate"; readonly operator: Operator }
  /** `highest` (desc), `lowest` (asc), without saying of what. */
  | { readonly kind: "extreme"; readonly order: "asc" | "desc" }
  /** `higher`, `more`, `fewer`. */
  | { readonly kind: "compare"; readonly order: "asc" | "desc" }
  | { readonly kind: "bound"; readonly operator: "<" | "<=" | ">" | ">=" | "=" | "!=" | "between" }
  /** `or more`, `or less`, after the number. */
  | { readonly kind: "bound-after"; readonly operator: "<=" | ">=" }
  | { readonly kind: "period"; readonly period: Period }
  | { readonly kind: PlainCue };

/** Cues that carry nothing but themselves. */
export type PlainCue =
  | "how-many"
  | "how-much"
  | "how"
  | "when"
  | "which"
  | "what"
  | "who"
  | "where"
  | "list"
  | "top"
  | "bottom"
  | "different"
  | "most-often"
  | "least-often"
  | "share"
  | "difference"
  | "ratio"
  | "direction"
  | "not"
  | "missing"
  | "per"
  | "by"
  | "than"
  | "or"
  | "and"
  | "versus"
  | "any"
  | "no"
  | "all"
  | "whose"
  | "attributes"
  | "unit"
  | "times"
  | "minus"
  | "plus"
  | "row";

const aggregate = (operator: Operator): Cue => ({ kind: "aggregate", operator });
const plain = (kind: PlainCue): Cue => ({ kind });

/** Phrases by what they ask for, separated by `|`. A longer phrase is found before a shorter one inside it. */
const PHRASES: readonly (readonly [Cue, string])[] = [
  [aggregate("avg"), "on average|average|averages|averaged|averaging|mean|typical|typically|usual|usually|normal|normally|avg"],
  [
    aggregate("sum"),
    "in total|total|totals|totalled|totaled|sum|sum of|summed|altogether|all together|combined|in all|cumulative|add up to|adds up to|added up|add up|sum up|adding up|grand total|overall total|total amount of|all told|cumulatively|accumulated|accumulate to|add all|adding all|add the|you add|i add|added together|taken together|total up|totalled up|totaled up",
  ],
  [aggregate("median"), "median|middle value"],
  [
    aggregate("stddev"),
    "standard deviation|std dev|stdev|stddev|sd|spread|variability|scatter|how spread out|variation|how much variation|vary|varies|varied|how consistent|fluctuation|fluctuate",
  ],
  [
    aggregate("change"),
    "change|changed|changes|grow|grew|grown|growth|increase|increased|rise|rose|risen|gain|gained|lose|lost|decrease|decreased|drop|dropped|fall|fell|fallen|decline|declined|shrink|shrank|shrunk|go up|went up|gone up|go down|went down|gone down|improve|improved|net change|develop|developed",
  ],
  [
    aggregate("trend"),
    "trend|trending|slope|rate of change|increase per day|rising|falling|increasing|decreasing|growing|shrinking|declining|going up|going down|per day on average change",
  ],
  [aggregate("first"), "first|earliest|initial|at the start|at the beginning|to begin with|starting|very first"],
  [
    aggregate("last"),
    "last|latest|most recent|most recently|newest|final|current|currently|recent|at the end|ending|very last|now|right now|nowadays|at the moment",
  ],
  [
    { kind: "extreme", order: "desc" },
    "highest|most|largest|biggest|greatest|maximum|maximal|max|peak|highest number of|largest number of|biggest number of|greatest number of|maximum number of|max number of|highest amount of|largest amount of|record high|all time high|top value|upper limit|high point|peaked|peaking|record highest|tops the list|tops the list for|at the top|at the top for|leads in|leads for|led in|ranks highest|ranks first in|comes first in|came first in|comes out on top in|is ahead in",
  ],
  [
    { kind: "extreme", order: "asc" },
    "lowest|least|smallest|fewest|minimum|minimal|min|lowest number of|smallest number of|minimum number of|min number of|fewest number of|lowest amount of|smallest amount of|record low|record lowest|at the bottom|at the bottom for|all time low|all time lowest|trails in|trails for|ranks lowest|ranks last in|comes last in|came last in|bottom value|low point|slightest|bottomed",
  ],
  [{ kind: "compare", order: "desc" }, "higher|more|greater|larger|bigger"],
  [{ kind: "compare", order: "asc" }, "lower|less|fewer|smaller"],
  [
    { kind: "bound", operator: ">" },
    "above|over|beyond|in excess of|north of|upwards of|topped|topping|past the|exceed|exceeds|exceeded|exceeding|surpass|surpassed|surpasses|surpassing|cleared|clearing|crossed|crossing|went over|got over|>",
  ],
  [{ kind: "bound", operator: "<" }, "below|under|short of|beneath|south of|<"],
  [
    { kind: "bound", operator: ">=" },
    "at least|no less than|not less than|no fewer than|not below|not under|a minimum of|minimum of|reached|reaching|starting from|from at least|no lower than|>=|≥",
  ],
  [
    { kind: "bound", operator: "<=" },
    "at most|no more than|not more than|up to|not above|not over|not exceeding|a maximum of|maximum of|no higher than|no greater than|did not exceed|didnt exceed|<=|≤",
  ],
  [{ kind: "bound", operator: "=" }, "exactly|equal to|equals|equal|equalled|precisely"],
  [{ kind: "bound", operator: "between" }, "between|in the range of|in the range|ranging from|in between"],
  [
    { kind: "bound-after", operator: ">=" },
    "or more|or above|or higher|or over|or greater|and up|and above|or longer|or heavier|or better|or larger|upwards|plus",
  ],
  [
    { kind: "bound-after", operator: "<=" },
    "or less|or below|or lower|or under|or fewer|and below|or shorter|or lighter|or smaller|and under|tops",
  ],
  [
    plain("how-many"),
    "how many|how many times|total number of|the total number of|overall number of|number of|the number of|count of|count|how often|amount of times|tally|what number of|quantity of",
  ],
  [plain("how-much"), "how much"],
  [plain("how"), "how"],
  [
    plain("when"),
    "when|on which date|on what date|what date|which date|on which day|on what day|the date|what was the date|what time|at what time|which dates|what dates|on which dates|on which days|which days|what days|on what days",
  ],
  [plain("which"), "which|which of"],
  [plain("what"), "what|whats|what was|what is|what were|what are"],
  [plain("who"), "who|whom"],
  [plain("where"), "where"],
  [plain("list"), "list|name|show|show me|give|give me|tell me|enumerate|rank|sort|display|find|provide|what are all|identify|order"],
  [plain("top"), "top|the top|best"],
  [plain("bottom"), "bottom|the bottom|worst"],
  [plain("different"), "different|distinct|unique|separate|various|kinds of|types of|sorts of"],
  [
    plain("most-often"),
    "most often|most common|most commonly|most frequent|most frequently|commonest|most times|the most often|most popular choice|most usual|predominant|prevailing",
  ],
  [plain("least-often"), "least often|least common|least commonly|least frequent|least frequently|rarest|fewest times|most rarely"],
  [
    plain("share"),
    "what percentage|percentage|percentage of|percent of|what percent|what share|share of|what fraction|fraction of|what proportion|proportion of|proportion|portion of",
  ],
  [
    plain("difference"),
    "difference|difference between|the difference between|gap between|gap|differ|differed|differs|by how much|how much higher|how much lower|spread between|range between|contrast|compare|compared|comparing|margin between",
  ],
  [plain("ratio"), "ratio|ratio of|ratio between|divided by|quotient"],
  [
    plain("direction"),
    "go up or down|went up or down|gone up or down|going up or down|rising or falling|rise or fall|rose or fell|risen or fallen|increase or decrease|increased or decreased|grow or shrink|higher or lower|lower or higher|more or less|less or more|larger or smaller|greater or smaller|greater or lower|bigger or smaller|up or down|above or below|smaller or larger",
  ],
  [
    plain("not"),
    "not|isnt|wasnt|arent|werent|other than|except|except for|excluding|besides|without being|non|never|apart from|but not|didnt|doesnt|aside from",
  ],
  [
    plain("missing"),
    "missing|lack|lacks|lacking|not recorded|no recorded|without a recorded|without any recorded|left out|blank|empty|unrecorded|not given|no value for",
  ],
  [
    plain("per"),
    "per|for each|for every|each|every|by each|in each|in every|on each|broken down by|grouped by|split by|across the different|across different|depending on|according to|within each",
  ],
  [plain("by"), "by|ranked by|sorted by|ordered by|in terms of|in order of|measured by|based on|when ranked by|when sorted by"],
  [plain("than"), "than"],
  [plain("or"), "or"],
  [plain("and"), "and"],
  [plain("versus"), "versus|vs|compared to|compared with|as opposed to|relative to|against"],
  [plain("any"), "any|some|ever any"],
  [plain("no"), "no|without|without any|with no"],
  [plain("all"), "until now|till now|up to now|by now|so far|all|all the|every one of|entire|whole"],
  [
    plain("whose"),
    "whose|where the|with|with a|with an|having|having a|in which the|that had|that have|that has|when the|for which the|that was|that were",
  ],
  [
    plain("attributes"),
    "attributes|columns|fields|which attributes|what attributes|which columns|what columns|which fields|what fields|which variables|what variables|variables",
  ],
  [plain("unit"), "what unit|which unit|in what unit|in which unit|unit of|units of|what units|which units"],
  [plain("times"), "multiplied by|times"],
  [plain("minus"), "minus|subtracted from"],
  [plain("plus"), "added to"],
  [
    plain("row"),
    "entry|entries|record|records|row|rows|log|logs|item|items|one|ones|observation|observations|measurement|measurements|reading|readings|sample|samples|case|cases|occasion|occasions|instance|instances|data point|data points|datapoint|datapoints|report|reports|note|notes|thing|things|session|sessions",
  ],
  [{ kind: "period", period: "day" }, "day|days|date|dates|daily"],
  [{ kind: "period", period: "week" }, "week|weeks|weekly"],
  [{ kind: "period", period: "month" }, "month|months|monthly"],
  [{ kind: "period", period: "year" }, "year|years|yearly|annual|annually"],
  [{ kind: "period", period: "weekday" }, "weekday|weekdays|day of the week|days of the week|day of week"],
  [{ kind: "period", period: "hour" }, "hour|hours|hourly|hour of the day|time of day"],
];

/** Words that say nothing about what is asked. */
const NOISE = new Set(
  (
    "a an the of in on at for to from with i me my mine myself we us our you your it its he she they them his her their this that these those there here is was were are be been being am do does did done have has had " +
    "having will would can could should may might shall must so as if then ever just only even also please tell know wonder wondering say said so far record recorded recording log logged logging note noted noting track " +
    "tracked write wrote written see saw seen seem seems found find get got gets make made take took taken keep kept happen happened happens come came put go went data dataset history memory diary journal " +
    "notes notebook everything anything something thing things across over throughout during within while about into out up down value values level levels figure figures amount amounts number numbers reading entry " +
    "result results overall whole entire period time times observed measured noticed measure given seen whose where which what who when how much many very really exactly roughly approximately about around " +
    "taking together considering counting regarding look looking looked based according using among out off upon both either own same such too again still yet already since until ago before after right well okay ok hi hello hey thanks thank curious " +
    "question answer calculate compute work out figure find give show list name let want need like remember recall remind reach reached recorded hit register registered reported"
  ).split(/\s+/),
);

interface Phrase {
  readonly words: readonly string[];
  readonly cue: Cue;
}

const BY_FIRST_WORD: ReadonlyMap<string, readonly Phrase[]> = index();

function index(): Map<string, Phrase[]> {
  const phrases = PHRASES.flatMap(([cue, texts]) => texts.split("|").map((text): Phrase => ({ words: text.split(" "), cue })));
  const byFirst = new Map<string, Phrase[]>();
  for (const phrase of phrases.toSorted((a, b) => b.words.length - a.words.length)) {
    const first = phrase.words[0] ?? "";
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
  }
  return byFirst;
}

/** The longest phrase that begins at a word, with the number of words it takes; null for none. */
export function cueAt(folds: readonly string[], at: number): { readonly cue: Cue; readonly length: number } | null {
  const found = BY_FIRST_WORD.get(folds[at] ?? "")?.find(({ words }) => words.every((word, offset) => folds[at + offset] === word));
  return found === undefined ? null : { cue: found.cue, length: found.words.length };
}

export function isNoise(fold: string): boolean {
  return NOISE.has(fold);
}

const SYNONYMS: readonly string[] = [
  "rain rainfall precipitation",
  "film movie picture",
  "cost price expense",
  "weight mass",
  "salary pay wage income",
  "car vehicle automobile auto",
  "kid child",
  "location place site",
  "country nation origin",
  "duration length runtime",
  "temperature temp",
  "humidity moisture",
  "earnings revenue income",
  "profit gain",
  "rating score grade",
  "category type kind class genre",
  "speed velocity pace",
  "height elevation altitude",
  "quantity amount count",
  "population inhabitants people residents",
  "bill beak",
  "wing flipper",
  "death fatality casualty",
  "mpg mileage",
  "power horsepower",
  "maker manufacturer make brand",
  "author writer",
  "start begin open opening",
  "end finish close closing",
  "wind breeze",
  "weigh weighed weighs weight",
  "steps step",
  "sleep rest",
  "mood feeling",
  "distance mileage",
  "calories energy kcal",
  "opening open",
  "closing close",
  "spending spend spent cost",
  "crop harvest yield",
];

const MEANS = synonymMap();

function synonymMap(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const group of SYNONYMS.map((words) => words.split(" "))) {
    for (const word of group) map.set(word, new Set([...(map.get(word) ?? []), ...group]));
  }
  return map;
}

/** Words that commonly mean the same, the word itself among them. */
export function synonyms(fold: string): ReadonlySet<string> {
  return MEANS.get(fold) ?? MEANS.get(fold.replace(/s$/, "")) ?? new Set([fold]);
}
