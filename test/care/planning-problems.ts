import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seeded } from "../../core/seeded.js";

/** Planning domains of our own, with problems drawn from a seed: what is learned must not hang on particular problems. */

const COURIER = `(define (domain courier)
  (:predicates (depot ?d) (parcel ?p) (hook ?h) (at-van ?d) (at ?p ?d) (bare ?h) (hangs ?p ?h))
  (:action drive :parameters (?from ?to) :precondition (and (depot ?from) (depot ?to) (at-van ?from))
    :effect (and (at-van ?to) (not (at-van ?from))))
  (:action load :parameters (?p ?d ?h)
    :precondition (and (parcel ?p) (depot ?d) (hook ?h) (at ?p ?d) (at-van ?d) (bare ?h))
    :effect (and (hangs ?p ?h) (not (at ?p ?d)) (not (bare ?h))))
  (:action unload :parameters (?p ?d ?h)
    :precondition (and (parcel ?p) (depot ?d) (hook ?h) (hangs ?p ?h) (at-van ?d))
    :effect (and (at ?p ?d) (bare ?h) (not (hangs ?p ?h)))))`;

const SHELF = `(define (domain shelf)
  (:predicates (top ?b) (on-shelf ?b) (hand-empty) (holding ?b) (on ?b ?c))
  (:action take-down :parameters (?b) :precondition (and (top ?b) (on-shelf ?b) (hand-empty))
    :effect (and (holding ?b) (not (top ?b)) (not (on-shelf ?b)) (not (hand-empty))))
  (:action put-up :parameters (?b) :precondition (holding ?b)
    :effect (and (top ?b) (hand-empty) (on-shelf ?b) (not (holding ?b))))
  (:action pile :parameters (?b ?c) :precondition (and (top ?c) (holding ?b))
    :effect (and (hand-empty) (top ?b) (on ?b ?c) (not (top ?c)) (not (holding ?b))))
  (:action unpile :parameters (?b ?c) :precondition (and (on ?b ?c) (top ?b) (hand-empty))
    :effect (and (holding ?b) (top ?c) (not (on ?b ?c)) (not (top ?b)) (not (hand-empty)))))`;

const LAMPS = `(define (domain lamps)
  (:requirements :strips :typing)
  (:types lamp hall - object)
  (:predicates (in ?l - lamp ?h - hall) (at-guard ?h - hall) (joined ?a - hall ?b - hall) (lit ?l - lamp) (dark ?l - lamp) (warm ?h - hall))
  (:action walk :parameters (?a - hall ?b - hall) :precondition (and (at-guard ?a) (joined ?a ?b))
    :effect (and (at-guard ?b) (not (at-guard ?a))))
  (:action light :parameters (?l - lamp ?h - hall) :precondition (and (at-guard ?h) (in ?l ?h) (dark ?l))
    :effect (and (lit ?l) (not (dark ?l))))
  (:action douse :parameters (?l - lamp ?h - hall) :precondition (and (at-guard ?h) (in ?l ?h) (lit ?l))
    :effect (and (dark ?l) (not (lit ?l))))
  (:action heat :parameters (?h - hall) :precondition (at-guard ?h) :effect (warm ?h)))`;

const BOOKS = "atlas bible cookbook diary epic fable guide".split(" ");
const DEPOTS = "north south harbour".split(" ");
const PARCELS = "letter crate vase drum easel frame globe".split(" ");

/** Writes each domain with `count` problems into folders of `folder`. */
export async function writePlanningProblems(
  folder: string,
  count: number,
  seed: number,
  domains = ["courier", "shelf", "lamps"],
): Promise<void> {
  const random = seeded(seed);
  const made = { courier: [COURIER, courier], shelf: [SHELF, shelf], lamps: [LAMPS, lamps] } as const;
  for (const name of domains) {
    const [domain, problem] = made[name as keyof typeof made];
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, "domain.pddl"), domain);
    for (let number = 1; number <= count; number++) {
      const { objects, init, goal } = problem(random);
      const text = `(define (problem ${name}-${number}) (:domain ${name}) (:objects ${objects}) (:init ${init.join(" ")}) (:goal (and ${goal.join(" ")})))`;
      await writeFile(join(folder, name, `p${number}.pddl`), text);
    }
  }
}

interface Drawn {
  readonly objects: string;
  readonly init: readonly string[];
  readonly goal: readonly string[];
}

function courier(random: () => number): Drawn {
  const parcels = PARCELS.slice(0, 3 + Math.floor(random() * 5));
  const depot = () => DEPOTS[Math.floor(random() * DEPOTS.length)] as string;
  const from = parcels.map(depot);
  const moved = from.map((start) => DEPOTS[(DEPOTS.indexOf(start) + 1 + Math.floor(random() * 2)) % DEPOTS.length] as string);
  return {
    objects: [...DEPOTS, ...parcels, "hook1", "hook2"].join(" "),
    init: [
      ...DEPOTS.map((name) => `(depot ${name})`),
      ...parcels.flatMap((name, at) => [`(parcel ${name})`, `(at ${name} ${from[at]})`]),
      "(hook hook1) (hook hook2) (bare hook1) (bare hook2)",
      `(at-van ${depot()})`,
    ],
    goal: parcels.map((name, at) => `(at ${name} ${moved[at]})`),
  };
}

function shelf(random: () => number): Drawn {
  const books = BOOKS.slice(0, 4 + Math.floor(random() * 4));
  const now = shuffled(books, random);
  const wanted = shuffled(books, random).slice(0, 3 + Math.floor(random() * 2));
  const init: string[] = ["(hand-empty)"];
  now.forEach((book, at) => {
    const isBase = at === 0 || random() < 0.4;
    init.push(isBase ? `(on-shelf ${book})` : `(on ${book} ${now[at - 1]})`);
    if (at > 0 && isBase) init.push(`(top ${now[at - 1]})`);
  });
  init.push(`(top ${now.at(-1)})`);
  return { objects: books.join(" "), init, goal: wanted.slice(1).map((book, at) => `(on ${wanted[at]} ${book})`) };
}

function lamps(random: () => number): Drawn {
  const halls = [1, 2, 3, 4].map((number) => `hall${number}`);
  const all = Array.from({ length: 6 + Math.floor(random() * 5) }, (_, at) => `lamp${at + 1}`);
  const isLit = all.map(() => random() < 0.4);
  return {
    objects: `${halls.join(" ")} - hall ${all.join(" ")} - lamp`,
    init: [
      "(at-guard hall1)",
      ...halls.flatMap((hall, at) => [`(joined ${hall} ${halls[(at + 1) % 4]})`, `(joined ${halls[(at + 1) % 4]} ${hall})`]),
      ...all.flatMap((lamp, at) => [
        `(in ${lamp} ${halls[Math.floor(random() * 4)]})`,
        isLit[at] === true ? `(lit ${lamp})` : `(dark ${lamp})`,
      ]),
    ],
    goal: all.map((lamp) => `(lit ${lamp})`),
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, draw: random() }))
    .toSorted((one, other) => one.draw - other.draw)
    .map(({ item }) => item);
}
