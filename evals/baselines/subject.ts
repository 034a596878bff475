import { addDays } from "../../core/calendar.js";
import type { EvidenceUnit } from "../../core/evidence.js";
import { shownAsText } from "../../core/safe-text.js";
import { answer, roundsCited } from "../../decisions/answer.js";
import { decide } from "../../decisions/decide.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import { carefulEncoder } from "../../models/text-encoder/careful.js";
import { rememberingEncoder } from "../../stores/search/remembering-encoder.js";
import { bareFault, isModelFault } from "../../nodes/query/faults.js";
import type { Asked, EvalSubject, OpenSubject } from "../harness/subject.js";
import { MNEMA_BUDGET } from "./budget.js";
import type { Baseline, BaselineParts, KeptRound } from "./contract.js";
import { passingDecisionLog } from "./decision-log.js";
import { evidenceOf } from "./evidence.js";
import { type ReadHistory, readHistory } from "./history.js";
import { likeness } from "./ranking.js";

/** A history whose last round is older than so many days is a past one, asked on its last day; as Mnema has it. */
const LIVE_DAYS = 31;
/** Vectors at hand: questions and notes come again. */
const REMEMBERED = 5_000;
/** Name of the run that pays for what a memory decides while it takes rounds in. */
const TAKING_IN = "add";

/** A method as a system under evaluation. Rounds, encoders, budget and answering step are Mnema's; the memory is the method's. */
export function baselineSubject(method: Baseline, parts: BaselineParts): OpenSubject {
  return async (): Promise<EvalSubject> => {
    const log = passingDecisionLog();
    const budget = method.budget ?? parts.budget ?? MNEMA_BUDGET;
    const encoder = rememberingEncoder(carefulEncoder(parts.encoder), REMEMBERED);
    let history: ReadHistory = { rounds: [], pictures: new Map() };
    let run = TAKING_IN;
    let questions = 0;
    const runtime = (): DecisionRuntime => ({
      model: parts.model,
      log,
      clock: parts.clock,
      run,
      label: "",
      pictures: async (hash) => history.pictures.get(hash) ?? null,
    });
    const memory = method.open({
      budget,
      encode: (texts) => encoder.encode(texts),
      encodeForPictures: async (question) => (await parts.visual?.encodeTexts([question]))?.[0] ?? null,
      // What a model gets wrong three times is judged by the stand-in: a baseline loses no round for it.
      decide: (decision, input) =>
        decide(decision, input, runtime(), []).catch((error: unknown) => {
          if (isModelFault(error)) throw bareFault(error);
          return decision.offline(input);
        }),
    });
    /** Of the unit of evidence that is most like the question, by its rounds or by what was made of them. */
    const likenessOf = async (question: string, found: readonly EvidenceUnit[]): Promise<number> => {
      const texts = found.flatMap(({ kind, seqs, text }) =>
        kind === "event" ? seqs.map((seq) => history.rounds[seq - 1]?.text ?? "") : [text],
      );
      const [asked, ...vectors] = await encoder.encode([question, ...texts]);
      return Math.max(0, ...likeness(asked, vectors));
    };
    return {
      ingest: async (file) => {
        const read = await readHistory(file);
        history = { ...read, rounds: await withPictureVectors(read, parts) };
        await memory.add(history.rounds);
      },
      ask: async (question, how = {}): Promise<Asked> => {
        const started = performance.now();
        run = `question-${++questions}`;
        const found = evidenceOf(await memory.find(question), history.rounds, question, budget);
        const evidence = onOneScale(found, await likenessOf(question, found));
        const retrieved = performance.now();
        const now = askedOn(history.rounds, how.now === undefined ? parts.clock() : new Date(how.now));
        const input = { question, now, tables: [], episodes: [], plan: [], calls: [], evidence };
        const decided = await decide(answer, input, runtime(), []);
        const ended = performance.now();
        return {
          ...decided,
          answer: shownAsText(decided.answer),
          citations: [...new Set(decided.citations.flatMap((citation) => roundsCited(citation, evidence)))],
          evidence: evidence.map(({ rounds, text }) => ({ rounds, text })),
          ms: Math.round(ended - started),
          trace: {
            candidates: { tables: [], episodes: [] },
            promptCharacters: null,
            now,
            plan: [],
            calls: [],
            evidence,
            decisions: await log.list({ run }),
            nodes: [
              { node: "context", ms: retrieved - started },
              { node: "answer", ms: ended - retrieved },
            ],
          },
        };
      },
      spent: async () => {
        const made = await log.list();
        const sum = (of: "input" | "output" | "images") => made.reduce((total, { tokens }) => total + tokens[of], 0);
        return { input: sum("input"), output: sum("output"), images: sum("images") };
      },
      close: async () => memory.close?.(),
    };
  };
}

/**
 * Every method scores on a scale of its own, and the answering step takes the best score for how much speaks for an answer at all:
 * the best unit gets the likeness of the most like, the others their share of it.
 */
function onOneScale(found: readonly EvidenceUnit[], most: number): EvidenceUnit[] {
  const best = Math.max(0, ...found.map(({ score }) => score ?? 0));
  return found.map((unit) => ({ ...unit, score: best === 0 ? most : (most * (unit.score ?? 0)) / best }));
}

/** With a visual encoder, the vector of every picture whose bytes are there. */
async function withPictureVectors({ rounds, pictures }: ReadHistory, { visual }: BaselineParts): Promise<readonly KeptRound[]> {
  if (visual === null || pictures.size === 0) return rounds;
  const stored = [...pictures];
  const vectors = await visual.encodePictures(stored.map(([, { bytes }]) => bytes));
  const vectorOf = new Map(stored.map(([hash], index) => [hash, vectors[index] ?? null]));
  return rounds.map((kept) => {
    const hashes = kept.round.turns.flatMap((turn) => turn.pictures.map(({ hash }) => hash));
    return {
      ...kept,
      pictures: kept.pictures.map((picture, index) => ({ ...picture, vector: vectorOf.get(hashes[index] ?? "") ?? null })),
    };
  });
}

/** The day of asking, or the last day on record when the history lies in the past. */
function askedOn(rounds: readonly KeptRound[], clock: Date): string {
  const today = clock.toISOString().slice(0, 10);
  const last = rounds.findLast(({ time }) => time !== null)?.time?.slice(0, 10) ?? today;
  return last < addDays(today, -LIVE_DAYS) ? last : today;
}
