import { z } from "zod";
import { ProgramRecords } from "./program-records.js";
import { RuleRecords } from "./rule-records.js";

/**
 * An export: one JSON object a line, the first a header, the last an end mark with number and digest of the lines before it. Each
 * object's `type` says what it is. Bytes and vectors (little-endian 32-bit floats) are base64.
 */
export const EXPORT_FORMAT = "mnema-memory";

/** Raised with every change that an older Mnema could not read. 3: a picture may be without its bytes. 4: searches over memo programs. */
export const EXPORT_VERSION = 4;

/** What the lines hold; written into every header, so that a file explains itself. */
export const RECORD_TYPES = {
  round: "a round in one of its versions, in order of arrival (canonical: current rounds in canonical order, named by `key`)",
  observations: "what was observed in a round; an empty list says that nothing was found",
  picture: "bytes of a picture by content hash (null, with a `fault`, where they are lost), with the texts that readers found in it",
  decision:
    "a judgement with its outcome and its cost (canonical: extractions by models, and what people decided, on current rounds, without cost)",
  vector: "vector of a text or picture by content hash and encoder (canonical: of current rounds and nodes)",
  table: "a table in order of discovery",
  row: "a round as a row of a table",
  node: "a topic, episode or event of the hierarchy",
  query: "a question with plan, calls, evidence and answer (not in a canonical export: asking changes no memory)",
  rule: "a rule of a team's role with scope, versions, effects and history, in order of admission (canonical: by id)",
  "stream-task": "a scored task of a stream",
  "stream-step": "a step of a stream that has been applied (not in a canonical export)",
  replay: "a recorded run with its trajectory (canonical: by key, without its purpose and cost)",
  program: "a memo program in the tree of a search, in order of insertion",
  "program-step": "a step of a search that has been applied",
  "program-run": "a recorded run of a search with payload and trajectory (canonical: by key, without purpose and cost)",
  derived: "how far tables and hierarchy have been derived",
} as const;

const Seq = z.int().positive();
const Bytes = z.base64();
/** Little-endian 32-bit floats, none of them infinite or no number. */
const Vector = Bytes.refine((text) => vectorFrom(text)?.every(Number.isFinite) ?? false, "no list of 32-bit floats");

/** A vector as an export has it; null where the bytes are no whole floats. */
export function vectorFrom(base64: string): Float32Array | null {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  return bytes.length === 0 || bytes.length % 4 !== 0 ? null : new Float32Array(bytes.buffer);
}

export const Header = z.looseObject({
  type: z.literal("header"),
  format: z.literal(EXPORT_FORMAT),
  version: z.int().positive(),
  canonical: z.boolean(),
  createdAt: z.string().optional(),
  textModel: z.string().nullable(),
  textDimension: z.int().positive().nullable(),
  visualModel: z.string().nullable(),
});

const Time = z.looseObject({
  iso: z.string().regex(/^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d)?)?)?)?$/),
  precision: z.enum(["year", "month", "day", "minute", "second"]),
  zone: z.string().nullable(),
});

const Picture = z.looseObject({
  id: z.string(),
  caption: z.string().nullable(),
  state: z.enum(["stored", "missing", "corrupt", "refused"]),
  hash: z.string().nullable(),
  note: z.string().nullable(),
});

const Turn = z.looseObject({
  id: z.string(),
  role: z.enum(["user", "assistant", "system"]),
  speaker: z.string().nullable(),
  text: z.string(),
  pictures: z.array(Picture),
});

const Typed = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("number"), number: z.number(), unit: z.string().nullable() }),
  z.looseObject({ kind: z.literal("range"), low: z.number(), high: z.number(), unit: z.string().nullable() }),
  z.looseObject({ kind: z.literal("date"), date: z.string(), precision: Time.shape.precision }),
  z.looseObject({ kind: z.literal("boolean"), boolean: z.boolean() }),
  z.looseObject({ kind: z.literal("text"), text: z.string() }),
]);

const Observation = z.looseObject({
  attribute: z.string(),
  value: z.string(),
  typed: Typed,
  source: z.looseObject({
    kind: z.enum(["user", "assistant", "caption", "picture"]),
    turn: z.int(),
    picture: z.int().nullable(),
    start: z.int(),
    end: z.int(),
  }),
  note: z.string().nullable(),
});

const Column = z.looseObject({
  name: z.string(),
  type: z.enum(["number", "text", "date", "boolean"]),
  unit: z.string().nullable(),
  meaning: z.string(),
});
const Tool = z.enum(["Lookup", "Filter", "Compute", "Rank", "SemanticMatch", "EventLocate"]);
const AnyObject = z.record(z.string(), z.unknown());

/** The lines of a full export between header and end mark. */
export const ExportRecord = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("round"),
    seq: Seq,
    key: z.string(),
    digest: z.string(),
    orderKey: z.string(),
    recordedAt: z.string(),
    parked: z.string().nullable(),
    supersededBy: Seq.nullable(),
    ids: z.array(z.string()).min(1),
    history: z.string(),
    session: z.string(),
    position: z.int().nonnegative(),
    time: Time.nullable(),
    turns: z.array(Turn),
  }),
  z.looseObject({ type: z.literal("observations"), seq: Seq, list: z.array(Observation) }),
  z.looseObject({
    type: z.literal("picture"),
    hash: z.string(),
    /** Both null where the bytes were lost; `fault` says how. */
    mime: z.string().nullable(),
    bytes: Bytes.nullable(),
    fault: z.string().optional(),
    texts: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.looseObject({
    type: z.literal("decision"),
    key: z.string(),
    name: z.string(),
    version: z.number(),
    model: z.string(),
    output: z.unknown(),
    rounds: z.array(Seq),
    run: z.string(),
    at: z.string(),
    attempts: z.number(),
    tokens: z.looseObject({ input: z.number(), output: z.number(), images: z.number(), estimated: z.boolean().optional() }),
    ms: z.number(),
    error: z.string().nullable(),
  }),
  z.looseObject({ type: z.literal("vector"), hash: z.string(), model: z.string(), vector: Vector }),
  z.looseObject({
    type: z.literal("table"),
    id: z.string(),
    name: z.string(),
    aliases: z.array(z.string()),
    description: z.string(),
    columns: z.array(Column),
    discoveredAt: z.string(),
  }),
  z.looseObject({ type: z.literal("row"), table: z.string(), seq: Seq, cells: z.array(z.tuple([z.string(), Observation])) }),
  z.looseObject({
    type: z.literal("node"),
    id: z.string(),
    kind: z.enum(["topic", "episode", "event"]),
    parent: z.string().nullable(),
    position: z.int(),
    text: z.string(),
    seq: Seq.nullable(),
    textHash: z.string(),
    visual: Vector.nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    closed: z.boolean(),
  }),
  z.looseObject({
    type: z.literal("query"),
    queryId: z.string(),
    question: z.string(),
    at: z.string(),
    plan: z.array(z.looseObject({ goal: z.string(), tool: Tool })),
    calls: z.array(
      z.looseObject({
        goal: z.string(),
        tool: Tool,
        arguments: AnyObject,
        result: AnyObject.nullable(),
        error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
    evidence: z.array(
      z.looseObject({
        kind: z.enum(["row", "compute", "event", "episode", "topic", "error"]),
        rounds: z.array(z.string()),
        seqs: z.array(Seq),
        score: z.number().nullable(),
        text: z.string(),
        pictures: z.array(z.string()),
      }),
    ),
    answer: z
      .looseObject({ answer: z.string(), value: z.number().nullable(), items: z.array(z.string()), citations: z.array(z.string()) })
      .nullable(),
  }),
  ...RuleRecords,
  ...ProgramRecords,
  z.looseObject({
    type: z.literal("derived"),
    tables: z.string().nullable(),
    hierarchy: z.string().nullable(),
    dirtyFrom: z.string().nullable(),
  }),
]);

export type Header = z.infer<typeof Header>;
export type ExportRecord = z.infer<typeof ExportRecord>;

/** `digest`: SHA-256 of all lines before it with their ends, in hex; exports had none at first. */
export const End = z.looseObject({ type: z.literal("end"), lines: z.int(), digest: z.string().optional() });
