import { readConfig } from "../../config.js";
import type { QuestionPorts } from "../../environments/questions/episode.js";
import type { CodeRunner } from "../../environments/code/runner.js";
import { createArenas } from "../../memory/arena.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { openChatModel } from "../../models/chat-model.js";
import { openCheckpointPlace } from "../../stores/checkpoints.js";
import type { Place } from "./stream.js";

/** A folder in which streams are kept, with the teams that do them. */
export interface Workplace {
  /** Of the model that speaks and judges; null offline. */
  readonly model: string | null;
  readonly datasets: string;
  readonly arenas: ReturnType<typeof createArenas>;
  /** The memory of that name, made when it is first asked for. */
  place(memoryId: string): Promise<Place>;
  close(): Promise<void>;
}

/**
 * Opens a folder. Models and data sets are those of the environment; memories are always the folder's own. `lookups` says what
 * questions are looked up in.
 */
export async function openWorkplace(
  folder: string,
  parts: { readonly lookups: (mnema: Mnema) => QuestionPorts; readonly python?: CodeRunner },
): Promise<Workplace> {
  const config = readConfig({ ...process.env, MNEMA_DATA: folder, NEO4J_URI: "", CHECKPOINT_URL: "" });
  const datasets = config.datasetsFolder ?? "../shared/data";
  const mnema = await openMnema(config);
  const checkpoints = await openCheckpointPlace(config);
  const { lookups, ...rest } = parts;
  const model = config.model === null ? null : openChatModel(config.model);
  const arenas = createArenas({ datasetsFolder: datasets }, { model, lookups: lookups(mnema), ...rest });
  return {
    model: config.model?.name ?? null,
    datasets,
    arenas,
    place: async (memoryId) => ({
      memory: await mnema.memory(memoryId, { create: true }),
      checkpointer: await checkpoints.open(memoryId),
      services: mnema.space.services,
    }),
    close: async () => {
      await arenas.close();
      await checkpoints.close();
      await mnema.close();
    },
  };
}
