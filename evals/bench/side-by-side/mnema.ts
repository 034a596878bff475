import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../../config.js";
import type { Round } from "../../../core/history.js";
import { type Memory, openMemory } from "../../../library/memory.js";
import type { WaitFor } from "../../../memory/writers.js";
import { callsOf, type Contestant, type ContestantParts, ownResidentMiB, took } from "./contestant.js";

/** How Mnema takes part: with the model or its offline stand-ins, an episode described with each event or once. */
export interface MnemaVariant {
  readonly model: boolean;
  readonly describe: "each" | "close";
  /** What `add` waits for; unless given, until a round is derived from. */
  readonly wait?: WaitFor;
}

/** Mnema through its library, on SQLite, with the hashing encoder. What it is seeded with it derives with its stand-ins. */
export async function openMnemaContestant(
  { model, describe, wait = "derived" }: MnemaVariant,
  { folder, modelUrl }: ContestantParts,
): Promise<Contestant> {
  const offline = { MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing", MNEMA_DESCRIBE: describe };
  const asking = model ? { MNEMA_MODEL: "stub", OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "none" } : {};
  let opened: Promise<Memory> | null = null;
  const memory = () => (opened ??= openMemory("bench", { config: readConfig({ ...offline, ...asking }) }));
  return {
    name: `Mnema, ${model ? `model, describe ${describe}` : "offline"}${wait === "stored" ? ", stored" : ""}`,
    add: async (round) => {
      const open = await memory();
      return took(() => open.remember(exchangeOf(round), { wait }));
    },
    settle: async () => (await memory()).flush(),
    addStored: async (round) => {
      const open = await memory();
      return took(() => open.remember(exchangeOf(round), { wait: "stored" }));
    },
    addAll: async (rounds) => {
      const open = await memory();
      return took(() => open.ingest(fileOf(rounds, folder)));
    },
    seed: async (rounds) => {
      const seeding = await openMemory("bench", { config: readConfig(offline) });
      await seeding.ingest(fileOf(rounds, folder));
      await seeding.close();
      return true;
    },
    search: async (query, k) => {
      const open = await memory();
      let found: readonly { readonly text: string }[] = [];
      const ms = await took(async () => (found = await open.search(query, { limit: k })));
      return { ms, found: found.map(({ text }) => text) };
    },
    modelCalls: () => callsOf(modelUrl),
    residentMiB: async () => ownResidentMiB(),
    close: async () => (await memory()).close(),
  };
}

/** The rounds as a file of our own format. */
function fileOf(rounds: readonly Round[], folder: string): string {
  const file = join(folder, "history.json");
  writeFileSync(file, JSON.stringify(historyOf(rounds)));
  return file;
}

function exchangeOf({ ids: [id = ""], history, session, time, turns }: Round) {
  const said = (role: string) => turns.find((turn) => turn.role === role)?.text ?? "";
  return { id, history, session, ...(time === null ? {} : { time: time.iso }), user: said("user"), assistant: said("assistant") };
}

function historyOf(rounds: readonly Round[]) {
  const ids = [...new Set(rounds.map(({ session }) => session))];
  const within = new Map(ids.map((id): [string, Round[]] => [id, []]));
  for (const round of rounds) within.get(round.session)?.push(round);
  return {
    id: rounds[0]?.history ?? "bench",
    sessions: [...within].map(([id, own]) => ({
      id,
      time: own[0]?.time?.iso,
      rounds: own.map((round) => ({ id: round.ids[0], user: exchangeOf(round).user, assistant: exchangeOf(round).assistant })),
    })),
  };
}
