import { Problem, type Request, send } from "./client.js";

export interface ServerEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: unknown;
}

/** Server-sent events of a reply, as they come. `EventSource` can send neither a key nor a question. */
export async function* eventsOf(path: string, request: Request): AsyncGenerator<ServerEvent> {
  const { body } = await send(path, { ...request, headers: { Accept: "text/event-stream", ...request.headers } });
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== null) yield event;
      }
    }
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new Problem(0, "BROKEN_OFF", "The connection broke off. Try again.");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** One block of lines; null for a comment. */
function parse(block: string): ServerEvent | null {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  const data = fields.get("data");
  return data === undefined ? null : { name: fields.get("event") ?? "", id: fields.get("id") ?? null, data: JSON.parse(data) };
}
