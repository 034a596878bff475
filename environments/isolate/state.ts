import { MnemaError } from "../../core/errors.js";
import { Refusal, type Capability, type Json } from "./contract.js";

/** Values that a program keeps by key, outside its isolate: they outlive it and can be stored, restored and frozen. */
export interface ProgramState {
  /** `state.get(key)` (null for none), `state.set(key, value)`, `state.delete(key)`, `state.keys()`. */
  readonly capabilities: Readonly<Record<string, Capability>>;
  /** Until `thaw`, a program that writes is refused. */
  freeze(): void;
  thaw(): void;
  /** Everything that is kept, in order of first writing. */
  dump(): Readonly<Record<string, Json>>;
  /** Puts `kept` in place of everything. TOO_LARGE beyond the limit. */
  restore(kept: Readonly<Record<string, Json>>): void;
}

/** State of at most `maxChars` characters of JSON, keys among them. */
export function createState({ maxChars = 4_000_000 }: { readonly maxChars?: number } = {}): ProgramState {
  let kept = new Map<string, string>();
  let chars = 0;
  let isFrozen = false;

  const write = (key: Json | undefined, value: Json | undefined): void => {
    if (typeof key !== "string") throw new Refusal("a key is text");
    if (isFrozen) throw new Refusal("state is frozen: it can be read, not written");
    const before = kept.get(key);
    const json = value === undefined ? undefined : JSON.stringify(value);
    const grown = chars - sizeOf(key, before) + sizeOf(key, json);
    if (json !== undefined && grown > maxChars)
      throw new Refusal(`state may hold ${maxChars} characters of JSON; this would make it ${grown}`);
    chars = grown;
    if (json === undefined) kept.delete(key);
    else kept.set(key, json);
  };

  return {
    capabilities: {
      "state.get": { gives: "value", run: (key) => JSON.parse(kept.get(String(key)) ?? "null") as Json },
      "state.set": { gives: "value", run: (key, value = null) => write(key, value) },
      "state.delete": { gives: "value", run: (key) => write(key, undefined) },
      "state.keys": { gives: "value", run: () => [...kept.keys()] },
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
    dump: () => Object.fromEntries([...kept].map(([key, json]) => [key, JSON.parse(json) as Json])),
    restore: (values) => {
      const next = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
      const size = [...next].reduce((sum, [key, json]) => sum + sizeOf(key, json), 0);
      if (size > maxChars) throw new MnemaError("TOO_LARGE", `State may hold ${maxChars} characters of JSON; this has ${size}.`);
      kept = next;
      chars = size;
    },
  };
}

function sizeOf(key: string, json: string | undefined): number {
  return json === undefined ? 0 : key.length + json.length;
}
