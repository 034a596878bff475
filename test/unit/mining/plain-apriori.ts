/**
 * AdaMM §3.3.2 the slow and obvious way: at every prefix of the log all recurrent sets are counted anew, level by level
 * (Agrawal & Srikant 1994). A set of attributes is a bit mask; attribute i is the letter i of the alphabet.
 */

export interface PlainSettings {
  readonly support: number;
  readonly allConfidence: number;
  readonly extensionConfidence: number;
  readonly paper: boolean;
  readonly crowd: number;
  /** Attributes that a letter stands for; patterns and the common part of a split pair have at least two. */
  readonly width: number;
}

export interface PlainSchema {
  set: number;
  /** The set it was discovered with: names it. */
  readonly first: number;
  readonly at: number;
}

export interface PlainState {
  readonly maximal: readonly number[];
  readonly schemas: readonly PlainSchema[];
  readonly discovered: readonly number[];
  readonly evolved: readonly number[];
  readonly joined: readonly (readonly [number, number])[];
}

export const size = (set: number): number => lettersOf(set).length;
export const within = (part: number, whole: number): boolean => (part & ~whole) === 0;

export function lettersOf(set: number): string[] {
  return [..."abcdefghijklmnop"].filter((_, index) => (set & (1 << index)) !== 0);
}

export function supportOf(set: number, log: readonly number[]): number {
  return log.filter((round) => within(set, round)).length;
}

export function allConfidenceOf(set: number, log: readonly number[]): number {
  return supportOf(set, log) / Math.max(...singlesOf(set).map((single) => supportOf(single, log)));
}

function singlesOf(set: number): number[] {
  return Array.from({ length: 16 }, (_, index) => 1 << index).filter((single) => within(single, set));
}

/** Every set with support ≥ least: each level adds one attribute to the sets of the level before. */
function recurrent(log: readonly number[], least: number): number[] {
  const singles = singlesOf(log.reduce((all, round) => all | round, 0)).filter((single) => supportOf(single, log) >= least);
  const found: number[] = [];
  for (let level = singles; level.length > 0;) {
    found.push(...level);
    const candidates = new Set(level.flatMap((set) => singles.filter((single) => !within(single, set)).map((single) => set | single)));
    level = [...candidates].filter((set) => supportOf(set, log) >= least);
  }
  return found;
}

/** The state after each round. */
export function replay(log: readonly number[], settings: PlainSettings): PlainState[] {
  const states: PlainState[] = [];
  let before: PlainState = { maximal: [], schemas: [], discovered: [], evolved: [], joined: [] };
  for (let round = 0; round < log.length; round++) {
    before = step(log.slice(0, round + 1), before, settings);
    states.push(before);
  }
  return states;
}

function step(log: readonly number[], before: PlainState, settings: PlainSettings): PlainState {
  const sets = recurrent(log, settings.support);
  const qualified = sets.filter((set) => size(set) * settings.width >= 2 && allConfidenceOf(set, log) >= settings.allConfidence);
  const maximal = qualified.filter((set) => !qualified.some((other) => other !== set && within(set, other)));
  const active = before.schemas;
  const fresh = maximal.filter((set) => !before.maximal.includes(set) && !active.some((schema) => within(set, schema.set))).sort(byName);

  const schemas = active.map((schema) => ({ ...schema, set: evolve(schema, sets, log, settings) }));
  let discovered = fresh.filter((set) => !active.some((schema) => within(schema.set, set)));
  if (fresh.length > settings.crowd) discovered = crowd(fresh, schemas);
  const all = [...schemas, ...discovered.map((set) => ({ set, first: set, at: log.length - 1 }))];
  const { standing, joined } = settings.paper ? { standing: all, joined: [] } : join(all, log, settings);
  const evolved = all.filter((schema, index) => index < active.length && schema.set !== active[index]?.set).map(({ first }) => first);
  return { maximal, schemas: standing, discovered, evolved, joined };
}

/** Joins what is nested, then extends the first schema that is one kind with a later one by it, until there is none. */
function join(all: readonly PlainSchema[], log: readonly number[], settings: PlainSettings) {
  const joined: [number, number][] = [];
  for (let standing = all; ;) {
    // The largest first, so that a schema goes into one that stays.
    const staying: PlainSchema[] = [];
    for (const schema of [...standing].sort((a, b) => size(b.set) - size(a.set))) {
      const into = staying.find((other) => within(schema.set, other.set));
      if (into === undefined) staying.push(schema);
      else joined.push([schema.first, into.first]);
    }
    standing = standing.filter((schema) => staying.includes(schema));
    const pairs = standing.flatMap((one, index) => standing.slice(index + 1).map((other) => [one, other] as const));
    const [split] = pairs.filter(([one, other]) => isOneKind(one.set, other.set, log, settings));
    if (split === undefined) return { standing, joined };
    split[0].set |= split[1].set;
  }
}

function isOneKind(a: number, b: number, log: readonly number[], settings: PlainSettings): boolean {
  const common = log.filter((round) => (round & a & b) !== 0);
  return (
    size(a & b) * settings.width >= 2 &&
    singlesOf(a & ~b).every((one) =>
      singlesOf(b & ~a).every((other) => {
        const begin = Math.max(...[one, other].map((single) => common.findIndex((round) => within(single, round))));
        const counted = common.slice(begin);
        const both = supportOf(one | other, counted);
        return both >= settings.support && both / Math.max(supportOf(one, counted), supportOf(other, counted)) >= settings.allConfidence;
      }),
    )
  );
}

function evolve(schema: PlainSchema, sets: readonly number[], log: readonly number[], settings: PlainSettings): number {
  const counted = settings.paper ? schema.set : schema.first;
  const isReliable = (added: number) => {
    const since = settings.paper ? log : log.slice(beginOf(added, counted, log));
    return supportOf(counted | added, since) / supportOf(counted, since) >= settings.extensionConfidence;
  };
  const candidates = sets.filter((set) => {
    const added = set & ~schema.set;
    return added !== 0 && within(schema.set, set) && [added, ...singlesOf(added)].every(isReliable);
  });
  const [best] = candidates.sort((a, b) => size(b) - size(a) || supportOf(b, log) - supportOf(a, log) || byName(a, b));
  return best ?? schema.set;
}

/** The round from which on each added attribute has been seen with the others. */
function beginOf(added: number, others: number, log: readonly number[]): number {
  return Math.max(...singlesOf(added).map((single) => log.findIndex((round) => within(others | single, round))));
}

const overlap = (a: number, b: number) => size(a & b) / size(a | b);

/** Merges what overlaps by more than half; extends the first schema that overlaps so, or gives new ones. */
function crowd(fresh: readonly number[], schemas: { set: number }[]): number[] {
  let groups: number[] = [];
  for (const set of fresh) {
    const near = groups.filter((group) => overlap(group, set) > 0.5);
    groups = [...groups.filter((group) => !near.includes(group)), near.reduce((all, group) => all | group, set)];
  }
  const original = schemas.map(({ set }) => set);
  return groups.flatMap((group) => {
    const near = schemas.filter((_, index) => overlap(original[index] as number, group) > 0.5);
    const all = near.reduce((sum, schema) => sum | (original[schemas.indexOf(schema)] as number), group);
    const [first] = near;
    if (first === undefined) return [all];
    first.set |= all;
    return [];
  });
}

export function byName(a: number, b: number): number {
  const [left, right] = [lettersOf(a).join(""), lettersOf(b).join("")];
  return left < right ? -1 : left > right ? 1 : 0;
}
