import type { Response } from "express";

/** Comments keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** A stream of server-sent events. Data is JSON on one line, so that a text with line breaks arrives as it was. */
export interface EventStream {
  send(name: string, data: unknown, id?: number): void;
  /** A line without a name, as OpenAI's streams have them. */
  sendBare(data: string): void;
  end(): void;
}

export function openEventStream(response: Response): EventStream {
  response.status(200).set({ "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
  response.flushHeaders();
  const heartbeat = setInterval(() => void response.write(": still here\n\n"), HEARTBEAT_MS);
  response.once("close", () => clearInterval(heartbeat));
  const write = (text: string) => {
    if (!response.destroyed && !response.writableEnded) response.write(text);
  };
  return {
    send: (name, data, id) => write(`${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    sendBare: (data) => write(`data: ${data}\n\n`),
    end: () => void response.end(),
  };
}
