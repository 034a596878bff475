import type { Warn, Warning } from "./contract.js";

/** Collects what is worth telling about one file; the same message is kept once, with its first place and a count. */
export function collectWarnings(file: string): { warn: Warn; list: () => Warning[] } {
  const warnings = new Map<string, Warning>();
  return {
    warn: (code, message, at) => {
      const key = `${code}\n${message}`;
      const first = warnings.get(key) ?? { code, message, place: at === "" ? file : `${file}: ${at}`, count: 0 };
      warnings.set(key, { ...first, count: first.count + 1 });
    },
    list: () => [...warnings.values()],
  };
}
