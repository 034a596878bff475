import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "./service.js";

/** Takes an exchange into the memory that answered it, as a round of history `chat`. Gives the id of its run. */
export async function remember(
  service: Service,
  memoryId: string,
  { question, session }: { question: string; session?: string | undefined },
  { answer }: { answer: string },
): Promise<string> {
  const time = service.clock().toISOString();
  const round = { id: `chat-${randomUUID()}`, time, user: question, assistant: answer };
  const history = { format: "mnema-history/1", id: "chat", sessions: [{ id: session ?? time.slice(0, 10), rounds: [round] }] };
  const runId = `run-${randomUUID()}`;
  const folder = service.runs.uploads.folder(runId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "chat.json"), JSON.stringify(history), { mode: 0o600 });
  await service.runs.submit(memoryId, runId, { history: "", format: "" });
  return runId;
}
