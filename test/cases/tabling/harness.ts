import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GraphNode } from "@langchain/langgraph";
import { ADAMM_DEFAULTS } from "../../../config.js";
import type { Round, Turn } from "../../../core/history.js";
import type { ChatModel } from "../../../models/contract.js";
import { discover } from "../../../nodes/ingest/discover.js";
import { evolve } from "../../../nodes/ingest/evolve.js";
import { extract } from "../../../nodes/ingest/extract.js";
import { materialize } from "../../../nodes/ingest/materialize.js";
import { mine } from "../../../nodes/ingest/mine.js";
import type { IngestPorts } from "../../../nodes/ingest/ports.js";
import type { IngestState } from "../../../nodes/ingest/state.js";
import type { OpenMemory } from "../../../nodes/memory.js";
import type { MemoryStore, Seq } from "../../../stores/contract.js";
import { openSqliteSpace } from "../../../stores/sqlite/space.js";

export type State = typeof IngestState.State;
type Node = (ports: IngestPorts) => GraphNode<typeof IngestState>;

export interface Bench {
  store(): MemoryStore;
  /** Closes the store and opens it anew, as another process would: nothing that was kept in memory is there. */
  restart(): Promise<void>;
  /** The same memory in another process. Closed with this one. */
  another(): Promise<Bench>;
  append(rounds: readonly Round[]): Promise<readonly Seq[]>;
  /** Derives tables from all rounds that wait, `slice` at a time. `around` is called before each node runs. */
  derive(options?: {
    slice?: number;
    model?: ChatModel | null;
    paper?: boolean;
    around?: (run: () => Promise<void>) => Promise<void>;
  }): Promise<void>;
  /** Tables with rows, comparable. */
  tables(): Promise<unknown>;
  dispose(): Promise<void>;
}

const NOW = "2024-05-01T08:00:00.000Z";
const clock = () => new Date(NOW);

/** A memory on disk with the table branch of the ingest graph, one node after the other, without the graph. */
export async function openBench(): Promise<Bench> {
  return benchIn(await mkdtemp(join(tmpdir(), "mnema-tabling-")));
}

async function benchIn(folder: string): Promise<Bench> {
  const others: Bench[] = [];
  let space = await openSqliteSpace(folder);
  let store = await space.open("m", { create: true, now: NOW });

  const memory = (model: ChatModel | null, paper: boolean) => {
    const decisions: OpenMemory["decisions"] = (run) => ({
      model,
      log: store.decisions,
      clock,
      run,
      label: "",
      pictures: async () => null,
    });
    return { store, reader: null, settings: { ...ADAMM_DEFAULTS, paper }, clock, decisions } as unknown as OpenMemory;
  };

  const bench: Bench = {
    store: () => store,
    restart: async () => {
      await space.close();
      space = await openSqliteSpace(folder);
      store = await space.open("m", { create: false, now: NOW });
    },
    another: async () => {
      const other = await benchIn(folder);
      others.push(other);
      return other;
    },
    append: async (rounds) => (await store.log.append(rounds, NOW)).stored,
    derive: async ({ slice: limit = 64, model = null, paper = false, around = (run: () => Promise<void>) => run() } = {}) => {
      const portsWith = (answerer: ChatModel | null) => ({ memory: async () => memory(answerer, paper) }) as unknown as IngestPorts;
      for (;;) {
        const slice = (await store.log.roundsAfter(await store.tables.cursor(), limit)).map(({ seq }) => seq);
        if (slice.length === 0) return;
        const generation = await store.tables.generation();
        let state = { memoryId: "m", runId: "r", slice, generation, mined: 0, change: null } as unknown as State;
        const step = async (node: Node, ports = portsWith(model)) => {
          const before = state;
          await around(async () => {
            // A node that runs again gets the state that it had before. The second argument stands for LangGraph's configuration.
            state = {
              ...before,
              ...(await (node(ports) as unknown as (state: State, config: object) => Promise<Partial<State>>)(before, {})),
            };
          });
        };
        // What a model would extract is not of interest here.
        await step(extract, portsWith(null));
        do {
          await step(mine);
          if ((state.change?.discovered.length ?? 0) > 0) await step(discover);
          if ((state.change?.evolved.length ?? 0) > 0) await step(evolve);
          await step(materialize);
        } while (state.mined < slice.length);
      }
    },
    tables: async () =>
      Promise.all(
        (await store.tables.tables()).map(async (table) => ({
          ...table,
          rows: (await store.tables.rows(table.id)).map(({ seq, cells }) => [seq, [...cells].map(([key, { value }]) => [key, value])]),
        })),
      ),
    dispose: async () => {
      for (const other of others) await other.dispose();
      await space.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return bench;
}

/** Rounds of one day after the other, in which the user says these texts; a caption after `|`. */
export function said(texts: readonly string[], from = 0): Round[] {
  return texts.map((text, index) => {
    const position = from + index;
    const [words = "", caption] = text.split("|");
    const pictures: Turn["pictures"] =
      caption === undefined ? [] : [{ id: `p${position}`, caption: caption.trim(), state: "missing", hash: null, note: null }];
    const date = new Date(Date.UTC(2024, 0, 1 + position)).toISOString().slice(0, 10);
    return {
      ids: [`r${position}`],
      history: "h",
      session: "s",
      position,
      time: { iso: date, precision: "day", zone: null },
      turns: [
        { id: `r${position}`, role: "user", speaker: null, text: words.trim(), pictures },
        { id: `r${position}`, role: "assistant", speaker: null, text: "Noted.", pictures: [] },
      ],
    };
  });
}
