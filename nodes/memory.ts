import type { AdammSettings } from "../config.js";
import type { CompositeTool } from "../core/evolve/composite.js";
import type { DecisionRuntime } from "../decisions/runtime.js";
import type { PictureReader, TextEncoder, VisualEncoder } from "../models/contract.js";
import type { MemoryStore } from "../stores/contract.js";
import type { SearchIndex, TableEngine } from "../tools/contract.js";

/** Parts of the method that a question can be answered without, so that evaluation can tell what each is worth. AdaMM §4.3. */
export type Ablation = "analytic memory" | "retrieval memory" | "planning context" | "progressive execution";

/** How one memory is derived and asked: the papers' parameters and our switches. */
export interface MemorySettings extends AdammSettings {
  /** `each`: an episode is described anew with every event (the paper); `close`: once, when it closes. */
  readonly describe: "each" | "close";
  /** The paper's process to the letter: extensions by eq. 7 as it stands, schemas not joined, ranking by eq. 13 alone. */
  readonly paper: boolean;
  /** `derived`: the best rounds of a large memory are looked for among some of its rounds alone. Exact when left out. */
  readonly searchIndex?: "exact" | "derived";
  /** Zone whose clock and days count; null or left out: as each source tells times, and UTC for today. */
  readonly zone?: string | null;
  /** Characters of evidence that `answer` receives. */
  readonly evidenceCharacters: number;
  /** Left out, as it is unless evaluation says so: nothing is missing. */
  readonly without?: Ablation;
}

/** One memory, open, with all that works on it. Nodes get it by id, so that one graph serves many memories. */
export interface OpenMemory {
  readonly store: MemoryStore;
  readonly encoder: TextEncoder;
  readonly visual: VisualEncoder | null;
  readonly reader: PictureReader | null;
  readonly index: SearchIndex;
  readonly engine: TableEngine;
  readonly settings: MemorySettings;
  readonly clock: () => Date;
  /** Tools made of others that questions are planned with too; left out: none. */
  readonly composites?: () => Promise<readonly CompositeTool[]>;
  /** A runtime for decisions that this run pays for. */
  decisions(run: string, options?: { signal?: AbortSignal; onToken?: (token: string) => void; recorded?: boolean }): DecisionRuntime;
}
