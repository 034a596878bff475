import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { exportMemory } from "../../../memory/export.js";
import { percentile } from "../../scores/percentile.js";
import { answer, inputOf } from "../in-own-process.js";
import { QUESTIONS } from "../questions.js";
import { MEMORY, openAt, type Place, residentMiB } from "./place.js";
import { watchSpans } from "./spans.js";

/** What it costs to use a memory that is there, in a process that has just begun; times in milliseconds. */
export interface UseFigures {
  /** From the process's beginning: modules loaded, memory open, and the first question answered, for which the index is read. */
  readonly start: { readonly loaded: number; readonly open: number; readonly answered: number };
  /** Questions that were not asked before, warm. */
  readonly ask: { readonly p50: number; readonly p95: number; readonly phases: Readonly<Record<string, number>> };
  readonly residentMiB: number;
  /** A full export, and a canonical one. */
  readonly export: { readonly full: number; readonly canonical: number; readonly bytes: number };
  /** One round, after which all that is derived is derived anew, and everything. */
  readonly forget: { readonly round: number; readonly all: number };
}

const REPEATS = 10;

await answer(await measured(inputOf<Place>()));

async function measured(place: Place): Promise<UseFigures> {
  const loaded = performance.now();
  const spent = new Map<string, number[]>();
  let inQuestion: Record<string, number> = {};
  watchSpans((name, ms) => {
    const [kind, node = ""] = name.split(" ");
    if (kind === "node") inQuestion[node] = (inQuestion[node] ?? 0) + ms;
  });
  const mnema = await openAt(place);
  const { store } = await mnema.memory(MEMORY);
  const open = performance.now();
  await mnema.ask(MEMORY, QUESTIONS[0]);
  const answered = performance.now();

  for (const question of QUESTIONS) await mnema.ask(MEMORY, question);
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const question of QUESTIONS) {
      inQuestion = {};
      // A question that was asked before is answered from the decision log; a word more makes it another.
      times.push(await took(() => mnema.ask(MEMORY, `${question.slice(0, -1)} (${repeat})?`)));
      for (const [node, ms] of Object.entries(inQuestion)) spent.set(node, [...(spent.get(node) ?? []), ms]);
    }
  }
  const resident = residentMiB();

  const file = join(place.folder, "export.jsonl");
  const full = await took(() => exportMemory(store, file));
  const bytes = existsSync(file) ? statSync(file).size : 0;
  const canonical = await took(() => exportMemory(store, file, { canonical: true }));
  const middle = (await store.log.keysAfter(null, Math.ceil(place.rounds / 2))).at(-1);
  const [round] = await store.log.rounds(middle === undefined ? [] : [middle.seq]);
  const forgetRound = await took(() => mnema.forget(MEMORY, { round: `${round?.history}/${round?.ids[0]}` }));
  const forgetAll = await took(() => mnema.forget(MEMORY, { all: true }));
  await mnema.close();
  return {
    start: { loaded, open, answered },
    ask: {
      p50: percentile(times, 0.5) ?? 0,
      p95: percentile(times, 0.95) ?? 0,
      phases: Object.fromEntries([...spent].map(([node, ms]) => [node, percentile(ms, 0.5) ?? 0])),
    },
    residentMiB: resident,
    export: { full, canonical, bytes: bytes / place.rounds },
    forget: { round: forgetRound, all: forgetAll },
  };
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
