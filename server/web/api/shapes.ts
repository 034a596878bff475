/** What the server sends, as far as the page reads it. `test/unit/page-shapes.test.ts` holds these to the routes' schemas. */

export interface MemoryName {
  readonly id: string;
  readonly createdAt: string;
}

export interface MemoryDetail extends MemoryName {
  readonly rounds: number;
  readonly parked: number;
  readonly observations: number;
  readonly tables: number;
  readonly topics: number;
}

export interface Memories {
  readonly memories: readonly MemoryName[];
  readonly access: "read" | "write";
}

/** A step of a plan; carried out when it has a result or an error. */
export interface Call {
  readonly goal: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly error?: { readonly code: string; readonly message: string } | null;
}

export interface Evidence {
  readonly kind: string;
  readonly rounds: readonly string[];
  readonly score: number | null;
  readonly text: string;
  readonly pictures?: readonly string[];
}

export interface Answer {
  readonly answer: string;
  readonly value: number | null;
  readonly items: readonly string[];
  readonly citations: readonly string[];
}

export interface ChatReply extends Answer {
  readonly queryId: string;
  readonly plan: readonly Call[];
  readonly evidence: readonly Evidence[];
  readonly tokens: number;
  readonly ms: number;
  readonly run: string | null;
}

export interface PastQuestion {
  readonly id: string;
  readonly question: string;
  readonly at: string;
  readonly plan: readonly Call[];
  readonly evidence: readonly Evidence[];
  readonly answer: Answer | null;
}

export interface Run {
  readonly id: string;
  readonly memory: string;
  readonly kind: "ingest" | "query" | "discern" | "design";
  readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly error: string | null;
  readonly report: Readonly<Record<string, unknown>> | null;
}

export interface UploadReply {
  readonly run: Run;
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly place: string; readonly count: number }[];
}

export interface Column {
  readonly name: string;
  readonly type: "number" | "text" | "date" | "boolean";
  readonly unit: string | null;
  readonly meaning: string;
}

export interface Table {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly columns: readonly Column[];
  readonly rows: number;
}

export interface Cell {
  readonly value: string;
  /** A `Value` of core/observation.ts. */
  readonly typed: unknown;
  readonly note: string | null;
}

export interface Row {
  readonly order: number;
  readonly round: string;
  readonly time: string | null;
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface RowPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly Row[];
}

export interface Source {
  readonly kind: "user" | "assistant" | "caption" | "picture";
  readonly start: number;
  readonly end: number;
}

export interface Origin extends Cell {
  readonly round: string;
  readonly column: string;
  readonly source: Source;
  readonly text: string;
}

export interface Picture {
  readonly id: string;
  readonly caption: string | null;
  readonly state: "stored" | "missing" | "corrupt" | "refused";
  readonly hash: string | null;
  readonly note: string | null;
}

export interface Turn {
  readonly id: string;
  readonly role: "user" | "assistant" | "system";
  readonly speaker: string | null;
  readonly text: string;
  readonly pictures: readonly Picture[];
}

export interface Round {
  readonly id: string;
  readonly ids: readonly string[];
  readonly history: string;
  readonly session: string;
  readonly time: string | null;
  readonly parked: string | null;
  readonly turns: readonly Turn[];
}

export interface Observation extends Cell {
  readonly round: string;
  readonly attribute: string;
  readonly source: Source & { readonly turn: number };
}

export interface RoundDetail {
  readonly round: Round;
  readonly observations: readonly Observation[];
}

export interface RoundPage {
  readonly rounds: readonly Round[];
  readonly next: string | null;
}

export interface TreeEvent {
  readonly rounds: readonly string[];
  readonly time: string | null;
  readonly text: string;
}

export interface Episode {
  readonly description: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly closed: boolean;
  readonly events: readonly TreeEvent[];
}

export interface Topic {
  readonly topic: string | null;
  readonly episodes: readonly Episode[];
}

export interface Cost {
  readonly decisions: number;
  readonly failed: number;
  readonly tokens: number;
  readonly ms: number;
}

export interface Ledger extends Cost {
  readonly byName: Readonly<Record<string, Cost>>;
  readonly byModel: Readonly<Record<string, Cost>>;
}

export interface Decision {
  readonly key: string;
  readonly name: string;
  readonly model: string;
  readonly run: string;
  readonly at: string;
  readonly tokens: { readonly input: number; readonly output: number; readonly images: number };
  readonly ms: number;
  readonly error: string | null;
}

export interface DecisionPage {
  readonly total: number;
  readonly offset: number;
  readonly decisions: readonly Decision[];
}

export interface Audit {
  readonly rounds: number;
  readonly represented: number;
  readonly skipped: number;
  readonly pending: number;
  readonly ok: boolean;
  readonly findings: readonly { readonly subject: string; readonly state: string; readonly reason: string }[];
}

export interface Removes {
  readonly rounds: readonly string[];
  readonly observations: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly pictures: number;
  readonly questions: number;
  readonly decisions: number;
}

export interface Forgotten {
  readonly rounds: number;
  readonly pending: boolean;
  readonly removes?: Removes | undefined;
}

export type RuleState = "provisional" | "active" | "inactive";

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** What a list of rules and a card both show. */
export interface RuleHead {
  readonly id: string;
  readonly stream: string;
  readonly owner: string;
  readonly state: RuleState;
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
  readonly sourceTask: string;
  readonly uses: number;
  readonly effect: number | null;
  readonly interval: Interval | null;
}

export interface RuleSummary extends RuleHead {
  readonly versions: number;
  readonly measured: number;
}

export interface RulePage {
  readonly total: number;
  readonly offset: number;
  readonly rules: readonly RuleSummary[];
  readonly streams: readonly string[];
  readonly roles: readonly string[];
  readonly states: Readonly<Record<RuleState, number>>;
}

export interface RuleCondition {
  readonly text: string;
  readonly origin: "extraction" | "boundary" | "generalization";
  readonly task: string;
  readonly stands: boolean;
}

export interface RuleEffect {
  readonly task: string;
  readonly version: number;
  readonly with: number;
  readonly without: number;
  readonly changed: boolean;
  readonly avoidMatch: boolean;
  readonly attribution: "scope" | "content" | "none";
  readonly origin: "reuse" | "attachment" | "calibration";
  readonly undecided: string | null;
  readonly joint: { readonly with: number; readonly without: number } | null;
}

export interface RuleVersion {
  readonly version: number;
  readonly parent: number | null;
  readonly body: string;
  readonly correction: string | null;
  readonly task: string;
}

export interface RuleTransition {
  readonly from: RuleState | null;
  readonly to: RuleState;
  readonly reason: "admitted" | "promotion" | "sustained-harm" | "ineffective" | "failed-repair" | "revival" | "new-version";
  readonly version: number;
  readonly task: string;
}

export interface Rule extends RuleHead {
  readonly conditions: { readonly use: readonly RuleCondition[]; readonly avoid: readonly RuleCondition[] };
  readonly capabilities: readonly { readonly id: string; readonly correction: string; readonly tasks: readonly string[] }[];
  readonly versions: readonly RuleVersion[];
  readonly transitions: readonly RuleTransition[];
  readonly effects: readonly RuleEffect[];
}

export interface TeamStep {
  readonly role: string;
  readonly kind: "message" | "action" | "observation";
  readonly text: string;
  readonly progress: number | null;
  readonly legal?: boolean;
}

export interface TeamRun {
  readonly score: number;
  readonly tokens: number;
  readonly steps: readonly TeamStep[];
  readonly supplied: readonly {
    readonly role: string;
    readonly body: string;
    readonly useWhen: readonly string[];
    readonly avoidWhen: readonly string[];
  }[];
}

export interface RulePair {
  readonly effect: RuleEffect;
  readonly context: string;
  readonly with: TeamRun | null;
  readonly without: TeamRun | null;
}

export interface RuleReport {
  readonly stream: string;
  readonly tasks: number;
  readonly score: number | null;
  readonly interval: Interval | null;
  readonly rules: number;
  readonly injections: number;
  readonly states: Readonly<Record<RuleState, number | null>>;
  readonly utilisation: number | null;
  readonly concentration: number | null;
  readonly revised: { readonly ofStore: number | null; readonly ofInjections: number | null };
  readonly depths: readonly number[];
  readonly ages: readonly number[];
  readonly medianAge: number | null;
  readonly ledger: Readonly<Record<string, { readonly runs: number; readonly tokens: number; readonly ms: number }>>;
}

export interface TestedSide {
  readonly score: number;
  readonly tokens: number;
  readonly ms: number;
}

export interface SearchReport {
  readonly search: string;
  readonly steps: number;
  readonly generations: number;
  readonly evaluatedAgain: number;
  readonly failedGenerations: number;
  readonly programs: number;
  readonly chosen: { readonly node: number; readonly change: string; readonly mean: number } | null;
  readonly test: {
    readonly node: number;
    readonly tasks: number;
    readonly runs: number;
    readonly with: TestedSide;
    readonly without: TestedSide;
    readonly gain: Interval;
    readonly others: readonly (TestedSide & { readonly name: string; readonly gain: Interval })[];
  } | null;
  readonly ledger: Readonly<Record<string, { readonly runs: number; readonly tokens: number; readonly ms: number }>>;
}

export interface ProgramCard {
  readonly search: string;
  readonly node: number;
  readonly parent: number | null;
  readonly change: string;
  readonly mean: number;
  readonly visits: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly children: number;
  readonly failed: number;
  readonly gain: number | null;
  readonly chosen: boolean;
  readonly inUse: boolean;
}

export interface SearchTree {
  readonly report: SearchReport;
  readonly tree: readonly ProgramCard[];
}

export interface ProgramFeedback {
  readonly relevance: readonly { readonly task: string; readonly label: string; readonly why: string }[];
  readonly problems: readonly { readonly problem: string; readonly evidence: string }[];
  readonly suggestions: readonly {
    readonly aspect: string;
    readonly change: string;
    readonly why: string;
    readonly priority: number;
  }[];
}

export interface ProgramRun {
  readonly key: string;
  readonly task: string;
  readonly purpose: "collect" | "update" | "examine" | "evaluate" | "test" | "serve";
  readonly visit: number;
  readonly reward: number;
}

export interface Program extends ProgramCard {
  readonly source: string;
  readonly diff: string;
  readonly feedback: ProgramFeedback | null;
  readonly scores: readonly { readonly score: number }[];
  readonly runs: readonly ProgramRun[];
}

export interface StoredImage {
  readonly value: string;
}

export interface TaskRun {
  readonly program: number;
  readonly task: string;
  readonly purpose: ProgramRun["purpose"];
  readonly visit: number;
  readonly reward: number;
  readonly goal: string;
  readonly observation: string;
  readonly payload: {
    readonly items: readonly {
      readonly text?: string | undefined;
      readonly images?: readonly StoredImage[] | undefined;
      readonly metadata?: unknown;
    }[];
    readonly metadata?: unknown;
  };
  readonly cut: { readonly chars: number; readonly images: number; readonly items: number };
  readonly steps: readonly {
    readonly action: string;
    readonly observation: string;
    readonly images: readonly StoredImage[];
  }[];
  readonly error: string | null;
}

export interface TaskRunPair {
  readonly with: TaskRun;
  readonly without: TaskRun | null;
}
