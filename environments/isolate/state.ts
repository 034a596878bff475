import { MnemaError } from "../../core/errors.js";
import type { Json, ProgramState } from "./contract.js";

/** State of at most `maxChars` characters of JSON, keys among them. */
export function createState({ maxChars = 4_000_000 }: { readonly maxChars?: number } = {}): ProgramState {
  let kept = new Map<string, string>();
  let version = 0;
  let isFrozen = false;
  return {
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
    dump: () => Object.fromEntries([...kept].map(([key, json]) => [key, fromJson(json) as Json])),
    restore: (values) => {
      const next = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
      const size = [...next].reduce((sum, [key, json]) => sum + key.length + json.length, 0);
      if (size > maxChars) throw new MnemaError("TOO_LARGE", `State may hold ${maxChars} characters of JSON; this has ${size}.`);
      kept = next;
      version += 1;
    },
    keep: () => {
      const now = new Map(kept);
      return () => {
        kept = now;
        version += 1;
      };
    },
    copy: {
      maxChars,
      get isFrozen() {
        return isFrozen;
      },
      get version() {
        return version;
      },
      entries: () => [...kept],
      write: (key, json) => void (json === null ? kept.delete(key) : kept.set(key, json)),
    },
  };
}

/** JSON that a program made, without the keys by which one could reach a prototype when it is merged into something. */
export function fromJson(json: string): unknown {
  if (!json.includes("__proto__") && !json.includes("\\u")) return JSON.parse(json);
  return JSON.parse(json, (key, value: unknown) => (key === "__proto__" ? undefined : value));
}
