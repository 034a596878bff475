/**
 * 32 clients that chat with 8 memories over HTTP for a minute, offline, in the data folder and in Neo4j where one is up. Each
 * memory holds figures and facts of its own, so that an answer from another one is told. Bars: no error, no answer from
 * another memory, resident memory grows by at most 50 MiB after warm-up.
 *   npx tsx evals/bench/http-load.ts [SECONDS]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";
import { percentile } from "../scores/percentile.js";
import { type BenchServer, neo4jUri, startBenchServer } from "./bench-server.js";

const CLIENTS = 32;
const MEMORIES = 8;
const ROUNDS = 200;
/** Memory settles only after the buffers of every client have been in use for a while. */
const WARM_UP_SECONDS = 30;
const SECONDS = Number(process.argv[2] ?? 60);

/** What each memory says of itself. */
const NAMES = ["Anouk", "Bartek", "Chiara", "Dimitri", "Eleni", "Farid", "Greta", "Hanno"];
const CITIES = ["Oslo", "Porto", "Quito", "Rabat", "Sofia", "Turin", "Utrecht", "Vienna"];

const folder = mkdtempSync(join(tmpdir(), "mnema-load-"));
try {
  await measure("SQLite", { NEO4J_URI: "" });
  const uri = neo4jUri();
  if (uri === null) console.log("Neo4j: not measured; `npm run neo4j` starts one.");
  else await measure("Neo4j", { NEO4J_URI: uri });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(store: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ ...process.env, ...environment, MNEMA_MODEL: "", MNEMA_DATA: join(folder, store) });
  const mnema = await openMnema(config);
  const memories = Array.from({ length: MEMORIES }, (_, number) => `bench-load-${number}`);
  try {
    for (const [number, memory] of memories.entries()) {
      const file = join(folder, `${memory}.json`);
      writeFileSync(file, JSON.stringify(history(number)));
      await mnema.space.destroy(memory);
      await mnema.ingest(memory, { paths: [file] });
    }
    const server = await startBenchServer(config.dataFolder, { ...environment, MNEMA_MODEL: "" });
    await load(store, server).finally(() => server.stop());
  } finally {
    for (const memory of memories) {
      await mnema.closeMemory(memory);
      await mnema.space.destroy(memory);
    }
    await mnema.close();
  }
}

/** What a memory is asked, and what its answer must hold: nothing that another memory says of itself does. */
interface Probe {
  readonly question: string;
  readonly holds: string;
}

function history(number: number) {
  const facts = [`My neighbour is called ${NAMES[number]}.`, `I was born in ${CITIES[number]}.`];
  const reading = (day: number) => `Readings:\n- soil temperature: ${100 * (number + 1) + (day % 50)} °C\n- humidity: ${40 + (day % 9)} %`;
  return {
    format: "mnema-history/1",
    id: `load-${number}`,
    sessions: Array.from({ length: ROUNDS / 10 }, (_, session) => ({
      id: `S${session + 1}`,
      time: new Date(Date.UTC(2024, 0, 1 + session)).toISOString().slice(0, 10),
      rounds: Array.from({ length: 10 }, (_, place) => ({
        id: `S${session + 1}:${place + 1}`,
        user: session === 0 && place < facts.length ? (facts[place] as string) : reading(session * 10 + place),
        assistant: "Noted.",
      })),
    })),
  };
}

function probes(number: number): readonly Probe[] {
  return [
    { question: "What was the highest soil temperature?", holds: String(100 * (number + 1) + 49) },
    { question: "What was the lowest soil temperature?", holds: String(100 * (number + 1)) },
    { question: "What is my neighbour called?", holds: NAMES[number] as string },
    { question: "Where was I born?", holds: CITIES[number] as string },
  ];
}

async function load(store: string, server: BenchServer): Promise<void> {
  const times: number[] = [];
  const errors: string[] = [];
  const foreign: string[] = [];
  const state = { measuring: false, ended: false };
  const client = async (id: number) => {
    for (let turn = 0; !state.ended; turn++) {
      const number = (id + turn) % MEMORIES;
      const { question, holds } = probes(number)[(id + (turn >> 3)) % 4] as Probe;
      const started = performance.now();
      try {
        // Half of the questions were never asked before: a word more, without a digit, makes them so.
        const asked = turn % 2 === 0 ? question : `Please tell me, ${letters(id)}${letters(turn)}: ${question}`;
        const { answer } = await server.ask(`bench-load-${number}`, asked);
        if (!answer.includes(holds)) foreign.push(`bench-load-${number}: ${question} ${answer}`);
      } catch (error) {
        errors.push(String(error));
      }
      if (state.measuring) times.push(performance.now() - started);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, id) => client(id));
  await sleep(WARM_UP_SECONDS);
  const before = await server.residentMiB();
  state.measuring = true;
  const samples: number[] = [];
  for (let second = 0; second < SECONDS; second += 5) {
    await sleep(5);
    samples.push(await server.residentMiB());
  }
  state.ended = true;
  await Promise.all(clients);
  const grown = Math.max(...samples) - before;
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share)?.toFixed(0));
  console.log(
    `${CLIENTS} clients, ${MEMORIES} memories, ${store}, ${SECONDS} s: ${times.length} answers, ${errors.length} errors, ${foreign.length} wrong, ` +
      `p50 ${p50} ms, p95 ${p95} ms, ${before.toFixed(0)} MiB after warm-up, at most ${grown.toFixed(0)} MiB more (${samples.map((mib) => mib.toFixed(0)).join(" ")})`,
  );
  for (const line of [...new Set([...errors, ...foreign])].slice(0, 10)) console.log(`  ${line.slice(0, 300)}`);
}

/** A number in letters. */
function letters(number: number): string {
  return `k${number.toString(16)}`.replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
