type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that services which constrain the output take, and those that they refuse but `decide` checks itself. */
const KEPT = new Set(["type", "enum", "const", "description"]);
const CHECKED_HERE = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "default",
  "title",
]);

/** What `response_format` is given. */
export interface ResponseFormat {
  readonly type: "json_schema";
  readonly json_schema: { readonly name: string; readonly strict: boolean; readonly schema: Record<string, unknown> };
}

/**
 * The request for structured output. Strict (the service lets the model write nothing else) where the schema can be put
 * so that strict services take it: closed objects with every member required, optional ones may be null, which
 * `decide` takes as left out. A schema with free keys or references only guides.
 */
export function responseFormat(name: string, schema: JsonSchema): ResponseFormat {
  const known = stricts.get(schema);
  const strict = known === undefined ? strictSchema(schema) : known;
  stricts.set(schema, strict);
  return {
    type: "json_schema",
    json_schema: { name: name.replace(/[^\w-]/g, "_").slice(0, 64), strict: strict !== null, schema: strict ?? { ...schema } },
  };
}

/** By schema: a decision has one. */
const stricts = new WeakMap<JsonSchema, Record<string, unknown> | null>();

function strictSchema(schema: unknown): Record<string, unknown> | null {
  if (typeof schema !== "object" || schema === null) return null;
  const { properties, required, additionalProperties, items, anyOf, oneOf, ...rest } = schema as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(rest).filter(([keyword]) => KEPT.has(keyword)));
  if (Object.keys(rest).some((keyword) => !KEPT.has(keyword) && !CHECKED_HERE.has(keyword))) return null;
  const choices = (anyOf ?? oneOf) as unknown[] | undefined;
  if (choices !== undefined) {
    const branches = choices.map(strictSchema);
    return branches.includes(null) ? null : { ...kept, anyOf: branches };
  }
  if (rest["type"] === "object") return strictObject(kept, properties, required, additionalProperties);
  if (rest["type"] === "array") {
    const inner = strictSchema(items);
    return inner === null ? null : { ...kept, items: inner };
  }
  return "type" in kept || "enum" in kept || "const" in kept ? kept : null;
}

function strictObject(kept: JsonSchema, properties: unknown, required: unknown, additional: unknown): Record<string, unknown> | null {
  if (properties === undefined || (additional !== undefined && additional !== false)) return null;
  const members = Object.entries(properties as JsonSchema).map(([name, member]) => {
    const inner = strictSchema(member);
    const always = Array.isArray(required) && required.includes(name);
    return [name, inner === null || always ? inner : { anyOf: [inner, { type: "null" }] }] as const;
  });
  if (members.some(([, member]) => member === null)) return null;
  return { ...kept, properties: Object.fromEntries(members), required: members.map(([name]) => name), additionalProperties: false };
}
