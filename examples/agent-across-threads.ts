/**
 * An agent that remembers across threads. Each conversation is a thread of its own; what was said in one is known in the
 * others, because the middleware recalls before the model is called and remembers when it has replied.
 *
 * Run it: npx tsx examples/agent-across-threads.ts
 * In a project of your own the imports come from "mnema", and the model is a real one.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createAgent } from "langchain";
import { memoryMiddleware, memoryTools, openMemory } from "../index.js";

const dataFolder = await mkdtemp(join(tmpdir(), "mnema-example-"));
const memory = await openMemory("ada", { config: { dataFolder, model: null } });

// Stands in for a chat model, so that the example runs without one: it notes, calls a tool, and reads what it is given.
const model = fakeModel()
  .respond(new AIMessage("Noted."))
  .respond(new AIMessage("Noted."))
  .respond(new AIMessage("Noted."))
  .respond(new AIMessage("Noted."))
  .respond((messages) => new AIMessage(recalled(messages)))
  .respondWithTools([{ name: "ask", args: { question: "What was the total distance?" } }])
  .respond((messages) => new AIMessage(messages.at(-1)?.text ?? ""));

const agent = createAgent({ model, tools: memoryTools(memory), middleware: [memoryMiddleware(memory)] });

async function say(thread: string, text: string): Promise<string> {
  const { messages } = await agent.invoke({ messages: [new HumanMessage(text)] }, { configurable: { thread_id: thread } });
  const reply = messages.at(-1)?.text ?? "";
  process.stdout.write(`[${thread}] ${text}\n  → ${reply}\n`);
  return reply;
}

/** The first line of the prompt's recalled text: what a model would answer from. */
function recalled(messages: readonly BaseMessage[]): string {
  return /<recalled from=[^>]*>\n(.*)/.exec(messages[0]?.text ?? "")?.[1] ?? "I do not know.";
}

try {
  for (const [day, km] of [12, 31, 8, 24].entries()) await say(`ride ${day + 1}`, `Ride done. distance: ${km} km, bike: gravel`);
  await say("another week", "Which bike did I take when I rode 31 km?");
  await say("yet another", "How far did I ride in all?");
} finally {
  await memory.close();
  await rm(dataFolder, { recursive: true, force: true });
}
