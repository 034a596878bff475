import { audit } from "../../memory/audit.js";
import { canonicalLines } from "../../memory/canonical-export.js";
import type { MemoryStore } from "../../stores/contract.js";
import type { ServerReply, ServerRequest } from "../e2e/openai-server.js";
import { sensibleModel } from "../e2e/sensible-model.js";
import { mulberry32 } from "../fixtures/journal.js";
import { openFaulty } from "./faulty-model.js";

/** Every way in which a model, or its service, goes wrong; each made from what would have been right. */
const FAULTS: Readonly<Record<string, (right: { readonly json: unknown }) => ServerReply>> = {
  "invalid JSON": () => '{"items":[{"attribute":"role": "baker"}]}',
  "fenced JSON": ({ json }) => `\`\`\`json\n${JSON.stringify(json)}\n\`\`\``,
  "text around JSON": ({ json }) => `Here it is: ${JSON.stringify(json)} Hope this helps.`,
  truncation: ({ json }) => ({ text: JSON.stringify(json).slice(0, -5), finish: "length" }),
  refusal: () => ({ text: null, refusal: "I cannot help with that." }),
  "a content filter": () => ({ text: "", finish: "content_filter" }),
  "empty content": () => "",
  "no content": () => ({ text: null, finish: "length" }),
  "wrong names": ({ json }) => ({ json: renamed(json) }),
  "wrong types": ({ json }) => ({ json: mistyped(json) }),
  "a value that nobody said": ({ json }) => ({ json: invented(json) }),
  "extra keys": ({ json }) => ({ json: { ...(json as object), thoughts: "easy", confidence: null } }),
  "an empty answer": () => ({ json: {} }),
  "an endless answer": () => ({ json: { items: Array.from({ length: 3_000 }, () => ({ attribute: "again", value: "and again" })) } }),
  "401": () => ({ status: 401 }),
  "404": () => ({ status: 404 }),
  "429 with Retry-After": () => ({ status: 429, headers: { "retry-after": "1" } }),
  "429 without": () => ({ status: 429 }),
  "500": () => ({ status: 500 }),
  "a hang": () => ({ hang: true }),
  "a cut stream": ({ json }) => ({ text: JSON.stringify(json), cutAfter: 40 }),
  "a slow drip": ({ json }) => ({ text: JSON.stringify(json), dripMs: 2 }),
};

function renamed(json: unknown): unknown {
  return Object.fromEntries(Object.entries(json as object).map(([key, value]) => [`${key}s`, value]));
}

function mistyped(json: unknown): unknown {
  return Object.fromEntries(Object.keys(json as object).map((key) => [key, 7]));
}

/** One more item, of which the round says nothing. */
function invented(json: unknown): unknown {
  const { items } = json as { items?: unknown[] };
  return items === undefined
    ? json
    : { items: [...items, { attribute: "owner", value: "Nobody Known", kind: null, turn: null, picture: null }] };
}

export interface Storm {
  readonly rounds: number;
  /** Faults by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly requests: number;
  /** What the run said of itself, and what `audit` says. */
  readonly failed: number;
  readonly audited: { readonly rounds: number; readonly represented: number; readonly pending: number; readonly ok: boolean };
  /** Observations of the stormy run that the fault-free one has not. */
  readonly wrong: readonly string[];
  readonly taken: unknown;
  /** Whether the canonical exports are equal after `retry` without faults. */
  readonly equal: boolean;
}

/** A garden diary of so many rounds, ingested while every fifth request or so goes wrong, then taken up again without faults. */
export async function storm(rounds: number, seed: number): Promise<Storm> {
  const random = mulberry32(seed);
  const names = Object.keys(FAULTS);
  const sensible = sensibleModel();
  const counts: Record<string, number> = {};
  let stormy = false;
  const reply = (request: ServerRequest): ServerReply => {
    const right = sensible(request);
    if (!stormy || random() >= 0.2 || typeof right === "string" || !("json" in right)) return right;
    const name = names[Math.floor(random() * names.length)] ?? "";
    counts[name] = (counts[name] ?? 0) + 1;
    return FAULTS[name]?.(right) ?? right;
  };
  const faulty = await openFaulty({ timeout: 2_000, hold: 0 });
  try {
    faulty.reply(reply);
    const said = Array.from({ length: rounds }, (_, at) => ({
      user:
        at % 5 === 4
          ? `The hedgehog came back on evening ${at}.`
          : `Garden round.\n- rain: ${at % 9} mm\n- high: ${(at * 7) % 25} °C${at > rounds / 2 ? `\n- wind: ${at % 6} km/h` : ""}`,
      time: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      session: `s${Math.floor(at / 10)}`,
      id: `g${at}`,
    }));
    const calm = await faulty.tell(...said);
    const { store: expected } = await faulty.mnema.memory(calm);
    const calmly = await expected.log.parked();
    if (calmly.length > 0) throw new Error(`without faults ${calmly.length} rounds wait: ${calmly[0]?.parked}`);
    const right = new Set(await observations(expected));
    const from = faulty.server.requests.length;
    stormy = true;
    const tossed = await faulty.tell(...said);
    stormy = false;
    const requests = faulty.server.requests.length - from;
    const { store } = await faulty.mnema.memory(tossed);
    const { rounds: all, represented, pending, ok } = await audit(store);
    const failed = (await store.log.count()).parked;
    const wrong = (await observations(store)).filter((one) => !right.has(one));
    const { taken } = await faulty.mnema.retry(tossed);
    const equal = (await canonicalOf(store)) === (await canonicalOf(expected));
    return { rounds, faults: counts, requests, failed, audited: { rounds: all, represented, pending, ok }, wrong, taken, equal };
  } finally {
    await faulty.close();
  }
}

async function observations({ log }: MemoryStore): Promise<string[]> {
  const rounds = await log.roundsAfter(null, 100_000);
  const found = await log.observations(rounds.map(({ seq }) => seq));
  return rounds.flatMap(({ seq, ids }) => (found.get(seq) ?? []).map(({ attribute, value }) => `${ids[0]}: ${attribute} = ${value}`));
}

async function canonicalOf(store: MemoryStore): Promise<string> {
  const lines: string[] = [];
  for await (const line of canonicalLines(store)) lines.push(JSON.stringify(line));
  return lines.join("\n");
}
