import { instanceOf, type JsonSchema } from "./instance.js";

/** A chat completion request, as far as the stub reads it. */
export interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly response_format?: { readonly json_schema?: { readonly name?: string; readonly schema?: JsonSchema } };
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: JsonSchema } }[];
}

/** What a model says: words, or a call of a tool. */
export type StubReply = { readonly content: string } | { readonly tool: string; readonly arguments: string };

/**
 * What the stub says to any memory system: what the user said last, in whatever shape is asked for. One fact a round, new
 * each time, so that every system has something to store, to compare and to find.
 */
export function stubReply({ messages, response_format: format, tools = [] }: ChatRequest): StubReply {
  const text = messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))).join("\n");
  const said = lastSaid(text);
  const tool = tools.find(({ function: { name } }) => !/patch|remove|delete/i.test(name)) ?? tools[0];
  if (tool !== undefined) return { tool: tool.function.name, arguments: JSON.stringify(instanceOf(tool.function.parameters ?? {}, said)) };
  const { name = "", schema } = format?.json_schema ?? {};
  const own = OURS[name];
  if (own !== undefined) return { content: JSON.stringify(own(fencedTexts(text))) };
  if (schema !== undefined) return { content: JSON.stringify(instanceOf(schema, said)) };
  // mem0 asks in words: for facts in older versions, for memories to add in newer ones. The one does not mind the other's.
  return { content: JSON.stringify({ facts: [said], memory: [{ id: "0", text: said, event: "ADD", attributed_to: "user" }] }) };
}

/** The words after the last `user:`, with the lines below up to the reply, a blank one or a tag; else the end of the text. */
function lastSaid(text: string): string {
  const said = [...text.matchAll(/\b(?:user|human)"?\s*[:>]\s*(.+?)(?=\n\s*(?:assistant\b|<|\n)|$)/gis)];
  return (said.at(-1)?.[1] ?? text.slice(-200)).replace(/\s+/g, " ").trim().slice(0, 300) || "nothing";
}

interface Fenced {
  readonly label: string;
  readonly text: string;
}

/** Our own questions, by the name of the answer's schema. */
const OURS: Readonly<Record<string, (texts: readonly Fenced[]) => unknown>> = {
  extract: (texts) => ({ items: texts.flatMap(itemsIn) }),
  "describe-episode": described,
  "describe-topic": described,
  "name-table": (texts) => {
    const columns = JSON.parse(texts.find(({ label }) => label === "attributes with values")?.text ?? "[]") as { attribute: string }[];
    const meant = columns.map(({ attribute }) => ({ attribute, type: "text", meaning: attribute }));
    return { name: `records_of_${meant[0]?.attribute ?? "things"}`, description: "Records.", columns: meant };
  },
};

/** Every `- name: value` line of what the user said. */
function itemsIn({ label, text }: Fenced) {
  const [, turn] = /^user, turn (\d+)/.exec(label) ?? [];
  if (turn === undefined) return [];
  return [...text.matchAll(/^- ([^:\n]+): (.+)$/gm)].map(([, attribute, value]) => ({
    attribute,
    value,
    kind: "user",
    turn: Number(turn),
    picture: null,
  }));
}

function described(texts: readonly Fenced[]) {
  return { description: `About ${(texts.at(-1)?.text ?? "nothing").split(/\s+/).slice(0, 20).join(" ")}` };
}

function fencedTexts(text: string): Fenced[] {
  return [...text.matchAll(/<recalled from="([^"]*)">\n([\s\S]*?)\n<\/recalled>/g)].map(([, label = "", inner = ""]) => ({
    label,
    text: inner,
  }));
}
