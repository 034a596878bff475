import type { GraphNode } from "@langchain/langgraph";
import { mapBounded } from "../../core/concurrency.js";
import { MnemaError } from "../../core/errors.js";
import { inZone } from "../../core/zones.js";
import { decide } from "../../decisions/decide.js";
import { isFailedDecision } from "../../decisions/failed.js";
import { extract as extraction } from "../../decisions/extract.js";
import { observationsOf } from "../../decisions/extraction/observe.js";
import type { ExtractInput } from "../../decisions/extraction/round.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import type { PictureReader } from "../../models/contract.js";
import type { LogStore, StoredRound } from "../../stores/contract.js";
import { breath } from "../breath.js";
import type { OpenMemory } from "../memory.js";
import { runtimeOf } from "./runtime.js";
import type { IngestState } from "./state.js";

type Extracting = Pick<OpenMemory, "store" | "reader" | "decisions"> & { readonly settings?: Pick<OpenMemory["settings"], "zone"> };

/** What extraction needs of an open memory. */
interface ExtractPorts {
  memory(memoryId: string): Promise<Extracting>;
}

/** Rounds extracted at once: what a model's endpoint usually takes. */
const CONCURRENT = 8;

/**
 * Finds the observations of the slice's rounds, each from its round alone. AdaMM §3.3.1. Rounds that have them are left as
 * they are, so running it twice extracts once. A round whose decision fails is parked with the reason, and the others go on.
 */
export function extract({ memory }: ExtractPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, ...run }, config) => {
    const open = await memory(memoryId);
    const runtime = runtimeOf(open, run, config);
    const known = await open.store.log.observations(slice);
    const rounds = (await open.store.log.rounds(slice.filter((seq) => !known.has(seq)))).filter(({ parked }) => parked === null);
    let done = slice.length - rounds.length;
    await mapBounded(rounds, CONCURRENT, async (round) => {
      await breath();
      await extractRound(round, open, runtime);
      config.writer?.({ node: "extract", done: ++done, total: slice.length });
    });
    return {};
  };
}

async function extractRound(round: StoredRound, { store, reader, settings }: Extracting, runtime: DecisionRuntime): Promise<void> {
  const told = { ...round, time: inZone(round.time, settings?.zone) };
  try {
    // A model that is shown the picture needs no reader.
    const input = await inputOf(told, store.log, runtime.model === null ? reader : null);
    const { items } = await decide(extraction, input, runtime, [round.seq]);
    await store.log.putObservations(round.seq, observationsOf(items, input));
  } catch (error) {
    if (!isOfRound(error)) throw error;
    await store.log.park(round.seq, error instanceof Error ? error.message : String(error));
  }
}

/** Whether an error is about this round alone: its decision failed, or what reads it broke on it. Then the others go on. */
function isOfRound(error: unknown): boolean {
  return isFailedDecision(error) || !MnemaError.isInstance(error);
}

/** What extraction sees of a round: nothing that depends on other rounds, the run or the store. */
async function inputOf({ time, turns }: StoredRound, log: LogStore, reader: PictureReader | null): Promise<ExtractInput> {
  const seen = turns.map(async ({ role, speaker, text, pictures }) => ({
    role,
    speaker,
    text,
    pictures: await Promise.all(
      pictures.map(async ({ hash, caption }) => ({
        hash,
        caption,
        text: hash === null || reader === null ? null : await pictureText(hash, log, reader),
      })),
    ),
  }));
  return { time, turns: await Promise.all(seen) };
}

/** A picture's text, read once for each reader. Bytes that no reader can read have none. */
async function pictureText(hash: string, log: LogStore, reader: PictureReader): Promise<string | null> {
  const kept = await log.pictureText(hash, reader.name);
  if (kept !== null) return kept;
  const picture = await log.picture(hash);
  if (picture === null) return null;
  const text = await reader.read(picture.bytes).catch((error: unknown) => {
    if (MnemaError.isInstance(error) && error.code === "UNREADABLE_FILE") return "";
    throw error;
  });
  await log.putPictureText(hash, reader.name, text);
  return text;
}
