import { randomUUID } from "node:crypto";
import type { GraphNode } from "@langchain/langgraph";
import { addDays } from "../../core/calendar.js";
import { tableText } from "../../decisions/planning.js";
import type { OpenMemory } from "../memory.js";
import { allEpisodes } from "./planning-context.js";
import type { QueryPorts } from "./ports.js";
import type { QueryState } from "./state.js";
import { tableCard } from "./table-cards.js";

/** A memory whose last round is older is a past one: `last week` is then counted from that round. */
const LIVE_DAYS = 31;

/**
 * Ranks the metadata of tables and episodes for the question and keeps the ids of the best of each. AdaMM eq. 9. Begins the
 * query's record, keyed by query id: running it again begins it anew.
 */
export function context({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async ({ memoryId, question, queryId: given }) => {
    const open = await memory(memoryId);
    const { store, engine, index, settings, clock } = open;
    const { rounds } = await store.log.count();
    const cards = await Promise.all(
      (await store.tables.tables()).map(async ({ id }) => ({ id, text: tableText((await tableCard(engine, id, question, rounds)).card) })),
    );
    const episodes = (await allEpisodes(store)).map(({ id, text }) => ({ id, text }));
    const ranked = await index.rankMetadata(question, [...cards, ...episodes], {
      semantic: settings.metadataSemantic,
      lexical: settings.metadataLexical,
    });
    const best = (candidates: readonly { id: string }[], count: number) => {
      const ids = new Set(candidates.map(({ id }) => id));
      return ranked
        .filter(({ id }) => ids.has(id))
        .slice(0, count)
        .map(({ id }) => id);
    };
    // From plain JSON (Studio) comes no id, and no two questions may share a record.
    const queryId = given === "" ? `query-${randomUUID()}` : given;
    await store.queries.put({ queryId, question, at: clock().toISOString(), plan: [], calls: [], evidence: [], answer: null });
    return { queryId, tables: best(cards, settings.tables), episodes: best(episodes, settings.episodes), now: await askedOn(open) };
  };
}

/** The day of asking, or the last day on record when the memory lies in the past. */
async function askedOn({ store, engine, clock }: OpenMemory): Promise<string> {
  const today = clock().toISOString().slice(0, 10);
  const shapes = await Promise.all((await store.tables.tables()).map(({ id }) => engine.shape(id)));
  const times = [...shapes.map(({ to }) => to), ...(await allEpisodes(store)).map(({ to }) => to)].filter((to) => to !== null).toSorted();
  const last = times.at(-1)?.slice(0, 10) ?? today;
  return last < addDays(today, -LIVE_DAYS) ? last : today;
}
