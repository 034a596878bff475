import { createIsolate } from "../isolate/isolate.js";
import type { CodeSession } from "./ports.js";

/** Characters of output that an agent is shown. */
const SHOWN = 4_000;

/** JavaScript in an isolate of its own, which begins with the first run: no file, network or process; time and memory limited. */
export function openCodeSession(): CodeSession {
  let isolate: ReturnType<typeof createIsolate> | null = null;
  let lines: string[] = [];
  const opened = () =>
    (isolate ??= createIsolate({
      capabilities: { "console.log": { gives: "value", run: (...said) => void lines.push(said.map(inWords).join(" ")) } },
    }));
  return {
    run: async (code) => {
      lines = [];
      const outcome = await opened().evaluate(code, "code.js");
      const last = outcome.ok ? inWords(outcome.value) : `${outcome.reason}: ${outcome.message}`;
      const output = [...lines, ...(outcome.ok && outcome.value === null ? [] : [last])].join("\n");
      return { output: output.length <= SHOWN ? output || "(no output)" : `${output.slice(0, SHOWN)} …`, ok: outcome.ok };
    },
    close: async () => isolate?.close(),
  };
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
