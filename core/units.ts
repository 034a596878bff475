import { createRequire } from "node:module";
import type { MathJsInstance, Unit } from "mathjs";
import { convertTime, isTimeUnit } from "./times-of-day.js";
import { CURRENCY_SPELLINGS, RATIO_SPELLINGS, RATIOS, UNITS } from "./unit-names.js";

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const DEFINITIONS: ReadonlyMap<string, string> = new Map(
  UNITS.map(([symbol, definition]) => [symbol, definition === "" ? symbol : definition]),
);
const EXACT = new Map<string, string>([
  ...UNITS.flatMap(([symbol, , spellings]) => [symbol, ...spellings.split("|")].map((spelling) => [spelling, symbol] as const)),
  ...Object.entries(RATIO_SPELLINGS),
  ...Object.entries(CURRENCY_SPELLINGS),
]);
const ANY_CASE = foldedSpellings();

/** Spellings in lower case, without those that mean different units in different cases (`mW`, `MW`). */
function foldedSpellings(): ReadonlyMap<string, string> {
  const folded = new Map<string, string | null>();
  for (const [spelling, symbol] of EXACT) {
    if (spelling.length < 2) continue;
    const key = spelling.toLowerCase();
    folded.set(key, folded.has(key) && folded.get(key) !== symbol ? null : symbol);
  }
  return new Map([...folded].filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * The one spelling of a unit (`"lbs"` → `"lb"`, `"degrees C"` → `"°C"`, `"km per hour"` → `"km/h"`, `"€"` → `"EUR"`,
 * `"out of 10"` → `"/10"`), also of quotients and powers of known units; null when some part is unknown.
 */
export function canonicalUnit(text: string): string | null {
  const spelling = text.trim().replace(/\s+/g, " ");
  const known = atomicUnit(spelling);
  if (known !== null) return known;
  const marks = /^(?:\/|out of|of) ?(\d{1,3})$/i.exec(spelling);
  if (marks !== null) return `/${marks[1]}`;
  const parts = spelling.split(/ ?\/ ?| per /i);
  if (parts.length < 2 || parts.length > 3) return null;
  const symbols = parts.map(atomicUnit);
  return symbols.includes(null) ? null : (atomicUnit(symbols.join("/")) ?? symbols.join("/"));
}

const POWERS: Readonly<Record<string, string>> = { "2": "²", "3": "³", "^2": "²", "^3": "³", "²": "²", "³": "³" };

function atomicUnit(spelling: string): string | null {
  const known = EXACT.get(spelling) ?? ANY_CASE.get(spelling.toLowerCase()) ?? (CURRENCIES.has(spelling) ? spelling : undefined);
  if (known !== undefined) return known;
  const power = /^(\p{L}+)(\^?[23²³])$/u.exec(spelling);
  const base = power === null ? null : atomicUnit(power[1] ?? "");
  return base === null || !DEFINITIONS.has(base) ? null : `${base}${POWERS[power?.[2] ?? ""] ?? ""}`;
}

export function isCurrency(unit: string): boolean {
  return CURRENCIES.has(unit);
}

/**
 * `number` of unit `from` in unit `to`, in any spelling, or a source's own word; null and `""` mean no unit. Null when the
 * two measure different things. Percent and other ratios convert to plain numbers; currencies only to themselves.
 */
export function convertUnit(number: number, from: string | null, to: string | null): number | null {
  if (sameWord(from ?? "", to ?? "")) return number;
  if (isTimeUnit(from) || isTimeUnit(to)) return isTimeUnit(from) && to !== null && isTimeUnit(to) ? convertTime(number, to) : null;
  const [numerator, denominator] = [ratio(from ?? ""), ratio(to ?? "")] as const;
  if (numerator !== null && denominator !== null) return tidy((number * numerator) / denominator);
  const fuel = fuelEconomy(number, from, to);
  if (fuel !== null) return fuel;
  const conversion = linear(from ?? "", to ?? "");
  return conversion === null ? null : tidy(number * conversion.factor + conversion.offset);
}

/** Whether values in the two units can be compared and added. */
export function sameDimension(a: string | null, b: string | null): boolean {
  return convertUnit(1, a, b) !== null;
}

/** Own words meet whatever their number: `visit`, `visits`. */
function sameWord(a: string, b: string): boolean {
  if (a === b) return true;
  return a !== "" && b !== "" && wordKey(a) === wordKey(b) && canonicalUnit(a) === null && canonicalUnit(b) === null;
}

function wordKey(word: string): string {
  return word.toLowerCase().replace(/s$/, "");
}

function ratio(unit: string): number | null {
  const marks = /^\/(\d+)$/.exec(unit);
  return marks === null ? (RATIOS[unit] ?? null) : 1 / Number(marks[1]);
}

const LITRES_PER_100_KM = "l/100km";

/** Miles per gallon and litres per 100 km are each other's inverse, which no factor expresses. */
function fuelEconomy(number: number, from: string | null, to: string | null): number | null {
  const inverse = (from === "mpg" && to === LITRES_PER_100_KM) || (from === LITRES_PER_100_KM && to === "mpg");
  if (!inverse) return null;
  return number === 0 ? null : tidy(235.214583333 / number);
}

interface Linear {
  readonly factor: number;
  readonly offset: number;
}

const conversions = new Map<string, Linear | null>();

/** The straight line that converts, from the unit library; kept, since a column asks again and again. */
function linear(from: string, to: string): Linear | null {
  const key = `${from}\u0001${to}`;
  const kept = conversions.get(key);
  if (kept !== undefined) return kept;
  const [source, target] = [libraryUnit(canonicalUnit(from) ?? from), libraryUnit(canonicalUnit(to) ?? to)];
  const found = source === null || target === null ? null : line(source, target);
  conversions.set(key, found);
  return found;
}

function line(from: string, to: string): Linear | null {
  const { unit } = unitLibrary();
  if (!unit(1, from).equalBase(unit(1, to))) return null;
  const at = (number: number) => unit(number, from).toNumber(to);
  // Taken far apart, so that an offset of some hundred degrees costs the factor no digits.
  const offset = at(0);
  return { factor: (at(1e6) - offset) / 1e6, offset };
}

/** A canonical unit as the library's expression, with currencies as dimensions of their own; null when it knows none. */
export function libraryUnit(symbol: string): string | null {
  if (symbol === LITRES_PER_100_KM) return null;
  const parts = symbol.split("/").map((part) => {
    const power = /^(.+?)([²³])$/.exec(part);
    const base = power?.[1] ?? part;
    if (!DEFINITIONS.has(base) && !CURRENCIES.has(base)) return null;
    return `${libraryName(base)}${power?.[2] === "²" ? "^2" : power?.[2] === "³" ? "^3" : ""}`;
  });
  if (DEFINITIONS.has(symbol)) return libraryName(symbol);
  return parts.includes(null) || symbol === "" ? null : parts.join(" / ");
}

/** The library's name of a unit. Units that it lacks are made under a name it accepts, currencies when they are first asked for. */
function libraryName(symbol: string): string {
  const definition = DEFINITIONS.get(symbol);
  if (definition !== undefined) return /^\d/.test(definition) ? `MNEMA${symbol.replace(/\W/g, "")}` : definition;
  const name = `CURRENCY${symbol}`;
  if (!currencies.has(symbol)) unitLibrary().createUnit(name);
  currencies.add(symbol);
  return name;
}

/** Currencies that the library has been given, each a dimension of its own. */
const currencies = new Set<string>();

/** Twelve digits: conversion leaves no `211.99999999999997`. */
function tidy(number: number): number {
  return Number(number.toPrecision(12));
}

let library: (MathJsInstance & { unit(value: number, unit: string): Unit }) | null = null;

/** The unit library with Mnema's units in it. Loaded at the first conversion: it takes most of a second. */
export function unitLibrary(): MathJsInstance & { unit(value: number, unit: string): Unit } {
  if (library !== null) return library;
  const { create, unitDependencies, createUnitDependencies } = createRequire(import.meta.url)("mathjs") as typeof import("mathjs");
  const made = create({ ...unitDependencies, ...createUnitDependencies }) as unknown as MathJsInstance & {
    unit(value: number, unit: string): Unit;
  };
  for (const [symbol, definition] of UNITS) if (/^\d/.test(definition)) made.createUnit(libraryName(symbol), definition);
  library = made;
  return made;
}
