import type { TableCard } from "./card.js";
import type { NamedColumn } from "./column-mentions.js";
import type { Annotated, Mark } from "./mark.js";
import type { Form } from "./reading.js";
import type { Word } from "./words.js";

/** The two columns that a blood pressure is kept in, the upper first; null when a table has no such two. */
function pressureColumns(columns: readonly Pick<NamedColumn, "folds" | "index">[], { columns: cards }: TableCard): [number, number] | null {
  const [upper, lower] = ["systolic", "diastolic"].map(
    (name) => columns.find(({ folds, index }) => folds.includes(name) && cards[index]?.type === "number")?.index,
  );
  return upper === undefined || lower === undefined ? null : [upper, lower];
}

/** Where a question names both columns by one name: `blood pressure`, without `systolic` or `diastolic`. */
export function pairMarks(words: readonly Word[], columns: readonly NamedColumn[], card: TableCard): Mark[] {
  const pair = pressureColumns(columns, card);
  if (pair === null || words.some(({ fold }) => /^(?:systolic|diastolic)$/.test(fold))) return [];
  return words.flatMap(({ fold }, at): Mark[] =>
    fold === "blood" && /^pressures?$/.test(words[at + 1]?.fold ?? "")
      ? [{ kind: "column", columns: pair, strength: 1, from: at, to: at + 2 }]
      : [],
  );
}

/** A reading of one of two paired columns, widened to both where the question names them together. */
export function withPair(form: Form, { words, columns, card }: Annotated): Form {
  const [mark] = pairMarks(words, columns, card);
  if (mark?.kind !== "column") return form;
  const [upper, lower] = mark.columns.map((column) => card.columns[column]?.name);
  if (upper === undefined || lower === undefined) return form;
  if (form.kind === "compute" && form.target === upper && form.among === undefined && form.operators[0] !== "count")
    return { ...form, operators: form.operators.slice(0, 1), paired: lower };
  if (form.kind === "rows" && !form.many && form.show.some((own) => own.kind === "column" && own.column === upper))
    return { ...form, show: [upper, lower].map((column) => ({ kind: "column", column })) };
  return form;
}
