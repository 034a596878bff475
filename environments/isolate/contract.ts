/** What crosses the border of an isolate: JSON and nothing else. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Why a program gave no value: it threw; it ran past its time, memory or stack; its value is too large, too deep or no
 * JSON; it waits for what never comes; the engine broke and was thrown away.
 */
export type FailureReason = "threw" | "time" | "memory" | "stack" | "result" | "stalled" | "crashed";

/** What a program's run came to. A program's failure is a value, so that it is never taken for one of the host's. */
export type Outcome =
  | { readonly ok: true; readonly value: Json }
  /** `trace` is the program's own stack; empty where there is none. */
  | { readonly ok: false; readonly reason: FailureReason; readonly message: string; readonly trace: string };

/** A function that a program may call. Arguments are whatever the program passes: check them. */
export interface Capability {
  /** `"value"`: the program gets the result itself and stands still meanwhile; `"promise"`: it gets a promise. */
  readonly gives: "value" | "promise";
  /**
   * A `Refusal` is thrown inside the program, which may catch it. Any other error is the host's: it ends the program,
   * and the call that it was in throws it.
   */
  readonly run: (...args: readonly Json[]) => Json | void | Promise<Json | void>;
}

/** Told to the program as an error of its own: a budget that is used up, an argument that will not do. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

export interface IsolateLimits {
  /** Heap of the program. Default 64 MiB. */
  readonly memoryBytes: number;
  /** Stack of the program. Default 256 KiB. */
  readonly stackBytes: number;
  /** Milliseconds that one call may run; waiting for capabilities does not count. Default 2,000. */
  readonly deadlineMs: number;
  /** Characters of JSON of a result, and of a capability's arguments and result. Default 1,000,000. */
  readonly resultChars: number;
  /** Capability calls in one call. Default 1,000. */
  readonly capabilityCalls: number;
}

/** Values that one program keeps by key: they outlive its isolate and can be stored, restored and frozen. */
export interface ProgramState {
  /** Until `thaw`, a program that writes is refused. */
  freeze(): void;
  thaw(): void;
  /** Everything that is kept, in order of first writing. */
  dump(): Readonly<Record<string, Json>>;
  /** Puts `kept` in place of everything. TOO_LARGE beyond the limit. */
  restore(kept: Readonly<Record<string, Json>>): void;
  /** What it gives puts everything back to how it is now. */
  keep(): () => void;
  /** For the isolate, in whose thread a copy is read and written (kept.mjs). */
  readonly copy: StateCopy;
}

export interface StateCopy {
  readonly maxChars: number;
  readonly isFrozen: boolean;
  /** Another number once everything was put in place of. */
  readonly version: number;
  entries(): readonly (readonly [key: string, json: string])[];
  /** Takes over a write; null: deleted. */
  write(key: string, json: string | null): void;
}

export interface IsolateSettings extends Partial<IsolateLimits> {
  /** Source that is run whenever the isolate starts, and defines what `call` calls. A script, not a module. */
  readonly source?: string;
  /** By the name under which a program finds them; a dot makes an object: `"state.get"`. Nothing else is within reach. */
  readonly capabilities?: Readonly<Record<string, Capability>>;
  /** What the program keeps: `state.get(key)`, `.set(key, value)`, `.delete(key)`, `.keys()`. Of one isolate alone. Default none. */
  readonly state?: ProgramState;
  /** Settles `Math.random`. Default 0. */
  readonly seed?: number;
  /** What the program's clock always says, in milliseconds since 1970. Default 0. */
  readonly now?: number;
  /** Every call finds the globals, and the seed, as the source leaves them, whatever earlier ones did. Default false. */
  readonly freshCalls?: boolean;
}

/**
 * A program in QuickJS in WebAssembly, in a thread of its own that is ended at the deadline. It has the language and
 * the capabilities it was given; no file, network, process, timer, module or shared memory. One call runs at a time;
 * others wait for it. What a program keeps in its globals lasts from call to call, unless calls are fresh. After a failure other than `threw`
 * and `result`, and after `reset`, it starts anew from its source.
 */
export interface Isolate {
  /** Calls a global function of the program, by name or by path (`"api.run"`); a promise is waited for. */
  call(name: string, args?: readonly Json[]): Promise<Outcome>;
  /** Runs source as a script among the program's globals; its value is that of the last statement. Traces name `file`. */
  evaluate(source: string, file?: string): Promise<Outcome>;
  /** Forgets everything that the program did. */
  reset(): Promise<void>;
  /** Gives the thread back, to be ended or to be another program's, in a new engine. Calls under way and later ones throw CANCELLED. */
  close(): Promise<void>;
}
