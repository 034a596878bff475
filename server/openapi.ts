import { z } from "zod";
import { Problem } from "./problem.js";
import type { ReplySpec, Route } from "./route.js";

/** The OpenAPI 3.1 document of the routes. Equal routes give equal documents. */
export function openApi(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operation(route);
  return {
    openapi: "3.1.0",
    info: {
      title: "Mnema",
      version: "1",
      summary: "Memory for agents that can be computed over, not only recalled.",
      description: "Errors are RFC 9457 problems with a `code` for programs. See docs/http.md.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ key: [] }, {}],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: jsonSchema(Problem, "output") },
      responses: {
        Problem: {
          description: "It failed.",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key of `mnema keys add`. Not needed while there are none." },
      },
    },
  };
}

function operation(route: Route): Record<string, unknown> {
  const { tag, summary, replies, method, path } = route;
  const parameters = [...inPlace(route.params, "path"), ...inPlace(route.query, "query"), ...headers(route)];
  const body = requestBody(route);
  return {
    operationId: `${method}${path.replaceAll(/[^a-z]+(\w)?/gi, (_, letter: string | undefined) => (letter ?? "").toUpperCase())}`,
    tags: [tag],
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(Object.entries(replies).map(([status, reply]) => [status, response(reply)])),
      default: { $ref: "#/components/responses/Problem" },
    },
  };
}

function inPlace(shape: z.ZodObject | undefined, place: "path" | "query"): Record<string, unknown>[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(shape, "input") as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

function headers({ headers = {} }: Route): Record<string, unknown>[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

function requestBody({ body, accepts }: Route): Record<string, unknown> | null {
  if (body !== undefined) return { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } };
  if (accepts === undefined) return null;
  return { required: true, content: Object.fromEntries(accepts.map((type) => [type, { schema: { type: "object" } }])) };
}

function response({ says, schema, type }: ReplySpec): Record<string, unknown> {
  if (schema === undefined && type === undefined) return { description: says };
  return {
    description: says,
    content: { [type ?? "application/json"]: schema === undefined ? {} : { schema: jsonSchema(schema, "output") } },
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
