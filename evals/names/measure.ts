import { areAlike, type NamedMeasure } from "../../core/alike-names.js";
import type { LabelledPair } from "./pairs.js";

/** How well names are joined: of those joined, how many mean the same; of those that do, how many are joined. */
export interface NamesMeasured {
  readonly pairs: number;
  readonly precision: number;
  readonly recall: number;
  /** Pairs that are judged wrongly. */
  readonly misses: readonly LabelledPair[];
}

export function measured(pairs: readonly LabelledPair[]): NamesMeasured {
  const joined = pairs.filter(([a, b]) => areAlike(measureOf(a), measureOf(b)));
  const right = joined.filter(([, , same]) => same).length;
  return {
    pairs: pairs.length,
    precision: right / joined.length,
    recall: right / pairs.filter(([, , same]) => same).length,
    misses: pairs.filter((pair) => joined.includes(pair) !== pair[2]),
  };
}

const KINDS: Readonly<Record<string, NamedMeasure["kind"]>> = { text: "text", date: "date", "yes/no": "boolean" };

/** `wake time [time of day]`: a name with what its values are. */
function measureOf(text: string): NamedMeasure {
  const [, name = text, mark] = /^(.*?)(?: \[([^\]]+)\])?$/.exec(text) ?? [];
  const kind = mark === undefined ? undefined : KINDS[mark];
  return { name, kind: kind ?? "number", unit: kind === undefined ? (mark ?? null) : null };
}
