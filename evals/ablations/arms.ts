import { ADAMM_DEFAULTS, EVIDENCE_CHARACTERS } from "../../config.js";
import type { MemorySettings } from "../../nodes/memory.js";

/** One way of deriving and asking memories: settings that differ from the defaults. */
export interface Arm {
  readonly name: string;
  readonly settings: Partial<MemorySettings>;
  /** Of a sweep: the parameter's name, and the value that it has here. */
  readonly swept: { readonly parameter: string; readonly value: number | string; readonly isDefault: boolean } | null;
}

/** The whole system; every other arm is held against it. */
export const FULL: Arm = { name: "full system", settings: {}, swept: null };

/** AdaMM §4.3, Figure 4. */
export const ABLATIONS: readonly Arm[] = (
  ["analytic memory", "retrieval memory", "planning context", "progressive execution"] as const
).map((without) => ({ name: `w/o ${without}`, settings: { without }, swept: null }));

/** Settings that tables and hierarchy are derived by; a memory that was derived by the same serves every arm with these. */
const DERIVED_BY = [
  "support",
  "allConfidence",
  "extensionConfidence",
  "episodeSimilarity",
  "topicSimilarity",
  "textWeight",
  "visualWeight",
  "episodeGapDays",
  "describe",
  "paper",
] as const satisfies readonly (keyof MemorySettings)[];

/** Equal for arms whose memories are derived alike. */
export function derivationOf({ settings }: Arm): string {
  return JSON.stringify(DERIVED_BY.map((name) => settings[name] ?? null));
}

/** A parameter, the values that it is given one at a time, and what else follows from each. */
interface Sweep {
  readonly parameter: keyof MemorySettings;
  readonly values: readonly (number | "each" | "close" | boolean)[];
  readonly default: number | "each" | "close" | boolean;
  /** The other weight of a pair. */
  readonly rest?: keyof MemorySettings;
}

const D = ADAMM_DEFAULTS;

/**
 * Every default of ingest and query, one at a time: AdaMM's Table 5, the budget of characters, when episodes are described, and the
 * paper's process to the letter. Thresholds of the hierarchy are the encoder's own. The signals of ranking beyond the paper are
 * measured in evals/retrieval.
 */
export function sweeps(thresholds: { readonly episode: number; readonly topic: number }): Arm[] {
  const around = (value: number) => [-0.2, -0.1, 0, 0.1, 0.2].map((step) => Number((value + step).toFixed(2)));
  const all: readonly Sweep[] = [
    { parameter: "support", values: [2, 3, 4, 6, 8], default: D.support },
    { parameter: "allConfidence", values: [0.4, 0.5, 0.6, 0.7, 0.8], default: D.allConfidence },
    { parameter: "extensionConfidence", values: [0.6, 0.7, 0.8, 0.9, 1], default: D.extensionConfidence },
    { parameter: "episodeSimilarity", values: around(thresholds.episode), default: thresholds.episode },
    { parameter: "topicSimilarity", values: around(thresholds.topic), default: thresholds.topic },
    { parameter: "episodeGapDays", values: [0, 1, 3, 7], default: D.episodeGapDays },
    { parameter: "describe", values: ["each", "close"], default: "each" },
    { parameter: "textWeight", rest: "visualWeight", values: [0.2, 0.4, 0.6, 0.8, 1], default: D.textWeight },
    { parameter: "metadataSemantic", rest: "metadataLexical", values: [0, 0.3, 0.5, 0.7, 1], default: D.metadataSemantic },
    { parameter: "tables", values: [1, 3, 5, 10], default: D.tables },
    { parameter: "episodes", values: [1, 3, 5, 10], default: D.episodes },
    { parameter: "steps", values: [1, 2, 3, 5], default: D.steps },
    { parameter: "evidenceUnits", values: [1, 3, 5, 10, 20], default: D.evidenceUnits },
    { parameter: "evidenceCharacters", values: [1_000, 2_000, 4_000, 8_000, 16_000], default: EVIDENCE_CHARACTERS },
    { parameter: "paper", values: [false, true], default: false },
  ];
  return all.flatMap(({ parameter, values, default: usual, rest }) =>
    values.map((value): Arm => {
      const isDefault = value === usual;
      const other = rest === undefined ? {} : { [rest]: Number((1 - Number(value)).toFixed(2)) };
      return {
        name: `${parameter} = ${String(value)}`,
        settings: isDefault ? {} : { [parameter]: value, ...other },
        swept: { parameter, value: typeof value === "boolean" ? String(value) : value, isDefault },
      };
    }),
  );
}
