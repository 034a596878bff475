import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { type Exchange, remember } from "../../memory/remember.js";
import type { Mnema, MnemaParts } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { openChatModel } from "../../models/chat-model.js";
import type { StoredRound } from "../../stores/contract.js";
import { type OpenAiServer, type ServerReply, type ServerRequest, startOpenAiServer } from "../e2e/openai-server.js";
import { sensibleModel } from "../e2e/sensible-model.js";

/** Says how the model answers a request; null: sensibly. */
export type Replying = (request: ServerRequest) => ServerReply | Promise<ServerReply> | null;

/** Memories whose language model is a server that a test decides the replies of. Waits between requests take no time. */
export interface Faulty {
  readonly mnema: Mnema;
  readonly server: OpenAiServer;
  readonly folder: string;
  /** What was waited for between requests, in milliseconds. */
  readonly waits: number[];
  reply(replying: Replying): void;
  /** A new memory of these rounds, ingested; its id. */
  tell(...rounds: readonly (string | Exchange)[]): Promise<string>;
  /** The memory that was made last. */
  last(): string;
  /** `attribute = value` of every observation, in order. */
  observed(memoryId: string): Promise<string[]>;
  parked(memoryId: string): Promise<readonly StoredRound[]>;
  /** Requests for this schema since `reply` was called. */
  asked(schemaName: string): ServerRequest[];
  close(): Promise<void>;
}

export async function openFaulty(
  options: { readonly timeout?: number; readonly hold?: number; readonly parts?: MnemaParts } = {},
): Promise<Faulty> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-faulty-"));
  const sensible = sensibleModel();
  let replying: Replying = () => null;
  let since = 0;
  let made = 0;
  const waits: number[] = [];
  const server = await startOpenAiServer({ reply: (request) => replying(request) ?? sensible(request) });
  const model = openChatModel(
    { name: "tiny", apiKey: "k", baseUrl: server.url, timeout: options.timeout ?? 5_000 },
    { hold: options.hold ?? 0, wait: async (ms) => void waits.push(ms) },
  );
  const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
    clock: () => new Date("2026-06-01T08:00:00Z"),
    visual: null,
    reader: null,
    model,
    ...options.parts,
  });
  const store = async (memoryId: string) => (await mnema.memory(memoryId)).store;
  return {
    mnema,
    server,
    folder,
    waits,
    reply: (next) => {
      replying = next;
      since = server.requests.length;
      waits.length = 0;
    },
    tell: async (...rounds) => {
      const memoryId = `m${++made}`;
      const exchanges = rounds.map((round, index) => ({
        time: `2026-05-${String((index % 28) + 1).padStart(2, "0")}`,
        session: "s",
        ...(typeof round === "string" ? { user: round } : round),
      }));
      await remember(mnema, memoryId, exchanges);
      return memoryId;
    },
    last: () => `m${made}`,
    observed: async (memoryId) => {
      const { log } = await store(memoryId);
      const rounds = await log.roundsAfter(null, 10_000);
      const found = await log.observations(rounds.map(({ seq }) => seq));
      return rounds.flatMap(({ seq }) => (found.get(seq) ?? []).map(({ attribute, value }) => `${attribute} = ${value}`));
    },
    parked: async (memoryId) => (await store(memoryId)).log.parked(),
    asked: (schemaName) => server.requests.slice(since).filter((request) => request.schemaName === schemaName),
    close: async () => {
      await mnema.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Answers one decision's requests in turn, the last one for ever; the others sensibly. */
export function inTurn(schemaName: string, replies: readonly ServerReply[]): Replying {
  let next = 0;
  return (request) => (request.schemaName === schemaName ? (replies[Math.min(next++, replies.length - 1)] ?? null) : null);
}
