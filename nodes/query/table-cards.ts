import type { ColumnCard, TableCard } from "../../core/question/card.js";
import { mentionedValues, valueWords } from "../../core/question/value-mentions.js";
import { wordsOf } from "../../core/question/words.js";
import type { Seq } from "../../stores/contract.js";
import type { TableEngine, TableShape } from "../../stores/table-engine.js";

/** Values of a column that are shown as samples, and that a question may name at most. */
const SAMPLES = 5;
const MENTIONED = 12;
/** Different values of a column that a question's words are looked for in. */
const LOOKED_AT = 50_000;

/** Values in more rows than this are common: no single round gave them away. */
const COMMON = 20;

type Listed = readonly { readonly text: string; readonly seqs: readonly Seq[] }[];

/** A card, with the rounds whose values stand in it. */
export interface DealtCard {
  readonly card: TableCard;
  readonly rounds: readonly Seq[];
}

const cut = new WeakMap<Listed, readonly { readonly text: string; readonly words: readonly string[] }[]>();

/** Cards dealt for the last questions, by the version of their table. */
const dealt = new WeakMap<TableShape, Map<string, Promise<DealtCard>>>();
const DEALT_KEPT = 16;

/** What planning is told of a table: its metadata, sampled values, and the values that the question names. AdaMM §3.5.2. */
export async function tableCard(engine: TableEngine, tableId: string, question: string, rounds: number): Promise<DealtCard> {
  const shape = await engine.shape(tableId);
  const known = dealt.get(shape) ?? new Map<string, Promise<DealtCard>>();
  dealt.set(shape, known);
  const card = known.get(question) ?? dealCard(engine, tableId, question, rounds);
  if (known.size >= DEALT_KEPT) known.clear();
  known.set(question, card);
  return card;
}

async function dealCard(engine: TableEngine, tableId: string, question: string, rounds: number): Promise<DealtCard> {
  const [{ table, columns, rows, from, to, days, common }, facts] = [await engine.shape(tableId), await engine.facts(tableId)];
  const words = wordsOf(question);
  const shown: Seq[] = [];
  const cards = await Promise.all(
    table.columns.map(async ({ name, type, meaning }, index): Promise<ColumnCard> => {
      const values = await engine.values(tableId, name, LOOKED_AT);
      const { filled = 0, distinct = 0, least = null, most = null } = facts[index] ?? {};
      const samples = values.slice(0, SAMPLES).map(({ text }) => text);
      const mentioned = type === "text" ? mentionedValues(words, wordsOfValues(values), MENTIONED) : [];
      shown.push(
        ...values
          .filter(({ text, seqs }) => seqs.length <= COMMON && (samples.includes(text) || mentioned.includes(text)))
          .flatMap(({ seqs }) => seqs),
      );
      return {
        name,
        type,
        unit: columns[index]?.unit ?? null,
        meaning,
        filled,
        distinct,
        samples,
        mentioned,
        from: least,
        to: most,
      };
    }),
  );
  const share = rounds === 0 ? 0 : rows / rounds;
  return {
    card: { name: table.name, aliases: table.aliases, description: table.description, rows, share, from, to, days, common, columns: cards },
    rounds: [...new Set(shown)],
  };
}

/** Values cut into words once for each version of a table: a question is asked of the same values again and again. */
function wordsOfValues(values: Listed): readonly { readonly text: string; readonly words: readonly string[] }[] {
  const known = cut.get(values) ?? values.map(({ text }) => ({ text, words: valueWords(text) }));
  cut.set(values, known);
  return known;
}
