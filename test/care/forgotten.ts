import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import type { Round } from "../../core/history.js";
import { canonicalLines } from "../../memory/canonical-export.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { MemoryStore } from "../../stores/contract.js";
import { day, turn } from "../contract/place.js";
import { mulberry32 } from "../fixtures/journal.js";

/** Bytes of the shortest string that must not be left. */
const SHORTEST = 12;

export async function canonicalText(store: MemoryStore): Promise<string> {
  const lines: string[] = [];
  for await (const line of canonicalLines(store)) lines.push(JSON.stringify(line));
  return lines.join("\n");
}

/**
 * Forgets so many random rounds of a memory, one by one, after questions were asked about them. `clean`: how often no string of
 * twelve bytes that occurred in the round alone was left in any file; `same`: how often what was left equals a memory that never
 * saw the rounds forgotten so far.
 */
export async function forgottenOneByOne(rounds: number, seed: number): Promise<{ clean: number; same: number }> {
  const random = mulberry32(seed);
  const folder = await mkdtemp(join(tmpdir(), "mnema-forgotten-"));
  const clock = () => new Date("2026-01-01T00:00:00Z");
  const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
    clock,
    visual: null,
    reader: null,
  });
  const beside = await mkdtemp(join(tmpdir(), "mnema-never-"));
  const other = await openMnema(readConfig({ MNEMA_DATA: beside, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
    clock,
    visual: null,
    reader: null,
  });
  let left = Array.from({ length: rounds * 2 + 10 }, (_, at) => roundOf(at, random));
  const result = { clean: 0, same: 0 };
  try {
    await store(mnema, "m", left);
    for (let at = 0; at < rounds; at++) {
      const gone = left[Math.floor(random() * left.length)];
      if (gone === undefined) break;
      await mnema.ask("m", `What about ${textOf(gone).slice(0, 40)}?`);
      left = left.filter((round) => round !== gone);
      await mnema.forget("m", { round: gone.ids[0] ?? "" });
      if ((await leftOf(folder, textOf(gone), left.map(textOf).join("\n"))) === null) result.clean++;
      await store(other, `never-${at}`, left);
      const [now, never] = [await mnema.memory("m"), await other.memory(`never-${at}`)];
      if ((await canonicalText(now.store)) === (await canonicalText(never.store))) result.same++;
    }
    return result;
  } finally {
    await Promise.all([mnema.close(), other.close()]);
    for (const made of [folder, beside]) await rm(made, { recursive: true, force: true });
  }
}

async function store(mnema: Mnema, memoryId: string, rounds: readonly Round[]): Promise<void> {
  const { store: memory, clock } = await mnema.memory(memoryId, { create: true });
  await memory.log.append(rounds, clock().toISOString());
  await mnema.ingest(memoryId);
}

const NAMES = ["Ines", "Olaf", "Mira", "Tomas", "Yara", "Bruno"];
const THINGS = ["vents", "ladder", "kayak", "violin", "orchard", "lantern", "harbour", "boiler"];

/** Some rounds hold a record, some a story with words that no other has. */
function roundOf(at: number, random: () => number): Round {
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const secret = Array.from({ length: 3 }, () => Math.floor(random() * 36 ** 6).toString(36)).join(" ");
  const said =
    at % 3 === 0
      ? `${one(NAMES)} painted the ${one(THINGS)} and whispered ${secret} to ${one(NAMES)}.`
      : `Readings: soil temperature: ${(10 + 9 * random()).toFixed(2)} °C, humidity: ${Math.floor(40 + 50 * random())} %, note: ${secret}.`;
  const id = `r${at}`;
  const time = new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
  return { ids: [id], history: "h", session: `s${Math.floor(at / 6)}`, position: at, time: day(time), turns: [{ ...turn(said), id }] };
}

function textOf({ turns }: Round): string {
  return turns.map(({ text }) => text).join("\n");
}

/** A string of the text that no other text holds and that a file under the folder does; null when there is none. */
async function leftOf(folder: string, text: string, others: string): Promise<string | null> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))));
  const bytes = Buffer.from(text);
  const kept = Buffer.from(others);
  for (let start = 0; start + SHORTEST <= bytes.length; start++) {
    const piece = bytes.subarray(start, start + SHORTEST);
    if (!kept.includes(piece) && contents.some((content) => content.includes(piece))) return piece.toString();
  }
  return null;
}
