import type { RequestHandler, Response } from "express";
import { MnemaError } from "../core/errors.js";
import { isReserved } from "../memory/scratch.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { ServiceStore } from "../stores/contract.js";
import { callerOf, OWNER, type Caller } from "./keys.js";
import type { Service } from "./service.js";

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i;

/** Whether an address to listen on can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || LOOPBACK_ADDRESS.test(host);
}

/**
 * Lets in who may come in. Other web pages may not: a page that a browser shows could otherwise read a memory of the
 * person that looks at it. Without keys only this machine is served, under its own name; with keys only who has one.
 */
export function admit({ mnema }: Service): RequestHandler {
  return async (request, response, next) => {
    const { host = "", origin } = request.headers;
    if (origin !== undefined && !isSameHost(origin, host)) throw new MnemaError("FORBIDDEN", "Pages of other origins are not served.");
    const keys = await mnema.space.services.keys();
    if (keys.length > 0) setCaller(response, callerOf(keys, request.headers.authorization));
    else if (!LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? "")) {
      throw new MnemaError("UNAUTHORIZED", "Without API keys only the server's own machine is served. `mnema keys add` makes one.");
    } else if (!LOOPBACK_NAME.test(host)) throw new MnemaError("FORBIDDEN", "Call this server by localhost or its loopback address.");
    else setCaller(response, OWNER);
    next();
  };
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

function setCaller(response: Response, caller: Caller): void {
  response.locals["caller"] = caller;
}

/** Who sent the request; admitted by `admit`. */
export function callerIn(response: Response): Caller {
  return response.locals["caller"] as Caller;
}

/** What is said of a memory that is not there, and in the same words of one that the caller may not see. */
export function noMemory(memoryId: string): MnemaError {
  return new MnemaError("NOT_FOUND", `There is no memory "${memoryId}". Make it with POST /v1/memories, or check its name.`, {
    place: memoryId,
  });
}

/** The memories that the caller's key opens, without those that are still being imported. */
export async function memoriesOf({ mnema }: Service, { memories }: Caller): ReturnType<ServiceStore["memories"]> {
  const all = await mnema.space.services.memories();
  return all.filter(({ memoryId }) => !isReserved(memoryId) && (memories === null || memories.includes(memoryId)));
}

/** NOT_FOUND for a memory that the caller's key does not open, FORBIDDEN for writing with a key that reads. */
export function checkAccess({ memories, access }: Caller, memoryId: string, wanted: "read" | "write"): void {
  if (memories !== null && !memories.includes(memoryId)) throw noMemory(memoryId);
  checkWrites({ access }, wanted);
}

export function checkWrites({ access }: Pick<Caller, "access">, wanted: "read" | "write"): void {
  if (wanted === "write" && access === "read") throw new MnemaError("FORBIDDEN", "This API key reads only. Use one that writes.");
}

/** The memory, open. NOT_FOUND in the same words as `checkAccess`. */
export async function openMemory({ mnema }: Service, memoryId: string): Promise<OpenMemory> {
  try {
    return await mnema.memory(memoryId);
  } catch (error) {
    if (MnemaError.isInstance(error) && error.code === "NOT_FOUND") throw noMemory(memoryId);
    throw error;
  }
}
