import { seeded } from "../../core/seeded.js";

const PEOPLE = ["Nora", "Ivan", "Mei", "Tomas", "Amara", "Jule", "Pavel", "Ines"];
const PLACES = ["harbour", "old town", "library", "north forest", "market", "river path", "museum", "station"];
const DOINGS = ["met", "called", "cooked for", "argued with", "walked with", "painted for", "travelled with", "repaired a bike for"];
const THINGS = ["a blue kayak", "the piano", "a grey cat", "an old map", "the boiler", "a lemon cake", "a broken lamp", "a train ticket"];

/** A seeded history in Mnema's own format: half of the rounds are small talk, half log one of five kinds of record. */
export function syntheticHistory(rounds: number, seed = 1) {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const number = (low: number, high: number) => (low + random() * (high - low)).toFixed(1);
  const talk = () =>
    `Today I ${pick(DOINGS)} ${pick(PEOPLE)} near the ${pick(PLACES)}, and we spoke about ${pick(THINGS)} and ${pick(THINGS)}.`;
  const records = [
    () => `Run logged:\n- distance: ${number(3, 15)} km\n- duration: ${number(20, 90)} min\n- route: ${pick(PLACES)}`,
    () => `Sleep report: sleep ${number(5, 9)} h, resting pulse ${number(50, 70)} bpm, deep sleep ${number(0.5, 2.5)} h.`,
    () => `Groceries: the amount was ${number(5, 120)} EUR; the shop was ${pick(PLACES)}; the items was ${number(1, 30)}.`,
    () => `Weather: temperature ${number(-5, 30)} °C, rainfall ${number(0, 20)} mm, wind ${number(0, 15)} m/s.`,
    () => `Reading log:\n- pages: ${number(5, 80)}\n- minutes: ${number(10, 120)}\n- book: ${pick(THINGS)}`,
  ];
  const perSession = 20;
  return {
    id: `synthetic-${rounds}-${seed}`,
    sessions: Array.from({ length: Math.ceil(rounds / perSession) }, (_, index) => ({
      id: `S${index + 1}`,
      time: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
      rounds: Array.from({ length: Math.min(perSession, rounds - index * perSession) }, (_, place) => ({
        id: `S${index + 1}:${place + 1}`,
        user: random() < 0.5 ? talk() : pick(records)(),
        assistant: "Noted, thank you.",
      })),
    })),
  };
}
