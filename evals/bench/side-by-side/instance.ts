/** A JSON Schema, as far as systems use it to ask a model for something. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** Nested deeper than this a schema refers to itself. */
const DEEPEST = 8;

/** Names of what is a time, as systems call it: what was said is none. */
const TIME = /_(?:at|date|time)$/;

/** Names of a number that points at something stored before: what was said is new. */
const EARLIER = /duplicate|existing/;

/**
 * The plainest value that fits a schema: one item in each list but those of numbers, which point at something; `text` in each text that
 * is free, no time, 0 and false else.
 */
export function instanceOf(schema: JsonSchema, text: string, root: JsonSchema = schema, depth = 0): unknown {
  if (depth > DEEPEST) return null;
  const within = (part: JsonSchema) => instanceOf(part, text, root, depth + 1);
  if (schema.$ref !== undefined) return within(resolve(schema.$ref, root));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return within(choices.find(({ type }) => type !== "null") ?? {});
  const type = typeof schema.type === "object" ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object" || schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, named(name, within(part))]));
  if (type === "array") return schema.items === undefined || isNumber(schema.items.type) ? [] : [within(schema.items)];
  if (type === "string") return text;
  if (isNumber(type)) return 0;
  if (type === "boolean") return false;
  return schema.default ?? null;
}

/** What a property's name says of its value. */
function named(name: string, value: unknown): unknown {
  if (TIME.test(name)) return null;
  return EARLIER.test(name) && value === 0 ? -1 : value;
}

function isNumber(type: JsonSchema["type"]): boolean {
  return type === "integer" || type === "number";
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  const name = reference.split("/").at(-1) ?? "";
  return root.$defs?.[name] ?? root.definitions?.[name] ?? {};
}
