import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { MnemaError } from "./core/errors.js";
import { isZone } from "./core/zones.js";

/** Defaults of AdaMM Table 5. Every one can be set by a caller; `evals` sweeps them. */
export const ADAMM_DEFAULTS = {
  /** θs: rounds in which a pattern must recur (≥). */
  support: 4,
  /** θa: all-confidence of a new schema (≥). */
  allConfidence: 0.6,
  /** θe: extension confidence of an evolution (≥). */
  extensionConfidence: 0.8,
  /** θepi, θtopic: similarity of an event to its episode, an episode to its topic (strictly >), for MiniLM. */
  episodeSimilarity: 0.6,
  topicSimilarity: 0.65,
  /** Late fusion of text and picture similarity. */
  textWeight: 0.6,
  visualWeight: 0.4,
  /** Planning context: semantic against BM25 (divided by the candidates' maximum). */
  metadataSemantic: 0.7,
  metadataLexical: 0.3,
  tables: 5,
  episodes: 5,
  steps: 3,
  evidenceUnits: 10,
  /** Longest gap inside an episode. */
  episodeGapDays: 1,
} as const;

/** Characters of evidence that an answer is made from: ten units of a few rounds each. The paper sets no limit. */
export const EVIDENCE_CHARACTERS = 8_000;

export type AdammSettings = { readonly [Name in keyof typeof ADAMM_DEFAULTS]: number };

const Environment = z.object({
  MNEMA_DATA: z.string().min(1).optional(),
  NEO4J_URI: z.url({ protocol: /^(bolt|neo4j)(\+s|\+ssc)?$/ }).optional(),
  NEO4J_USER: z.string().min(1).default("neo4j"),
  NEO4J_PASSWORD: z.string().default(""),
  NEO4J_DATABASE: z.string().min(1).optional(),
  CHECKPOINT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MNEMA_MODEL: z.string().min(1).optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url().optional(),
  MNEMA_MODEL_PRICE: z
    .string()
    .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, "give what a million tokens cost, in and out, as 0.15/0.60")
    .optional(),
  MNEMA_MODEL_TIMEOUT: z.coerce.number().positive().default(60),
  MNEMA_ENCODER: z.enum(["minilm", "hashing"]).default("minilm"),
  MNEMA_WEIGHTS: z.string().min(1).optional(),
  MNEMA_VISUAL_WEIGHTS: z.string().min(1).optional(),
  MNEMA_DATASETS: z.string().min(1).optional(),
  MNEMA_PASSAGES: z.string().min(1).optional(),
  MNEMA_WEB_SEARCH: z.url({ protocol: /^https?$/ }).optional(),
  MNEMA_IMAGE_SEARCH: z.url({ protocol: /^https?$/ }).optional(),
  MNEMA_VISIT: z.url({ protocol: /^https?$/ }).optional(),
  MNEMA_DOCUMENTS: z.string().min(1).optional(),
  MNEMA_CHROMIUM: z.string().min(1).optional(),
  MNEMA_EVOLVED_TOOLS: z.stringbool().default(false),
  MNEMA_DESCRIBE: z.enum(["each", "close"]).default("each"),
  MNEMA_SEARCH_INDEX: z.enum(["exact", "derived"]).default("exact"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("mnema"),
  LANGSMITH_TRACING: z.string().optional(),
  LANGCHAIN_TRACING_V2: z.string().optional(),
  MNEMA_ZONE: z.string().refine(isZone, { error: "is no time zone; write Europe/Berlin or +02:00" }).optional(),
  MNEMA_FETCH_PICTURES: z.stringbool().default(false),
  MNEMA_SCRUB: z.stringbool().default(false),
  MNEMA_OPEN_MEMORIES: z.coerce.number().int().positive().default(64),
  MNEMA_LOG: z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
});

/** What the environment says. The only reader of `process.env`. */
export interface Config {
  readonly dataFolder: string;
  /** Where memories live instead, so that several servers share them; null: in the data folder. */
  readonly neo4j: { readonly uri: string; readonly user: string; readonly password: string; readonly database?: string } | null;
  /** PostgreSQL that holds the checkpoints of runs, so that another server can take them up; null: the data folder. */
  readonly checkpointUrl: string | null;
  /** Null: offline. `timeout` is for one request, in milliseconds; `price` for a million tokens, in any currency. */
  readonly model: {
    readonly name: string;
    readonly apiKey: string;
    readonly baseUrl: string | undefined;
    readonly timeout?: number;
    readonly price?: { readonly input: number; readonly output: number };
  } | null;
  readonly encoder: "minilm" | "hashing";
  readonly weightsFolder: string;
  readonly visualWeightsFolder: string | null;
  readonly datasetsFolder: string | null;
  /** What questions of general knowledge are searched in: a file of passages, or a retrieval service; null: a memory. */
  readonly passages: string | null;
  /** Services that questions about pictures are looked up with, and a folder of documents in place of those that are not named. */
  readonly web: {
    readonly search: string | null;
    readonly imageSearch: string | null;
    readonly visit: string | null;
    readonly documents: string | null;
  };
  /** Path of the Chromium that web pages are opened in; null: where systems put it. */
  readonly chromium: string | null;
  /** Whether questions are planned with tools too that `mnema design tools` made of others and put to use. */
  readonly evolvedTools: boolean;
  /** `each`: an episode is described anew with every event (the paper); `close`: once, when it closes. */
  readonly describe: "each" | "close";
  /** `derived`: the best rounds of a large memory are looked for among some of its rounds alone (docs/search.md). */
  readonly searchIndex: "exact" | "derived";
  /** Zone of the person whose memory it is, whose days and clock count; null: as each source tells times, and UTC for today. */
  readonly zone: string | null;
  /** Whether pictures that a history names by web addresses are fetched, from public addresses only. */
  readonly fetchPictures: boolean;
  /** Whether secrets (keys, tokens, passwords in addresses) are taken out of what comes in. */
  readonly scrubSecrets: boolean;
  /** How many memories one process keeps open at most. */
  readonly openMemories: number;
  /** Where spans are sent (`url` of OTLP over HTTP, `service` names the process there), and whether LangChain tells LangSmith. */
  readonly tracing: { readonly otlp: { readonly url: string; readonly service: string } | null; readonly langsmith: boolean };
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
}

/** Reads and checks the environment. Empty variables count as unset. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new MnemaError("INVALID_CONFIG", `Environment variable ${issue?.path.join(".")}: ${issue?.message}.`, {
      place: issue?.path.join(".") ?? "environment",
    });
  }
  const env = parsed.data;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "");
  const otlpUrl = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base}/v1/traces`);
  return {
    dataFolder: env.MNEMA_DATA ?? join(homedir(), ".mnema"),
    neo4j:
      env.NEO4J_URI === undefined
        ? null
        : {
            uri: env.NEO4J_URI,
            user: env.NEO4J_USER,
            password: env.NEO4J_PASSWORD,
            ...(env.NEO4J_DATABASE === undefined ? {} : { database: env.NEO4J_DATABASE }),
          },
    checkpointUrl: env.CHECKPOINT_URL ?? null,
    model:
      env.MNEMA_MODEL === undefined
        ? null
        : {
            name: env.MNEMA_MODEL,
            apiKey: env.OPENAI_API_KEY ?? "none",
            baseUrl: env.OPENAI_BASE_URL,
            timeout: 1000 * env.MNEMA_MODEL_TIMEOUT,
            ...(env.MNEMA_MODEL_PRICE === undefined ? {} : { price: priceOf(env.MNEMA_MODEL_PRICE) }),
          },
    encoder: env.MNEMA_ENCODER,
    weightsFolder: env.MNEMA_WEIGHTS ?? join(packageRoot(), ".weights"),
    visualWeightsFolder: env.MNEMA_VISUAL_WEIGHTS ?? null,
    datasetsFolder: env.MNEMA_DATASETS ?? null,
    passages: env.MNEMA_PASSAGES ?? null,
    web: {
      search: env.MNEMA_WEB_SEARCH ?? null,
      imageSearch: env.MNEMA_IMAGE_SEARCH ?? null,
      visit: env.MNEMA_VISIT ?? null,
      documents: env.MNEMA_DOCUMENTS ?? null,
    },
    chromium: env.MNEMA_CHROMIUM ?? null,
    evolvedTools: env.MNEMA_EVOLVED_TOOLS,
    describe: env.MNEMA_DESCRIBE,
    searchIndex: env.MNEMA_SEARCH_INDEX,
    zone: env.MNEMA_ZONE ?? null,
    fetchPictures: env.MNEMA_FETCH_PICTURES,
    scrubSecrets: env.MNEMA_SCRUB,
    openMemories: env.MNEMA_OPEN_MEMORIES,
    tracing: {
      otlp: otlpUrl === null ? null : { url: otlpUrl, service: env.OTEL_SERVICE_NAME },
      langsmith: [env.LANGSMITH_TRACING, env.LANGCHAIN_TRACING_V2].includes("true"),
    },
    logLevel: env.MNEMA_LOG,
  };
}

function priceOf(given: string): { input: number; output: number } {
  const [input = 0, output = 0] = given.split("/").map(Number);
  return { input, output };
}

/** The folder of package.json: this file's own in a checkout, the one above `dist` when compiled. */
export function packageRoot(): string {
  return basename(import.meta.dirname) === "dist" ? dirname(import.meta.dirname) : import.meta.dirname;
}
