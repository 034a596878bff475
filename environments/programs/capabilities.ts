import { z } from "zod";
import { cosine, meanDirection } from "../../core/vectors.js";
import type { TextEncoder } from "../../models/contract.js";
import { Refusal, type Capability, type Json } from "../isolate/contract.js";
import { ImageRef } from "./recorder.js";

/** What a program asks of a model. */
export const ModelRequest = z.strictObject({
  system: z.string().default(""),
  user: z.string(),
  images: z.array(ImageRef).default([]),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

/** The model that the agent runs on, as programs may use it. An error is the host's: it ends the call. */
export interface ProgramModel {
  ask(request: ModelRequest): Promise<string>;
}

/** What programs may use besides their state. */
export interface ProgramPorts {
  readonly encoder: Pick<TextEncoder, "encode">;
  /** Null: there is none, as offline. */
  readonly model: ProgramModel | null;
}

/** How much of it, in one call of `update` or `retrieve`. */
export const CALL_BUDGET = {
  /** Questions to the model. */
  modelCalls: 4,
  /** Different texts to encode, those compared among them, whether or not they were encoded before: so it makes no difference where a program runs. */
  texts: 5_000,
} as const;

export type CallBudget = { readonly [Name in keyof typeof CALL_BUDGET]: number };

/** What a call used. */
export type Used = { -readonly [Name in keyof CallBudget]: number };

/** Decimals of a vector as programs get it. */
const DECIMALS = 1e5;
/** Texts whose vectors are kept. */
const KEPT = 5_000;

const Vector = z.array(z.number());
const Content = z.union([z.string(), Vector]);
const Texts = z.union([z.string(), z.array(z.string())]);

/** `embed`, `similarity`, `model.ask` and `model.left`, with a count that `begin` sets back for each call. */
export function programCapabilities(
  { encoder, model }: ProgramPorts,
  budget: CallBudget,
): { readonly capabilities: Readonly<Record<string, Capability>>; begin(): Used } {
  const known = new Map<string, Float32Array | null>();
  /** Of the call in hand. */
  const named = new Set<string>();
  let used: Used = { modelCalls: 0, texts: 0 };

  const encode = async (texts: readonly string[]): Promise<readonly (Float32Array | null)[]> => {
    const fresh = new Set(texts.filter((text) => !named.has(text)));
    if (named.size + fresh.size > budget.texts) throw new Refusal(`no more than ${budget.texts} texts are encoded in one call`);
    for (const text of fresh) named.add(text);
    used.texts = named.size;
    const unknown = [...new Set(texts.filter((text) => !known.has(text)))];
    const vectors = new Map(texts.map((text) => [text, known.get(text) ?? null]));
    if (unknown.length > 0) {
      for (const [at, vector] of (await encoder.encode(unknown)).entries()) vectors.set(unknown[at] as string, vector);
      for (const text of unknown) known.set(text, vectors.get(text) ?? null);
      for (const text of known.keys()) {
        if (known.size <= KEPT) break;
        known.delete(text);
      }
    }
    return texts.map((text) => vectors.get(text) ?? null);
  };

  const vectorsOf = async (contents: readonly z.infer<typeof Content>[]): Promise<readonly (Float32Array | null)[]> => {
    const encoded = (await encode(contents.filter((content) => typeof content === "string"))).values();
    return contents.map((content) =>
      typeof content === "string" ? (encoded.next().value ?? null) : meanDirection(Float64Array.from(content)),
    );
  };

  const capabilities: Record<string, Capability> = {
    embed: {
      gives: "promise",
      run: async (given) => {
        const texts = read(Texts, given, "embed takes a text or a list of texts");
        const vectors = (await encode(typeof texts === "string" ? [texts] : texts)).map(rounded);
        return typeof texts === "string" ? (vectors[0] ?? null) : vectors;
      },
    },
    similarity: {
      gives: "promise",
      run: async (one, others) => {
        const list = Array.isArray(others) && typeof others[0] !== "number";
        const contents = read(
          z.array(Content),
          list ? [one, ...others] : [one, others],
          "similarity takes texts or vectors: one, and one or a list",
        );
        const [first, ...rest] = await vectorsOf(contents);
        const alike = rest.map((vector) => likeness(first ?? null, vector));
        return list ? alike : (alike[0] ?? 0);
      },
    },
    "model.left": { gives: "value", run: () => (model === null ? 0 : budget.modelCalls - used.modelCalls) },
    "model.ask": {
      gives: "promise",
      run: async (request) => {
        const asked = read(
          ModelRequest,
          typeof request === "string" ? { user: request } : request,
          "model.ask takes a text, or { system?, user, images? }",
        );
        if (model === null) throw new Refusal("there is no model here: look at model.left() first");
        if (used.modelCalls >= budget.modelCalls) throw new Refusal(`the model answers ${budget.modelCalls} times in one call`);
        used.modelCalls += 1;
        return model.ask(asked);
      },
    },
  };
  const begin = (): Used => {
    named.clear();
    return (used = { modelCalls: 0, texts: 0 });
  };
  return { capabilities, begin };
}

function read<Schema extends z.ZodType>(schema: Schema, given: Json | undefined, expected: string): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new Refusal(expected);
  return parsed.data;
}

function rounded(vector: Float32Array | null): Json {
  return vector === null ? null : [...vector].map((value) => Math.round(value * DECIMALS) / DECIMALS);
}

/** 0 where there is nothing to compare: a text without words, vectors of different length. */
function likeness(one: Float32Array | null, other: Float32Array | null): number {
  return one === null || other === null || one.length !== other.length ? 0 : cosine(one, other);
}
