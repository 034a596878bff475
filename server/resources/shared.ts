import { z } from "zod";
import { MnemaError } from "../../core/errors.js";

/** Pieces of requests that several resources have. */

export const InMemory = z.object({ memory: z.string().describe("Id of the memory.") });

/** A page by place. */
export const Page = {
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
};

/** A page by cursor. */
export const After = {
  after: z.string().optional().describe("`next` of the page before; left out: from the beginning."),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
};

/** An order key as a cursor: opaque, and fit for an address. */
export function toCursor(orderKey: string): string {
  return Buffer.from(orderKey, "utf8").toString("base64url");
}

export function fromCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const key = Buffer.from(cursor, "base64url").toString("utf8");
  if (toCursor(key) !== cursor)
    throw new MnemaError("INVALID_INPUT", "`after` is not a cursor that a page gave.", { place: "query.after" });
  return key;
}
