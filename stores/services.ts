/** Registry of memories, runs, API keys and idempotent requests, shared by all memories of a data folder. */
export interface ServiceStore {
  memories(): Promise<readonly { memoryId: string; createdAt: string }[]>;
  /** Keyed by memory id. */
  addMemory(memoryId: string, createdAt: string): Promise<void>;
  /** With its runs, their events and its requests. */
  removeMemory(memoryId: string): Promise<void>;
  /**
   * Takes out of a memory's runs, their events and its requests what may quote its rounds. A request keeps its key, so that it
   * is not done again. Gone from disk with the memory's next `scrub`.
   */
  forgetTold(memoryId: string): Promise<void>;
  /** Keyed by run id. */
  putRun(run: RunRecord): Promise<void>;
  run(runId: string): Promise<RunRecord | null>;
  openRuns(memoryId: string): Promise<readonly RunRecord[]>;
  /** A memory's runs in any state, oldest first. */
  runs(memoryId: string): Promise<readonly RunRecord[]>;

  /** Adds an event to a run; its number within the run, from 1. Of a run that is not there (any more) it keeps nothing: 0. */
  addRunEvent(runId: string, event: RunEvent): Promise<number>;
  /** A run's events after a number, in order; 0 starts at the beginning. They go with the run. */
  runEvents(runId: string, after: number): Promise<readonly (RunEvent & { readonly number: number })[]>;

  /** Keyed by key id. */
  putKey(key: ApiKeyRecord): Promise<void>;
  /** In order of making. */
  keys(): Promise<readonly ApiKeyRecord[]>;
  /** False when there is none of this id. */
  removeKey(id: string): Promise<boolean>;

  /**
   * Takes a request's idempotency key, in one transaction: null when it was free and is now held by this request, else
   * the request that holds it. Forgets requests made before `since` first.
   */
  claimRequest(request: RequestRecord, since: string): Promise<RequestRecord | null>;
  /** Records the reply to a claimed request. Keyed by request key. */
  answerRequest(key: string, reply: RequestReply): Promise<void>;
  /** Frees the key of a request that failed. */
  releaseRequest(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface RunRecord {
  readonly runId: string;
  readonly memoryId: string;
  readonly graph: "ingest" | "query" | "discern" | "design";
  /** `queued` runs have not begun, `cancelled` ones were stopped by a person: neither is taken up by another run. */
  readonly state: "queued" | "open" | "done" | "failed" | "cancelled";
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly error: string | null;
  /** What a run imports; a served one knows where its upload lies. */
  readonly input?: { readonly history: string; readonly format: string; readonly paths?: readonly string[] };
  /** The stream that a served run of a team does; null: no bound. */
  readonly discern?: {
    readonly environment: string;
    readonly host: string;
    readonly label: string;
    readonly limit: number;
    readonly replays: number | null;
    readonly tokens: number | null;
  };
  /** The search that a served run does, with the settings that differ from the defaults; null: no bound. */
  readonly design?: {
    readonly environment: string;
    readonly search: string;
    readonly label: string;
    readonly settings: Readonly<Record<string, number>>;
    readonly tokens: number | null;
    readonly ms: number | null;
  };
  /** What a served run came to. */
  readonly report?: Readonly<Record<string, unknown>>;
}

/** Something that happened in a run: `name` says what, `data` is JSON. */
export interface RunEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An API key. The key itself is not stored. */
export interface ApiKeyRecord {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** sha-256 of the key. */
  readonly hash: string;
  /** Memories that it opens; null: every one. */
  readonly memories: readonly string[] | null;
  readonly access: "read" | "write";
  readonly createdAt: string;
}

/** A request that is answered once, however often it is sent. */
export interface RequestRecord {
  /** sha-256 of the caller, the address and the Idempotency-Key. */
  readonly key: string;
  /** Goes with this memory. */
  readonly memoryId: string;
  /** sha-256 of the content. */
  readonly digest: string;
  readonly at: string;
  /** Null while the request is in hand; `forgotten`: it was answered, and what it told is forgotten. */
  readonly reply: RequestReply | "forgotten" | null;
}

export interface RequestReply {
  readonly status: number;
  readonly body: unknown;
}
