import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../config.js";
import type { Picture, Round, Time, TimePrecision } from "../../core/history.js";
import type { Observation } from "../../core/observation.js";
import type { ToolName } from "../../core/evidence.js";
import { storedText } from "../../core/stored-text.js";
import { inZone } from "../../core/zones.js";
import { recordHuman } from "../../decisions/decide.js";
import { extract } from "../../decisions/extract.js";
import { validate } from "../../decisions/validate.js";
import { type AskResult } from "../../memory/ask.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { MemorySettings, OpenMemory } from "../../nodes/memory.js";
import { toolRuntime } from "../../nodes/query/tool-runtime.js";
import type { TableShape } from "../../stores/table-engine.js";
import { ANALYTIC_TOOLS, toolNamed } from "../../tools/registry.js";

/** What an extractor returns. */
export type Item = readonly [attribute: string, value: string];

/** A round of a case. Without `text` it says its items, one a line; without `items` the stand-in extracts. */
export interface CaseRound {
  readonly text?: string;
  readonly items?: readonly Item[];
  /** ISO 8601 in any precision, with a zone or without. */
  readonly time?: string;
  readonly session?: string;
  /** Of a picture that is shown and not stored. */
  readonly caption?: string;
}

/** A row of a case's table; null and undefined: nothing was told. */
export type CaseRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A memory on SQLite, ingested by the real graph, with what a case looks at. */
export interface CaseMemory {
  readonly open: OpenMemory;
  observations(): Promise<Observation[]>;
  /** The first value of an attribute, typed and with its note; undefined when it was not observed. */
  value(attribute: string): Promise<Pick<Observation, "typed" | "note" | "value"> | undefined>;
  /** The table with the most rows. */
  shape(): Promise<TableShape>;
  /** A tool call as it comes from a plan, on the table with the most rows unless one is named. Throws what the tool throws. */
  call(tool: ToolName, args: Readonly<Record<string, unknown>>): Promise<Record<string, never>>;
  /** The value that Compute gives. */
  compute(operator: string, target?: string, rest?: Readonly<Record<string, unknown>>): Promise<unknown>;
  ask(question: string): Promise<AskResult>;
}

export interface Cases {
  readonly mnema: Mnema;
  /** A new memory of these rounds. */
  of(rounds: readonly CaseRound[]): Promise<CaseMemory>;
  /** Puts these rounds in the place of a memory's rounds and derives all anew; its ids stay. */
  again(memory: CaseMemory, rounds: readonly CaseRound[]): Promise<void>;
  /** A new memory of one table with these rows, each told in a round of its own on the next day. */
  rows(rows: readonly CaseRow[]): Promise<CaseMemory>;
  close(): Promise<void>;
}

/** The day of every case. */
const DAY = "2024-06-15";

/** Cases of a test file: opened before its tests, closed after them. */
export function useCases(settings: Partial<MemorySettings> = {}): { cases(): Cases } {
  let opened: Cases;
  beforeAll(async () => {
    opened = await openCases(settings);
  });
  afterAll(() => opened.close());
  return { cases: () => opened };
}

/** Opens a data folder for cases: real stores and graphs, no model, the hashing encoder, tables from the first round on. */
export async function openCases(settings: Partial<MemorySettings> = {}): Promise<Cases> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-cases-"));
  const clock = () => new Date(`${DAY}T12:00:00Z`);
  const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "error" }), {
    clock,
    settings: { support: 1, allConfidence: 0, extensionConfidence: 0, ...settings },
  });
  let made = 0;
  const take = async (open: OpenMemory, rounds: readonly CaseRound[]) => {
    const { stored } = await open.store.log.append(rounds.map(roundOf), clock().toISOString());
    for (const round of await open.store.log.rounds(stored)) {
      const { items } = rounds[round.position] ?? {};
      if (items === undefined) continue;
      const turns = round.turns.map(({ role, speaker, text }) => ({ role, speaker, text, pictures: [] }));
      const answer = { items: items.map(([attribute, value]) => ({ attribute, value, kind: null, turn: null, picture: null })) };
      await recordHuman(extract, { time: inZone(round.time, open.settings.zone), turns }, answer, open.decisions("case"), [round.seq]);
    }
    await mnema.ingest(open.store.memoryId);
  };
  const of: Cases["of"] = async (rounds) => {
    const memoryId = `case-${++made}`;
    const open = await mnema.memory(memoryId, { create: true });
    await take(open, rounds);
    return caseMemory(mnema, memoryId, open);
  };
  return {
    mnema,
    of,
    again: ({ open }, rounds) => take(open, rounds),
    rows: (rows) =>
      of(
        rows.map((row, index) => ({
          items: Object.entries(row).flatMap(([attribute, value]) =>
            value === null || value === undefined || value === "" ? [] : [[attribute, String(value)] as const],
          ),
          time: new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
        })),
      ),
    close: async () => {
      await mnema.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function roundOf({ text, items = [], time, session = "s", caption }: CaseRound, position: number): Round {
  const id = `r${position + 1}`;
  const said = text ?? items.map(([attribute, value]) => `${attribute}: ${value}`).join("\n");
  const pictures: Picture[] = caption === undefined ? [] : [{ id: "p", caption, state: "missing", hash: null, note: null }];
  const turns = [{ id, role: "user" as const, speaker: null, text: storedText(said), pictures }];
  return { ids: [id], history: "h", session, position, time: time === undefined ? null : timeOf(time), turns };
}

function timeOf(text: string): Time {
  const [, iso = text, zone = null] = /^(.{11,}?)(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  const precision = ({ 4: "year", 7: "month", 10: "day", 16: "minute" } as Record<number, TimePrecision>)[iso.length] ?? "second";
  return { iso, precision, zone };
}

function caseMemory(mnema: Mnema, memoryId: string, open: OpenMemory): CaseMemory {
  const observations = async () => {
    const rounds = await open.store.log.roundsAfter(null, 1_000_000);
    const all = await open.store.log.observations(rounds.map(({ seq }) => seq));
    return rounds.flatMap(({ seq }) => [...(all.get(seq) ?? [])]);
  };
  const shape = async () => {
    const shapes = await Promise.all((await open.store.tables.tables()).map(({ id }) => open.engine.shape(id)));
    const [largest] = shapes.toSorted((a, b) => b.rows - a.rows || b.columns.length - a.columns.length);
    if (largest === undefined) throw new Error("no table");
    return largest;
  };
  const call: CaseMemory["call"] = async (name, args) => {
    const tool = toolNamed(name);
    const ofTable = ANALYTIC_TOOLS.has(name) && !("table" in args);
    const checked = validate(tool.arguments, ofTable ? { table: (await shape()).table.name, ...args } : args);
    if ("problem" in checked) throw new Error(`refused: ${checked.problem}`);
    const { result } = await tool.run(checked.value, await toolRuntime(open, { units: 0, characters: 0, now: DAY }));
    return result as Record<string, never>;
  };
  return {
    open,
    observations,
    value: async (attribute) => (await observations()).find((one) => one.attribute === attribute),
    shape,
    call,
    compute: async (operator, target, rest = {}) => {
      const { computed_result: computed } = await call("Compute", {
        operator,
        ...(target === undefined ? {} : { target_column_expression: target }),
        ...rest,
      });
      return computed as unknown;
    },
    ask: (question) => mnema.ask(memoryId, question),
  };
}
