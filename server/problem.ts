import { isAbsolute, resolve } from "node:path";
import type { ErrorRequestHandler } from "express";
import { z } from "zod";
import { MnemaError, type MnemaErrorCode } from "../core/errors.js";
import type { Logger } from "../memory/logger.js";

/** The HTTP status of every code. */
const STATUS: Readonly<Record<MnemaErrorCode, number>> = {
  USAGE: 400,
  NOT_FOUND: 404,
  AMBIGUOUS_ID: 409,
  INVALID_INPUT: 400,
  UNKNOWN_FORMAT: 400,
  UNREADABLE_FILE: 400,
  INVALID_CONFIG: 500,
  UNKNOWN_TABLE: 404,
  UNKNOWN_COLUMN: 404,
  TYPE_MISMATCH: 422,
  UNIT_MISMATCH: 422,
  INVALID_EXPRESSION: 422,
  UNSUPPORTED_OPERATION: 422,
  BUDGET_EXCEEDED: 422,
  DECISION_FAILED: 502,
  MODEL_UNREACHABLE: 502,
  MODEL_REFUSED: 502,
  ENCODER_MISSING: 503,
  ENCODER_MISMATCH: 409,
  STORE_LOCKED: 409,
  STORE_UNREACHABLE: 503,
  STORE_VERSION: 500,
  STORE_FULL: 507,
  CANCELLED: 503,
  TIMED_OUT: 504,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
};

/** An error as RFC 9457 has it, with our code and place. */
export const Problem = z.object({
  type: z.string().describe("A URN made from the code."),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe("What to do, in a sentence."),
  code: z.string().describe("For programs: one of a closed set."),
  place: z.string().optional().describe("Where in the input it arose."),
});
export type Problem = z.infer<typeof Problem>;

/** Any error as a problem. What is not ours, and ours that are INTERNAL, say nothing of the inside. `secrets` are paths. */
export function problemOf(error: unknown, secrets: readonly string[] = []): Problem {
  const { code, message, place } = asMnemaError(error);
  const status = STATUS[code];
  const detail = code === "INTERNAL" ? "Something went wrong here. The server's log has the details." : withoutPaths(message, secrets);
  return {
    type: `urn:mnema:error:${code.toLowerCase().replaceAll("_", "-")}`,
    title: code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " "),
    status,
    detail,
    code,
    ...(place === undefined || code === "INTERNAL" || status >= 500 ? {} : { place: withoutPaths(place, secrets) }),
  };
}

function asMnemaError(error: unknown): Pick<MnemaError, "code" | "message" | "place"> {
  if (MnemaError.isInstance(error)) return error;
  // Express refuses an address that it cannot decode.
  const { status } = error as { status?: number };
  if (status !== undefined && status >= 400 && status < 500) return new MnemaError("INVALID_INPUT", "The request cannot be read.");
  return new MnemaError("INTERNAL", "");
}

/** Folders that nothing a server says may name, in full and as they are given; of one within another the inner comes first. */
export function secretFolders(...folders: readonly (string | null)[]): string[] {
  return folders.flatMap((folder) => (folder === null ? [] : [resolve(folder), folder]));
}

/** A text that names no path of this machine. */
export function withoutPaths(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => {
    const below = clean.replaceAll(`${secret}/`, "");
    // A folder that is named from where the server runs (`data`) may have the name of any word.
    return isAbsolute(secret) ? below.replaceAll(secret, "the data folder") : below;
  }, text);
}

/** Ends every request that failed. A reply that has begun can only be cut off. */
export function problems({ secrets, logger }: { readonly secrets: readonly string[]; readonly logger: Logger }): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = problemOf(error, secrets);
    if (problem.status >= 500) logger.error({ err: error, path: request.path }, problem.code);
    if (response.headersSent) return void response.destroy();
    if (problem.status === 401) response.set("WWW-Authenticate", "Bearer");
    // The rest of a body that is not wanted must not be read as the next request.
    if (!request.complete) response.set("Connection", "close");
    response.status(problem.status).type("application/problem+json");
    const { message, type, code } = { message: problem.detail, type: problem.title, code: problem.code };
    response.send(JSON.stringify(request.path === "/v1/chat/completions" ? { ...problem, error: { message, type, code } } : problem));
  };
}
