import type { Config } from "../config.js";
import type { createIngestGraph } from "../graphs/ingest.js";
import type { createQueryGraph } from "../graphs/query.js";
import type { ChatModel, PictureReader, TextEncoder, VisualEncoder } from "../models/contract.js";
import type { MemorySettings, OpenMemory } from "../nodes/memory.js";
import type { StoreSpace } from "../stores/contract.js";
import type { AlikeNames } from "./alike.js";
import type { AskOptions, AskResult } from "./ask.js";
import type { DesignOptions, DesignReport } from "./design.js";
import type { DiscernOptions, DiscernReport } from "./discern.js";
import type { Edit, Edited } from "./edit.js";
import type { Forgettable, ForgetReport } from "./forget.js";
import type { IngestOptions, IngestReport } from "./ingest.js";
import type { Logger } from "./logger.js";
import type { Searches } from "./searches.js";
import type { ServedProgram } from "./served-program.js";
import type { Teams } from "./teams.js";
import type { Reembedded } from "./reembed.js";
import type { Renamed, Renaming } from "./rename.js";
import type { TakenUp } from "./retry.js";
import type { Writers } from "./writers.js";

/** Parts that a caller may bring instead of what the configuration names. */
export interface MnemaParts {
  readonly model?: ChatModel | null;
  readonly encoder?: TextEncoder;
  readonly visual?: VisualEncoder | null;
  readonly reader?: PictureReader | null;
  readonly settings?: Partial<MemorySettings>;
  readonly clock?: () => Date;
  readonly logger?: Logger;
  /** Tells apart runs that must not share recorded answers. */
  readonly label?: string;
}

/** Where memories lie (a data folder, or a Neo4j), with the models that work on them. */
export interface Mnema {
  readonly config: Config;
  readonly space: StoreSpace;
  /** Opens a memory, and keeps those open that were used last. NOT_FOUND unless it exists or `create` is set. */
  memory(memoryId: string, options?: { create?: boolean }): Promise<OpenMemory>;
  ingest(memoryId: string, options?: IngestOptions & { onWarning?: (line: string) => void }): Promise<IngestReport>;
  ask(memoryId: string, question: string, options?: AskOptions): Promise<AskResult>;
  /** Writes rounds as they come, and derives from them at once or in the background. */
  readonly writers: Writers;
  /** Lets a team do a stream of tasks and learn rules from it; they are kept in this memory. */
  discern(memoryId: string, options: DiscernOptions): Promise<DiscernReport>;
  /** Searches for the memo program that helps an agent most; programs and runs are kept in this memory. */
  design(memoryId: string, options: DesignOptions): Promise<DesignReport>;
  /** A handle on the program that this memory has in use (`mnema design use`), which all handles share; null when none is. */
  program(memoryId: string): Promise<ServedProgram | null>;
  forget(memoryId: string, what: Forgettable, options?: { dryRun?: boolean }): Promise<ForgetReport>;
  /**
   * Drops tables and hierarchy and derives them anew from log and decision log, without asking a model: the result is equal.
   * Killed in between, the next `ingest` or `rebuild` goes on with it.
   */
  rebuild(memoryId: string): Promise<IngestReport>;
  /** Asks anew what a model failed at, and derives from it: rounds that wait, answers that were taken in part, tables without a name of its. */
  retry(memoryId: string, options?: Omit<IngestOptions, "paths" | "anew"> & { onWarning?: (line: string) => void }): Promise<RetryReport>;
  /** Has a round say something else (memory/edit.ts). */
  edit(memoryId: string, round: string, edit: Edit): Promise<Edited>;
  /** Merges attributes that mean the same under several names; `dryRun`: only says which. Each can be taken back by `merge`. */
  joinAlike(memoryId: string, options?: { dryRun?: boolean }): Promise<AlikeNames[]>;
  /** Calls an attribute or a table otherwise, or takes that back (memory/rename.ts). */
  rename(memoryId: string, renaming: Renaming): Promise<Renamed>;
  /** Makes two attributes or two tables one, or takes that back. */
  merge(memoryId: string, renaming: Renaming): Promise<Renamed>;
  /** Makes a memory's vectors anew with the configured encoders (memory/reembed.ts), and derives from them. */
  reembed(memoryId: string): Promise<Reembedded & { readonly failed: number }>;
  /** The graphs without a checkpointer of ours, for servers that bring their own. Each node of a thread's ingest holds the writer's lease. */
  ingestGraph(): Promise<ReturnType<typeof createIngestGraph>>;
  queryGraph(): Promise<ReturnType<typeof createQueryGraph>>;
  discernGraph(): Promise<ReturnType<Teams["discernGraph"]>>;
  designGraph(): Promise<ReturnType<Searches["designGraph"]>>;
  /** Closes one memory, so that it can be destroyed. */
  closeMemory(memoryId: string): Promise<void>;
  close(): Promise<void>;
}

/** What was taken up again, and what came of it. */
export type RetryReport = IngestReport & { readonly taken: TakenUp };
