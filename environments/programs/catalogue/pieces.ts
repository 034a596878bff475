/**
 * Functions in JavaScript that memo programs of ours are put together from, by what each gives. Every one is whole. Where
 * there are several of one name, a program has one of them.
 */

const DOMAIN_OF = String.raw`/** The family of tasks that a task belongs to. */
function domainOf(init) {
  return String(init.metadata.domain ?? init.metadata.environment ?? "");
}`;

const ONE_LINE = String.raw`function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}`;

const WORDS_OF = String.raw`/** Words, quoted strings (each as one) and signs of a text, with where they stand. */
function wordsOf(text) {
  const found = text.matchAll(/"[^"\n]*"|[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]|[^\s\p{L}\p{N}]/gu);
  return [...found].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
}

function unquoted(words) {
  return words.replace(/^"([^"]*)"$/, "$1");
}`;

const ENTRY_OF = String.raw`/** What is kept of an episode. */
function entryOf({ init, steps, reward }) {
  return {
    goal: init.goal,
    start: init.observation.slice(0, START_CHARS),
    domain: domainOf(init),
    reward,
    steps: stepsOf(init, steps).map(({ action, observation }) => ({ action, seen: oneLine(observation).slice(0, SEEN_CHARS) })),
    images: picturesOf(init, steps),
  };
}`;

const FITTED = String.raw`/** The last entries, as many as the state takes at once. */
function fitted(entries) {
  const sizes = entries.map((entry) => JSON.stringify(entry).length + 1);
  let size = sizes.reduce((sum, one) => sum + one, 0);
  let first = Math.max(0, entries.length - MOST_EPISODES);
  size -= sizes.slice(0, first).reduce((sum, one) => sum + one, 0);
  while (size > MOST_CHARS) size -= sizes[first++];
  return entries.slice(first);
}`;

const KEEP = {
  all: String.raw`/** Which episodes stay: all. */
function kept(entries) {
  return entries;
}`,
  successes: String.raw`/** Which episodes stay: those with full reward. */
function kept(entries) {
  return entries.filter(({ reward }) => reward >= 1);
}`,
  best: String.raw`/** Which episodes stay: of each domain the best that reached anything, of equals the shorter. */
function kept(entries) {
  const isBetter = (one, other) => one.reward > other.reward || (one.reward === other.reward && one.steps.length < other.steps.length);
  const rank = (entry) => entries.filter((other) => other.domain === entry.domain && isBetter(other, entry)).length;
  return entries.filter((entry) => entry.reward > 0 && rank(entry) < BEST_OF_DOMAIN);
}`,
};

const STEPS = {
  all: String.raw`/** Which steps count: all. */
function stepsOf(init, steps) {
  return steps;
}`,
  legal: String.raw`/** Which steps count: those that could be done. */
function stepsOf(init, steps) {
  return steps.filter(({ metadata }) => metadata.legal !== false);
}`,
  direct: String.raw`/** Which steps count: those that led to where most was reached, without what only came back to something seen before. */
function stepsOf(init, steps) {
  const legal = steps.filter(({ metadata }) => metadata.legal !== false);
  const progress = legal.map(({ metadata }) => Number(metadata.progress ?? 0));
  const most = Math.max(0, ...progress);
  const end = most > 0 ? progress.indexOf(most) + 1 : legal.length;
  const direct = [];
  const seen = [sightOf(init.observation, "")];
  for (const step of legal.slice(0, end)) {
    const sight = sightOf(step.observation, step.action);
    const before = seen.indexOf(sight);
    if (before === -1) {
      direct.push(step);
      seen.push(sight);
    } else {
      direct.length = before;
      seen.length = before + 1;
    }
  }
  return direct.length > 0 ? direct : legal.slice(0, end);
}

/** What is seen, without the lines that only say what was done. */
function sightOf(observation, action) {
  const lines = observation.split("\n");
  const others = lines.filter((line) => action === "" || !line.includes(action));
  return (others.length > 0 ? others : lines).join("\n");
}`,
};

const PICTURES = {
  none: String.raw`function picturesOf(init, steps) {
  return [];
}`,
  first: String.raw`/** What was seen at the start. */
function picturesOf(init, steps) {
  return init.images.slice(0, 1);
}`,
  last: String.raw`/** What was seen at the end. */
function picturesOf(init, steps) {
  return (steps.findLast(({ images }) => images.length > 0)?.images ?? init.images).slice(0, 1);
}`,
};

const INDEX = {
  goal: String.raw`/** How near each entry is to the task: by its goal. */
async function nearness(init, entries) {
  return entries.length === 0 ? [] : similarity(init.goal, entries.map(({ goal }) => goal));
}`,
  "goal+observation": String.raw`/** How near each entry is to the task: by its goal, and half as much by what is seen first. */
async function nearness(init, entries) {
  if (entries.length === 0) return [];
  const goals = await similarity(init.goal, entries.map(({ goal }) => goal));
  const starts = await similarity(init.observation.slice(0, START_CHARS), entries.map(({ start }) => start));
  return goals.map((near, at) => (2 * near + starts[at]) / 3);
}`,
  domain: String.raw`/** How near each entry is to the task: of its domain or not. */
async function nearness(init, entries) {
  return entries.map(({ domain }) => (domain === domainOf(init) ? 1 : 0));
}`,
};

const RANK = {
  similarity: String.raw`/** What ranks an entry: how near it is. */
function worthOf({ near }) {
  return near;
}`,
  reward: String.raw`/** What ranks an entry: its reward, then how near it is. */
function worthOf({ near, reward }) {
  return 10 * reward + near;
}`,
  recency: String.raw`/** What ranks an entry: how recent it is. */
function worthOf({ recency }) {
  return recency;
}`,
  blend: String.raw`/** What ranks an entry: how near it is, what it reached, and a little how short and recent it is. */
function worthOf({ near, reward, recency, steps }) {
  return near + 0.5 * reward + 0.1 * recency + 0.2 / (1 + steps.length);
}`,
};

const EXCHANGES = String.raw`/**
 * What stands in the new goal where something else stood in the old one, [old, new] each; none where the goals are made
 * too differently.
 */
function exchangesBetween(oldGoal, newGoal) {
  const [from, to] = [wordsOf(oldGoal), wordsOf(newGoal)];
  const common = commonWords(from, to);
  if (2 * common.length < Math.min(from.length, to.length)) return [];
  const exchanges = [];
  let [at, place] = [0, 0];
  for (const [nextAt, nextPlace] of [...common, [from.length, to.length]]) {
    const [gone, come] = [from.slice(at, nextAt), to.slice(place, nextPlace)];
    if (gone.length === come.length) gone.forEach(({ word }, along) => exchanges.push([word, come[along].word]));
    else if (gone.length > 0 && come.length > 0) exchanges.push([partOf(oldGoal, gone), partOf(newGoal, come)]);
    [at, place] = [nextAt + 1, nextPlace + 1];
  }
  return exchanges.map((pair) => pair.map(unquoted)).filter(([old]) => /[\p{L}\p{N}]/u.test(old));
}

function partOf(text, words) {
  return text.slice(words[0].start, words[words.length - 1].end);
}

/** Places of a longest list of words that both have in this order. */
function commonWords(from, to) {
  const longest = Array.from({ length: from.length + 1 }, () => new Array(to.length + 1).fill(0));
  for (let at = from.length - 1; at >= 0; at--)
    for (let place = to.length - 1; place >= 0; place--)
      longest[at][place] =
        from[at].word === to[place].word ? longest[at + 1][place + 1] + 1 : Math.max(longest[at + 1][place], longest[at][place + 1]);
  const places = [];
  for (let at = 0, place = 0; at < from.length && place < to.length; ) {
    if (from[at].word === to[place].word) places.push([at++, place++]);
    else if (longest[at + 1][place] >= longest[at][place + 1]) at++;
    else place++;
  }
  return places;
}

/** A text with its words exchanged, whole words only, longer ones first; where a word has two exchanges the first counts. */
function exchanged(text, exchanges) {
  const byOld = new Map([...exchanges].reverse());
  const olds = [...byOld.keys()].sort((one, other) => other.length - one.length);
  if (olds.length === 0) return text;
  const escaped = olds.map((old) => old.replace(/[.*+?^$(){}|[\]\\/-]/g, "\\$&"));
  return text.replace(new RegExp("(?<![\\p{L}\\p{N}_])(?:" + escaped.join("|") + ")(?![\\p{L}\\p{N}_])", "gu"), (old) => byOld.get(old));
}`;

const WORDS = {
  same: String.raw`/** An entry in the words of then. */
function inWordsOf(init, entry) {
  return entry;
}`,
  slots: String.raw`/** An entry with {1}, {2} … for the quoted strings of its goal, in order. */
function inWordsOf(init, entry) {
  const quoted = [...entry.goal.matchAll(/"([^"\n]+)"|“([^”\n]+)”|(?<![\p{L}\d])'([^'\n]+)'(?![\p{L}\d])/gu)].slice(0, 9);
  const slots = quoted.map(([, plain, curly, single], at) => [plain ?? curly ?? single, "{" + (at + 1) + "}"]);
  return { ...entry, steps: entry.steps.map((step) => ({ ...step, action: exchanged(step.action, slots) })) };
}`,
  exchanged: String.raw`/** An entry with the new goal's words in place of the old one's. */
function inWordsOf(init, entry) {
  const exchanges = exchangesBetween(entry.goal, init.goal);
  const now = (text) => exchanged(text, exchanges);
  const steps = entry.steps.map(({ action, seen }) => ({ action: now(action), seen: now(seen) }));
  return { ...entry, goal: now(entry.goal), start: now(entry.start), steps };
}`,
};

const FORMAT = {
  actions: String.raw`/** Each memory's actions, a line each. */
function itemsOf(found) {
  return found.map((entry) => itemOf(entry, [...headOf(entry), ...entry.steps.map(({ action }) => action)]));
}`,
  started: String.raw`/** What was seen first, then each memory's actions, a line each. */
function itemsOf(found) {
  return found.map((entry) => itemOf(entry, [...headOf(entry), ...seenFirst(entry), ...entry.steps.map(({ action }) => action)]));
}`,
  observed: String.raw`/** What was seen first, then each memory's actions, a line each, with what was observed after them. */
function itemsOf(found) {
  return found.map((entry) => {
    const lines = entry.steps.flatMap(({ action, seen }) => [action, "> " + seen]);
    return itemOf(entry, [...headOf(entry), ...seenFirst(entry), ...lines]);
  });
}`,
  hints: String.raw`/** One list of all actions, each once, those of most memories first. */
function itemsOf(found) {
  const counts = new Map();
  for (const { steps } of found)
    for (const action of new Set(steps.map((step) => step.action))) counts.set(action, (counts.get(action) ?? 0) + 1);
  const actions = [...counts].sort((one, other) => other[1] - one[1]).map(([action]) => action);
  if (actions.length === 0) return [];
  const numbered = actions.slice(0, 20).map((action, at) => at + 1 + ". " + action);
  const images = found.flatMap((entry) => entry.images);
  return [itemOf({ ...found[0], images }, ["What helped in tasks like this:", ...numbered])];
}`,
};

const ITEM_OF = String.raw`/** What a memory begins with. */
function headOf({ goal, reward }) {
  return ["Goal: " + oneLine(goal), "Score: " + Math.round(100 * reward) / 100 + " of 1"];
}

/** A memory as it is given. */
function itemOf({ domain, reward, near, images }, lines) {
  const metadata = { domain, reward, near: Math.round(100 * near) / 100 };
  return { text: lines.join("\n"), metadata, ...(images.length > 0 ? { images } : {}) };
}`;

const FITTING = String.raw`/** The first items that an agent is given together, whole. */
function fitting(items) {
  let left = PAYLOAD_CHARS;
  return items.filter((item) => (left -= JSON.stringify(item).length + 1) >= 0);
}`;

const SEEN_FIRST = String.raw`function seenFirst({ start }) {
  return start.split("\n").map((line) => "> " + line);
}`;

const AVOID = String.raw`/** Counts how often each action of a domain was part of a success, and of a failure or refused. */
function countOutcomes({ init, steps, reward }) {
  const key = "outcomes " + domainOf(init);
  const counts = new Map((state.get(key) ?? []).map((one) => [one.action, one]));
  for (const { action: whole, metadata } of steps) {
    const action = whole.slice(0, 300);
    const one = counts.get(action) ?? { action, helped: 0, failed: 0 };
    if (reward >= 1 && metadata.legal !== false) one.helped++;
    else if (reward < 1) one.failed++;
    counts.set(action, one);
  }
  state.set(key, [...counts.values()].sort((one, other) => other.failed - one.failed).slice(0, 200));
}

/** Actions that failed twice and never helped. */
function warningsFor(init) {
  const never = (state.get("outcomes " + domainOf(init)) ?? []).filter(({ helped, failed }) => helped === 0 && failed >= 2);
  if (never.length === 0) return [];
  const lines = never.slice(0, 5).map(({ action }) => "- " + oneLine(action));
  return [{ text: ["Avoid what never helped here:", ...lines].join("\n"), metadata: { domain: domainOf(init) } }];
}`;

/** Every piece by name. */
export const PIECES = {
  domainOf: DOMAIN_OF,
  oneLine: ONE_LINE,
  wordsOf: WORDS_OF,
  entryOf: ENTRY_OF,
  fitted: FITTED,
  keep: KEEP,
  steps: STEPS,
  pictures: PICTURES,
  index: INDEX,
  rank: RANK,
  exchanges: EXCHANGES,
  words: WORDS,
  format: FORMAT,
  itemOf: ITEM_OF,
  fitting: FITTING,
  seenFirst: SEEN_FIRST,
  avoid: AVOID,
} as const;
