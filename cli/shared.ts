import { MnemaError } from "../core/errors.js";
import { formatScore } from "../core/numbers.js";
import type { Context } from "./context.js";

/** Rules and programs belong to a memory; a team's own unless another is named. */
export function teamMemory({ options }: Context): string {
  return options.memory === undefined || options.memory === "" ? "team" : options.memory;
}

/** A number of things. USAGE. */
export function count(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < 0)
    throw new MnemaError("USAGE", `"${text}" is not a whole number.`, { place: text });
  return value;
}

/** A difference of scores. */
export function signed(value: number | null): string {
  return value === null ? "–" : `${value > 0 ? "+" : ""}${formatScore(value)}`;
}
