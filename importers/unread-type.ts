import type { Warn } from "./contract.js";

/** A name as types have: warnings outlive what they tell of, and quote nothing that somebody may have written. */
const TYPE_NAME = /^[a-z_]{1,11}$/;

/** Tells of a part that is not read, by its type. */
export function unreadType(type: string, at: string, warn: Warn): void {
  warn("part-not-read", `A part of ${TYPE_NAME.test(type) ? `type ${type}` : "another type"} is not read.`, at);
}
