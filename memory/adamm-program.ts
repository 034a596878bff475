import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ADAMM_DEFAULTS, EVIDENCE_CHARACTERS } from "../config.js";
import type { Round, Turn } from "../core/history.js";
import { createTurns } from "../core/in-turn.js";
import type { Json } from "../environments/isolate/contract.js";
import { fitPayload, type FittedPayload, PAYLOAD_BUDGET } from "../environments/programs/fit-payload.js";
import type { Called, MemoProgram } from "../environments/programs/memo-program.js";
import { type EpisodeRecorder, ImageRef, type InitRecord, type MemoryItem } from "../environments/programs/recorder.js";
import { createIngestGraph } from "../graphs/ingest.js";
import { createQueryGraph } from "../graphs/query.js";
import type { ChatModel, TextEncoder } from "../models/contract.js";
import type { OpenMemory } from "../nodes/memory.js";
import { dropSearchIndex, openSearchIndex } from "../stores/search/index.js";
import { openSqliteSpace } from "../stores/sqlite/space.js";
import { createTableEngine } from "../stores/tables.js";
import { queryRecord } from "../nodes/query/record.js";

export interface AdammProgramSettings {
  readonly encoder: TextEncoder;
  /** Null: every decision is answered by its stand-in. */
  readonly model: ChatModel | null;
  readonly clock: () => Date;
}

/** An episode as this program keeps it. */
const Kept = z.strictObject({
  goal: z.string(),
  start: z.string(),
  domain: z.string(),
  actions: z.array(z.string()),
  reward: z.number(),
  images: z.array(ImageRef),
});
type Kept = z.infer<typeof Kept>;

/** Characters of a first observation that are kept. */
const START_CHARS = 1_000;
/** Episodes that are given. */
const ITEMS = 5;
const MEMORY = "experience";

/** A memory of Mnema in a folder of its own, with how many episodes are in it. */
interface Scratch {
  readonly open: OpenMemory;
  ingested: number;
  close(): Promise<void>;
}

/**
 * AdaMM as a memo program: each episode is a round of a memory, from which tables and hierarchy are derived; a task is a
 * question to it, and what the query graph finds as evidence is given, episodes whole. It runs outside an isolate, since it
 * is Mnema itself; its state is the episodes, from which the memory follows. Errors are those of the graphs.
 */
export function createAdammProgram(settings: AdammProgramSettings): MemoProgram {
  let kept: readonly Kept[] = [];
  let scratch: Promise<Scratch> | null = null;
  /** What was derived is of other episodes. */
  let isStale = false;
  const inTurn = createTurns();
  const calls = { count: 0 };
  const model = settings.model === null ? null : counted(settings.model, calls);

  const drop = async (): Promise<void> => {
    const open = await scratch;
    scratch = null;
    await open?.close();
  };

  const called = <Value>(work: () => Promise<Value>): Promise<Called<Value>> =>
    inTurn(async () => {
      calls.count = 0;
      const value = await work();
      return { ok: true as const, value, used: { modelCalls: calls.count, texts: 0 } };
    });

  return {
    missing: () => called(async () => []),
    update: (recorder) =>
      called(async () => {
        kept = [...kept, keptOf(recorder)];
        return null;
      }),
    retrieve: ({ init }) =>
      called(async () => {
        if (isStale) await drop();
        isStale = false;
        const memory = await (scratch ??= openScratch({ ...settings, model }));
        await takeIn(memory, kept);
        return given(memory.open, kept, init, model !== null);
      }),
    state: () => ({ episodes: kept as unknown as Json }),
    restore: (state) => {
      kept = z.array(Kept).parse(state["episodes"] ?? []);
      isStale = true;
    },
    keep: () => {
      const now = kept;
      return () => {
        kept = now;
        isStale = true;
      };
    },
    close: () => inTurn(drop),
  };
}

/** The model, with a count of what it was asked. */
function counted(model: ChatModel, calls: { count: number }): ChatModel {
  return {
    ...model,
    complete: (messages, options) => {
      calls.count++;
      return model.complete(messages, options);
    },
  };
}

function keptOf({ init, steps, reward }: EpisodeRecorder): Kept {
  return {
    goal: init.goal,
    start: init.observation.slice(0, START_CHARS),
    domain: String(init.metadata["domain"] ?? ""),
    actions: steps.map(({ action }) => action),
    reward,
    images: (steps.findLast(({ images }) => images.length > 0)?.images ?? init.images).slice(0, 1),
  };
}

/** A memory in a new folder, which goes with it. */
async function openScratch({ encoder, model, clock }: AdammProgramSettings): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-experience-"));
  const space = await openSqliteSpace(folder);
  const store = await space.open(MEMORY, { create: true, now: clock().toISOString() });
  const settings: OpenMemory["settings"] = {
    ...ADAMM_DEFAULTS,
    describe: "close",
    paper: false,
    evidenceCharacters: EVIDENCE_CHARACTERS,
    episodeSimilarity: encoder.thresholds.episode,
    topicSimilarity: encoder.thresholds.topic,
  };
  const open: OpenMemory = {
    store,
    encoder,
    visual: null,
    reader: null,
    index: openSearchIndex(store, { encoder, visual: null, settings }),
    engine: createTableEngine(store),
    settings,
    clock,
    decisions: (run, options = {}) => ({ model, log: store.decisions, clock, run, label: "", pictures: async () => null, ...options }),
  };
  return {
    open,
    ingested: 0,
    close: async () => {
      dropSearchIndex(store);
      await store.close();
      await space.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Derives tables and hierarchy from the episodes that are not in the memory yet. */
async function takeIn(scratch: Scratch, kept: readonly Kept[]): Promise<void> {
  const { open } = scratch;
  const rounds = kept.slice(scratch.ingested).map((episode, at) => roundOf(episode, scratch.ingested + at));
  if (rounds.length === 0) return;
  await open.store.log.append(rounds, open.clock().toISOString());
  const nothing = async () => ({ stored: [], skipped: 0, superseded: [] });
  const graph = createIngestGraph({ memory: async () => open, importPath: nothing });
  await graph.invoke({ memoryId: MEMORY }, { recursionLimit: Number.MAX_SAFE_INTEGER });
  scratch.ingested = kept.length;
}

/** An episode as a round: what was asked, and what was done. Its position in the log is its place. */
function roundOf(episode: Kept, place: number): Round {
  const id = `E${place + 1}`;
  const turn = (role: Turn["role"], text: string): Turn => ({ id, role, speaker: null, text, pictures: [] });
  const turns = [turn("user", `${episode.goal}\n${episode.start}`), turn("assistant", textOf(episode))];
  return { ids: [id], history: MEMORY, session: episode.domain === "" ? MEMORY : episode.domain, position: place, time: null, turns };
}

function textOf({ goal, reward, actions }: Kept): string {
  return [`Goal: ${goal.replace(/\s+/g, " ").trim()}`, `Score: ${Math.round(100 * reward) / 100} of 1`, ...actions].join("\n");
}

/** What the query graph finds for a task: the answer, where a model wrote it, and the episodes that are its evidence. */
async function given(open: OpenMemory, kept: readonly Kept[], init: InitRecord, isAnswered: boolean): Promise<FittedPayload> {
  if (kept.length === 0) return fitPayload({ items: [], metadata: {} });
  const question = `What was done, and what came of it, for tasks like this: ${init.goal}`;
  const { queryId } = await createQueryGraph({ memory: async () => open }).invoke({ memoryId: MEMORY, question }, { recursionLimit: 100 });
  const { answer, evidence } = await queryRecord(open, queryId);
  const told = isAnswered && answer !== null ? [{ text: answer.answer, metadata: { kind: "answer" } }] : [];
  const exact = evidence.filter(({ kind }) => kind === "compute" || kind === "row").map(({ text, kind }) => ({ text, metadata: { kind } }));
  const ids = new Set(evidence.filter(({ kind }) => kind !== "error").flatMap(({ rounds }) => rounds));
  const episodes = [...ids].flatMap((id) => kept[Number(id.replace(/^.*E/, "")) - 1] ?? []).slice(0, ITEMS);
  const items = [
    ...told,
    ...exact,
    ...episodes.map((episode, at) => itemOf(at < PAYLOAD_BUDGET.images ? episode : { ...episode, images: [] })),
  ];
  return fitPayload({ items, metadata: { kept: kept.length } });
}

function itemOf(episode: Kept): MemoryItem {
  const { domain, reward, images } = episode;
  return { text: textOf(episode), metadata: { kind: "episode", domain, reward }, ...(images.length > 0 ? { images } : {}) };
}
