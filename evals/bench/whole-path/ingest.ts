import { answer, inputOf } from "../in-own-process.js";
import { type Growth, growthOf, type Stretch } from "./growth.js";
import { msByPhase } from "./phases.js";
import { folderBytes, MEMORY, openAt, type Place, residentMiB } from "./place.js";
import { sampled } from "./sampling.js";
import { watchSpans } from "./spans.js";

/** What ingest of a whole history costs; times in milliseconds a round unless they say otherwise. */
export interface IngestFigures {
  readonly wall: number;
  /** Processor time of all threads. */
  readonly cpu: number;
  readonly growth: Growth;
  /** The same in processor time, which other programs on the machine disturb less. */
  readonly cpuGrowth: Growth;
  /** Samples of the main thread by phase (`phases.ts`). */
  readonly phases: Readonly<Record<string, number>>;
  /** Wall time by node of the graph; nodes that run side by side each count what they share. */
  readonly nodes: Readonly<Record<string, number>>;
  /** The most memory that was resident while a slice ended. */
  readonly peakMiB: number;
  /** Of the data folder when it is closed, for a round; null where the store is a server. */
  readonly bytes: number | null;
  readonly made: { readonly tables: number; readonly episodes: number; readonly topics: number; readonly decisions: number };
}

interface Mark {
  readonly ms: number;
  readonly cpu: number;
}

await answer(await measured(inputOf<Place>()));

async function measured(place: Place): Promise<IngestFigures> {
  const mnema = await openAt(place);
  await mnema.space.destroy(MEMORY);
  const nodes: Record<string, number> = {};
  const slices: { rounds: number; from: Mark; to: Mark }[] = [];
  let peakMiB = 0;
  let last: Mark | null = null;
  watchSpans((name, ms) => {
    const [kind, node = ""] = name.split(" ");
    if (kind === "node") nodes[node] = (nodes[node] ?? 0) + ms;
    // The first `take` imports; after it, rounds are derived slice by slice.
    if (name === "node take") last ??= mark();
  });
  let through = 0;
  const onProgress = ({ node, done }: { readonly node: string; readonly done: number }) => {
    if (node !== "settle" || last === null) return;
    const to = mark();
    slices.push({ rounds: done - through, from: last, to });
    [last, through] = [to, done];
    peakMiB = Math.max(peakMiB, residentMiB());
  };
  const from = mark();
  const { result, profile } = await sampled(() => mnema.ingest(MEMORY, { paths: [place.history], onProgress }), place.profile);
  const to = mark();
  await mnema.close();

  const each = (all: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, ms / place.rounds]));
  const stretches = (of: keyof Mark) => slices.map(({ rounds, from, to }): Stretch => ({ rounds, ms: to[of] - from[of] }));
  return {
    wall: (to.ms - from.ms) / place.rounds,
    cpu: (to.cpu - from.cpu) / place.rounds,
    growth: growthOf(stretches("ms")),
    cpuGrowth: growthOf(stretches("cpu")),
    phases: each(msByPhase(profile)),
    nodes: each(nodes),
    peakMiB,
    bytes: place.neo4j === null ? folderBytes(place.folder) / place.rounds : null,
    made: { tables: result.tables, episodes: result.episodes, topics: result.topics, decisions: result.decisions },
  };
}

function mark(): Mark {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpu: (user + system) / 1_000 };
}
