import { randomUUID } from "node:crypto";
import type { GraphNode } from "@langchain/langgraph";
import { addDays } from "../../core/calendar.js";
import { dayIn } from "../../core/zones.js";
import { tableText } from "../../decisions/planning.js";
import type { Table } from "../../stores/contract.js";
import type { OpenMemory } from "../memory.js";
import { allEpisodes } from "./planning-context.js";
import type { QueryPorts } from "./ports.js";
import type { QueryState } from "./state.js";
import { tableCard } from "./table-cards.js";

/** A memory whose last round is older is a past one: `last week` is then counted from that round. */
const LIVE_DAYS = 31;

/**
 * Ranks the metadata of tables and episodes for the question and keeps the ids of the best of each. AdaMM eq. 9. Without planning
 * context all of it is kept, in its own order. Begins the query's record, keyed by query id: running it again begins it anew.
 */
export function context({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async ({ memoryId, question, queryId: given }) => {
    const open = await memory(memoryId);
    const { store, engine, index, settings, clock } = open;
    // From plain JSON (Studio) comes no id, and no two questions may share a record.
    const queryId = given === "" ? `query-${randomUUID()}` : given;
    const begun = store.queries.put({ queryId, question, at: clock().toISOString(), plan: [], calls: [], evidence: [], answer: null });
    const found = Promise.all([store.log.count(), store.tables.tables(), allEpisodes(store)]);
    const chosen = async () => {
      const [{ rounds }, allTables, { all }] = await found;
      const tables = settings.without === "analytic memory" ? [] : allTables;
      const episodes = settings.without === "retrieval memory" ? [] : all;
      if (settings.without === "planning context") return { tables: idsOf(tables), episodes: idsOf(episodes) };
      const cards = await Promise.all(
        tables.map(async ({ id }) => ({ id, text: tableText((await tableCard(engine, id, question, rounds)).card) })),
      );
      const weights = { semantic: settings.metadataSemantic, lexical: settings.metadataLexical };
      const ranked = idsOf(await index.rankMetadata(question, [...cards, ...episodes], weights));
      const isTable = new Set(idsOf(cards));
      return {
        tables: ranked.filter((id) => isTable.has(id)).slice(0, settings.tables),
        episodes: ranked.filter((id) => !isTable.has(id)).slice(0, settings.episodes),
      };
    };
    const asked = async () => {
      const [, tables, { to }] = await found;
      return askedOn(open, tables, to);
    };
    const [ids, now] = await Promise.all([chosen(), asked(), begun]);
    return { queryId, ...ids, now };
  };
}

/** The day of asking, or the last day on record when the memory lies in the past. */
async function askedOn({ engine, clock, settings }: OpenMemory, tables: readonly Table[], lastEpisode: string | null): Promise<string> {
  const today = dayIn(clock(), settings.zone);
  const shapes = await Promise.all(tables.map(({ id }) => engine.shape(id)));
  const times = [...shapes.map(({ to }) => to), lastEpisode].filter((to) => to !== null).toSorted();
  const last = times.at(-1)?.slice(0, 10) ?? today;
  return last < addDays(today, -LIVE_DAYS) ? last : today;
}

function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id);
}
