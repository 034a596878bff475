import { canonicalUnit, convertUnit, libraryUnit, unitLibrary } from "./units.js";

/** A product of units, each with its power: lb/cm² is lb¹ cm⁻². Empty: no unit. */
export type UnitProduct = readonly { readonly unit: string; readonly power: number }[];

/** A number in a product of units. */
export interface Quantity {
  readonly number: number;
  readonly units: UnitProduct;
}

/** A quantity of one unit; percent and the like stay units until they are multiplied. */
export function quantity(number: number, unit: string | null): Quantity {
  return { number, units: unit === null || unit === "" ? [] : [{ unit, power: 1 }] };
}

/**
 * The quantity in another's units; null when they measure different things. One without a unit takes the other's: who
 * adds 1 to a temperature means one degree.
 */
export function inUnitsOf(own: Quantity, other: Quantity): number | null {
  if (own.units.length === 0 || other.units.length === 0) return own.number;
  if (isOf(own.units, other.units[0]?.unit) && isOf(other.units, own.units[0]?.unit)) return own.number;
  return convertProduct(own, other.units);
}

/** Product, or quotient with `power` -1. A ratio (`3%`) counts as its plain number, convertible units become one. */
export function multiply(left: Quantity, right: Quantity, power: 1 | -1): Quantity {
  const factors = [plainRatio(left), plainRatio(right)] as const;
  let number = power === 1 ? factors[0].number * factors[1].number : factors[0].number / factors[1].number;
  if (factors[1].units.length === 0) return { number, units: factors[0].units };
  const units = new Map(factors[0].units.map((factor) => [factor.unit, factor.power]));
  for (const { unit, power: own } of factors[1].units) {
    const same = [...units.keys()].find((known) => scale(unit, known) !== null) ?? unit;
    number *= (scale(unit, same) ?? 1) ** (own * power);
    units.set(same, (units.get(same) ?? 0) + own * power);
  }
  return { number, units: [...units].filter(([, sum]) => sum !== 0).map(([unit, sum]) => ({ unit, power: sum })) };
}

/** A quantity converted to a unit as people write it (`kg/m^2`); null when it cannot be. */
export function convertTo(own: Quantity, unit: string): Quantity | null {
  const target = canonicalUnit(unit) ?? unit;
  const number = own.units.length === 0 ? own.number : convertProduct(own, quantity(0, target).units);
  return number === null ? null : quantity(number, target);
}

/** A product as one name: `lb/cm²`; null for none. */
export function unitName(units: UnitProduct): string | null {
  if (units.length === 0) return null;
  if (isOf(units, units[0]?.unit)) return units[0]?.unit ?? null;
  const part = (sign: 1 | -1) =>
    units
      .filter(({ power }) => Math.sign(power) === sign)
      .map(({ unit, power }) => `${unit}${superscript(Math.abs(power))}`)
      .join("·");
  const [above, below] = [part(1), part(-1)];
  if (below === "") return above;
  return `${above === "" ? "1" : above}/${below}`;
}

/** Whether it is this unit alone, to the first power. */
function isOf(units: UnitProduct, unit: string | undefined): boolean {
  return units.length === 1 && units[0]?.power === 1 && units[0].unit === unit;
}

function superscript(power: number): string {
  return power === 1 ? "" : power === 2 ? "²" : power === 3 ? "³" : `^${power}`;
}

/** The factor from one unit to another where zero means zero in both; null otherwise (`°C` to `°F` too). */
function scale(from: string, to: string): number | null {
  if (from === to) return 1;
  return convertUnit(0, from, to) === 0 ? convertUnit(1, from, to) : null;
}

function plainRatio(quantity: Quantity): Quantity {
  const [only] = quantity.units;
  const plain =
    quantity.units.length === 1 && only?.power === 1 && isRatio(only.unit) ? convertUnit(quantity.number, only.unit, null) : null;
  return plain === null ? quantity : { number: plain, units: [] };
}

/** Whether units are plain ratios, as far as it was asked; a memory has few units. */
const RATIOS = new Map<string, boolean>();
const RATIOS_KEPT = 1_000;

function isRatio(unit: string): boolean {
  const known = RATIOS.get(unit) ?? convertUnit(1, unit, null) !== null;
  if (RATIOS.size >= RATIOS_KEPT) RATIOS.clear();
  RATIOS.set(unit, known);
  return known;
}

function convertProduct({ number, units }: Quantity, target: UnitProduct): number | null {
  const [from, to] = [unitName(units), unitName(target)];
  if (from === null || to === null) return number;
  if (units.length === 1 && units[0]?.power === 1) return convertUnit(number, from, to);
  const [source, goal] = [libraryProduct(units), libraryProduct(target)];
  if (source === null || goal === null) return from === to ? number : null;
  const { unit } = unitLibrary();
  try {
    return unit(number, source).toNumber(goal);
  } catch {
    return null;
  }
}

/** The product in the unit library's words, which have no brackets (`lb^1 cm^-2`); null when it knows one of them not. */
function libraryProduct(units: UnitProduct): string | null {
  const parts = units.map(({ unit, power }) => {
    const [above = "", ...below] = libraryUnit(unit)?.split(/\s*\/\s*/) ?? [];
    return above === "" ? null : [raise(above, power), ...below.map((part) => raise(part, -power))].join(" ");
  });
  return parts.includes(null) ? null : parts.join(" ");
}

/** Every factor of `a b^2` to a power. */
function raise(factors: string, power: number): string {
  return factors
    .trim()
    .split(/\s+/)
    .map((factor) => {
      const [base = "", own = "1"] = factor.split("^");
      return `${base}^${Number(own) * power}`;
    })
    .join(" ");
}
