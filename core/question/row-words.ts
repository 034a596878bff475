import { stemOf } from "./words.js";

/** Words that stand for one kind of doing, as people name its rows (`purchases`) and what they did (`when did I last buy`). */
const KINDS: readonly string[] = [
  "purchase expense expenditure spending spend spent payment pay paid transaction buy bought cost shopping",
  "run running ran jog jogging",
  "ride riding rode cycling cycle bike biking",
  "walk walking hike hiking hiked",
  "swim swimming swam",
  "drive driving drove trip journey",
  "workout exercise training train gym",
  "read reading book",
  "sleep sleeping slept night",
  "meal food eat eating ate dish",
  "drink drinking drank cup glass coffee tea",
  "film movie watch watched",
  "game match play played",
  "harvest harvesting crop pick picked",
  "weigh weight weighing scale",
  "measure measurement check checked",
  "study studying learn lesson practice practise",
  "earn earning income sale sell sold",
];

const BY_STEM = byStem();

function byStem(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const kind of KINDS) {
    const stems = kind.split(" ").map(stemOf);
    for (const stem of stems) map.set(stem, new Set([...(map.get(stem) ?? []), ...stems]));
  }
  return map;
}

/** Stems of the words that commonly stand for the same doing, its own among them. */
export function alikeDoings(stem: string): ReadonlySet<string> {
  return BY_STEM.get(stem) ?? new Set([stem]);
}
