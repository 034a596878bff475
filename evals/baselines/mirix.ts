import { type WordIndex, wordIndex } from "../../core/bm25.js";
import { words } from "../../core/tokens.js";
import type { Baseline, Found, KeptRound } from "./contract.js";
import { type Component, COMPONENTS, components } from "./decisions/components.js";
import { digest } from "./decisions/digest.js";
import { personFacts } from "./decisions/facts.js";
import { best, fusedRanks, likeness } from "./ranking.js";

/** One entry of one memory: a text of its own, or the round word for word. */
interface Entry {
  readonly place: number;
  readonly text: string;
  readonly verbatim: boolean;
}

/** One of the six memories, with its indexes. */
interface Store {
  readonly entries: Entry[];
  vectors: readonly (Float32Array | null)[];
  lexicon: WordIndex;
}

/** What each memory gives for a question; MIRIX §3.3. */
const RETRIEVED = 10;

/**
 * MIRIX-shaped (Wang and Chen, arXiv:2507.07957 §3). Kept: six memories, core (facts of the person), episodic (every round, summary and
 * details), semantic (facts), procedural, resource and knowledge vault, among which a meta manager deals each round; active
 * retrieval: a topic is made of the question, each memory gives its best ten by embedding and BM25, and the fused best of all reach
 * the answer. Left out: eight agents that rewrite and merge entries, resources from outside the chat, access levels of the
 * vault. Text alone: pictures count by their captions, as MIRIX turns them into text.
 */
export const mirix: Baseline = {
  about: "six memories with active retrieval (MIRIX-shaped)",
  open: ({ encode, decide, budget }) => {
    const empty = (): Store => ({ entries: [], vectors: [], lexicon: wordIndex([]) });
    const stores: Readonly<Record<Component | "episodic", Store>> = {
      episodic: empty(),
      core: empty(),
      semantic: empty(),
      procedural: empty(),
      resource: empty(),
      vault: empty(),
    };

    const take = async ({ place, text }: KeptRound): Promise<void> => {
      const { components: dealt } = await decide(components, { text });
      const { summary } = await decide(digest, { texts: [text] });
      stores.episodic.entries.push({ place, text: `${summary}\n${text}`, verbatim: true });
      const facts = dealt.includes("core") || dealt.includes("semantic") ? (await decide(personFacts, { text })).facts : [];
      for (const name of dealt)
        if (name === "core" || name === "semantic")
          stores[name].entries.push(...facts.map((fact) => ({ place, text: fact, verbatim: false })));
        else stores[name].entries.push({ place, text: name === "procedural" ? summary : text, verbatim: name !== "procedural" });
    };

    return {
      add: async (rounds) => {
        for (const kept of rounds) await take(kept);
        for (const store of Object.values(stores)) {
          const texts = store.entries.map(({ text }) => text);
          store.vectors = await encode(texts);
          store.lexicon = wordIndex(texts.map(words));
        }
      },
      find: async (question): Promise<Found[]> => {
        const { keywords } = await decide(digest, { texts: [question] });
        const topic = `${question} ${keywords.join(" ")}`;
        const [asked = null] = await encode([question]);
        const found = (["episodic", ...COMPONENTS] as const).flatMap((name) => {
          const { entries, vectors, lexicon } = stores[name];
          const alike = likeness(asked, vectors);
          const scores = fusedRanks([best(alike, RETRIEVED), best(lexicon.score(words(topic)), RETRIEVED)], entries.length);
          return best(scores, RETRIEVED).flatMap((index) => {
            const entry = entries[index];
            return entry === undefined ? [] : [{ ...entry, score: scores[index] ?? 0 }];
          });
        });
        return once(found.toSorted((a, b) => b.score - a.score)).slice(0, 3 * budget.units);
      },
    };
  },
};

/** Each round word for word once, and no fact twice or beside its round. */
function once(entries: readonly (Entry & { readonly score: number })[]): Found[] {
  const whole = new Set<number>();
  const facts = new Set<string>();
  return entries.flatMap(({ place, text, verbatim, score }): Found[] => {
    if (whole.has(place) || (!verbatim && facts.has(text))) return [];
    if (verbatim) whole.add(place);
    else facts.add(text);
    return [{ places: [place], note: verbatim ? null : text, score }];
  });
}
