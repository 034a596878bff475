import { z } from "zod";

/** What an agent may do, by the names of AutoMMemo's execution prompt (appendix K, prompt 7). */
export type VisualAction =
  | { readonly kind: "WEB_SEARCH" | "IMAGE_SEARCH"; readonly query: string; readonly limit: number }
  | { readonly kind: "VISIT"; readonly address: string; readonly goal: string }
  | { readonly kind: "CODE"; readonly code: string }
  | { readonly kind: "ANSWER"; readonly answer: string };

/** Results of a search where the agent names no number, and at most. */
const RESULTS = 5;
const MOST = 10;

const Search = z.object({ query: z.string().trim().min(1), max_results: z.number().min(1).max(100).optional() });
const Visit = z.object({ url: z.string().trim().min(1), goal: z.string().default("") });
const Code = z.object({ code: z.string().min(1) });

/** How each action is written, with what it does. */
export const WRITTEN: Readonly<Record<VisualAction["kind"], string>> = {
  WEB_SEARCH: 'WEB_SEARCH[{"query": "…", "max_results": 5}]: pages about the words',
  IMAGE_SEARCH: 'IMAGE_SEARCH[{"query": "…", "max_results": 5}]: pictures about the words',
  VISIT: 'VISIT[{"url": "…", "goal": "what to look for"}]: what a page says about that; addresses as a search gives them',
  CODE: 'CODE[{"code": "…"}]: runs JavaScript and shows what it logs and its last value; names stay for the next run',
  ANSWER: "ANSWER[the answer, as short as it can be]: ends the task",
};

/** The action that a line means; a text that says what is wrong with it. */
export function readVisualAction(text: string): VisualAction | string {
  const [, name = "", inside = ""] = /^\s*(?:action:\s*)?([a-z_]+)\s*\[([\s\S]*)\]\s*$/i.exec(text) ?? [];
  const kind = name.toUpperCase();
  if (kind === "ANSWER") return { kind, answer: (/<answer>([\s\S]*?)<\/answer>/i.exec(inside)?.[1] ?? inside).trim() };
  if (kind === "WEB_SEARCH" || kind === "IMAGE_SEARCH") {
    const read = Search.safeParse(parsed(inside));
    if (!read.success) return wrong(kind);
    return { kind, query: read.data.query, limit: Math.min(MOST, read.data.max_results ?? RESULTS) };
  }
  if (kind === "VISIT") {
    const read = Visit.safeParse(parsed(inside));
    return read.success ? { kind, address: read.data.url, goal: read.data.goal } : wrong(kind);
  }
  if (kind === "CODE") {
    const read = Code.safeParse(parsed(inside));
    return read.success ? { kind, code: read.data.code } : wrong(kind);
  }
  return "This is no action. Write one of those in the instructions, with its name and square brackets.";
}

function wrong(kind: VisualAction["kind"]): string {
  return `What is in the brackets cannot be read. Write ${WRITTEN[kind]}.`;
}

/** Null for what is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
