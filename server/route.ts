import type { Express, Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import { callerIn, checkAccess, checkWrites } from "./access.js";
import { jsonBody } from "./json-body.js";
import type { Caller } from "./keys.js";
import type { Service } from "./service.js";

/** What a route says of one of its replies. */
export interface ReplySpec {
  readonly says: string;
  readonly schema?: z.ZodType;
  /** Media type; JSON when left out. */
  readonly type?: string;
}

/** One request in hand. */
export interface Exchange {
  readonly service: Service;
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
  /** Aborted when the client leaves or the time is over. */
  readonly signal: AbortSignal;
}

/** A JSON reply; 200 unless said otherwise. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Shape = z.ZodObject;
const NOTHING = z.object({});

/** One operation: what it takes and gives is said once, checked on every request and shown in the OpenAPI document. */
export interface RouteSpec<Params extends Shape, Query extends Shape, Body extends z.ZodType> {
  readonly method: "get" | "post" | "patch" | "delete";
  /** As OpenAPI writes it. A `{memory}` in it is checked against the caller's key. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: "read" | "write";
  readonly params?: Params;
  readonly query?: Query;
  /** JSON body. */
  readonly body?: Body;
  /** Media types of a body that the route reads itself. */
  readonly accepts?: readonly string[];
  /** Headers that the route reads, with what they are for. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly replies: Readonly<Record<number, ReplySpec>>;
  /** Goes on until its client leaves: it has no time limit. */
  readonly endless?: boolean;
  /** Gives the reply, or nothing when it has written it itself. */
  handle(input: { params: z.output<Params>; query: z.output<Query>; body: z.output<Body> }, exchange: Exchange): Promise<Reply | void>;
}

export type Route = RouteSpec<Shape, Shape, z.ZodType>;

/** Checks that a route fits together. */
export function route<Params extends Shape = typeof NOTHING, Query extends Shape = typeof NOTHING, Body extends z.ZodType = z.ZodUndefined>(
  spec: RouteSpec<Params, Query, Body>,
): Route {
  return spec as unknown as Route;
}

/** Puts a route into the app: access, validation, time limit, then the work. */
export function mount(app: Express, service: Service, spec: Route): void {
  const path = spec.path.replaceAll(/\{(\w+)\}/g, ":$1");
  const reader: RequestHandler[] = spec.body === undefined ? [] : [jsonBody(service.settings.jsonBytes)];
  app[spec.method](path, checked(spec), ...reader, async (request, response) => {
    response.locals["route"] = spec.path;
    const input = {
      params: parse(spec.params ?? NOTHING, request.params, "path"),
      query: parse((spec.query ?? NOTHING).strict(), request.query, "query"),
      body: spec.body === undefined ? undefined : parse(spec.body, request.body, "body"),
    };
    const { signal, over } = limited(response, spec.endless === true ? null : service.settings.requestMs);
    try {
      const reply = await spec.handle(input, { service, request, response, caller: callerIn(response), signal });
      if (reply === undefined) return;
      response.status(reply.status ?? 200).set(reply.headers ?? {});
      if (reply.body === undefined) response.end();
      else response.json(reply.body);
    } catch (error) {
      if (over()) throw new MnemaError("TIMED_OUT", `This took longer than ${service.settings.requestMs / 1000} seconds. Ask for less.`);
      // Nobody is there to read it.
      if (response.destroyed || response.writableEnded) return;
      throw error;
    }
  });
}

/** Before a body is read: who may not write need not send one. */
function checked({ access }: Route): RequestHandler {
  return (request, response, next) => {
    const { memory } = request.params;
    if (typeof memory === "string") checkAccess(callerIn(response), memory, access);
    else checkWrites(callerIn(response), access);
    next();
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = [where, ...(issue?.path ?? [])].join(".");
  throw new MnemaError("INVALID_INPUT", `${place}: ${issue?.message ?? "not valid"}.`, { place });
}

/** A signal that ends with the client's connection or the time. */
function limited(response: Response, ms: number | null): { signal: AbortSignal; over: () => boolean } {
  const controller = new AbortController();
  let over = false;
  const timer =
    ms === null
      ? undefined
      : setTimeout(() => {
          over = true;
          controller.abort();
        }, ms);
  response.once("close", () => {
    clearTimeout(timer);
    controller.abort();
  });
  return { signal: controller.signal, over: () => over };
}
