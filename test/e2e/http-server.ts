import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { createLogger } from "../../memory/logger.js";
import type { Mnema, MnemaParts } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { serve, type Server } from "../../server/serve.js";
import type { ServerSettings } from "../../server/service.js";

/** A real server on a free port, over a folder of its own. */
export interface TestServer {
  readonly url: string;
  readonly mnema: Mnema;
  readonly dataFolder: string;
  /** A request with a JSON body; the reply's body is parsed where it is JSON. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestReply>;
  /** Takes a history in and waits until its run has ended. */
  ingest(memory: string, history: unknown): Promise<TestRun>;
  runEnded(id: string): Promise<TestRun>;
  /** Ends the server as SIGTERM does, and starts another over the same folder. */
  restart(settings?: Partial<ServerSettings>): Promise<TestServer>;
  stop(): Promise<void>;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests say what they expect
  readonly body: any;
}

export interface TestRun {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly report: Readonly<Record<string, number>> | null;
}

export interface TestOptions {
  readonly settings?: Partial<ServerSettings>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly parts?: MnemaParts;
  readonly folder?: string;
}

export async function startServer({ settings = {}, environment = {}, parts = {}, folder }: TestOptions = {}): Promise<TestServer> {
  const dataFolder = folder ?? (await mkdtemp(join(tmpdir(), "mnema-http-")));
  const read = readConfig({ MNEMA_DATA: dataFolder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent", ...environment });
  // A space of its own in a database that tests share: once there are API keys in a space, whoever has none is refused.
  const config = { ...read, neo4j: read.neo4j === null ? null : { ...read.neo4j, space: dataFolder } };
  const mnema = await openMnema(config, { visual: null, reader: null, ...parts });
  const server = await serve(mnema, {
    host: "127.0.0.1",
    port: 0,
    // What a server could not do is told beside the test that it fails.
    logger: createLogger("error"),
    settings: { drainMs: 2_000, ...settings },
  });
  return testServer(server, mnema, dataFolder, { settings, environment, parts });
}

function testServer(server: Server, mnema: Mnema, dataFolder: string, options: TestOptions): TestServer {
  const { url } = server;
  const call: TestServer["call"] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const reply = await fetch(`${url}${path}`, { method, ...sent, headers: { ...type, ...headers } });
    const text = await reply.text();
    const json = /json/.test(reply.headers.get("content-type") ?? "");
    return { status: reply.status, headers: reply.headers, text, body: json ? JSON.parse(text) : null };
  };
  const runEnded = async (id: string): Promise<TestRun> => {
    for (;;) {
      const { body } = await call("GET", `/v1/runs/${id}`);
      if (body.state !== "queued" && body.state !== "running") return body;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  const end = async () => {
    await server.close();
    await mnema.close();
  };
  return {
    url,
    mnema,
    dataFolder,
    call,
    runEnded,
    ingest: async (memory, history) => {
      const { body } = await call("POST", `/v1/memories/${memory}/sessions`, history);
      return runEnded(body.run.id);
    },
    restart: async (settings) => {
      await end();
      return startServer({ ...options, folder: dataFolder, settings: { ...options.settings, ...settings } });
    },
    stop: async () => {
      await end();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export interface ServerEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: string;
}

/** Reads server-sent events until the stream ends or `enough` says so. */
export async function readEvents(reply: Response, enough: (event: ServerEvent) => boolean = () => false): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  let text = "";
  if (reply.body === null) return events;
  const decoder = new TextDecoder();
  for await (const chunk of reply.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const event = eventOf(text.slice(0, end));
      text = text.slice(end + 2);
      if (event === null) continue;
      events.push(event);
      if (enough(event)) return events;
    }
  }
  return events;
}

function eventOf(block: string): ServerEvent | null {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  const data = fields.get("data");
  return data === undefined ? null : { name: fields.get("event") ?? "", id: fields.get("id") ?? null, data };
}

/** A request as no client library would send it: any Host, and a body in pieces without a length. */
export function rawRequest(
  url: string,
  options: { method?: string; path: string; headers?: Record<string, string>; pieces?: Iterable<string> },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: options.method ?? "GET", path: options.path, headers: options.headers ?? {} }, (reply) => {
      let body = "";
      reply.setEncoding("utf8").on("data", (piece: string) => void (body += piece));
      const done = () => resolve({ status: reply.statusCode ?? 0, body });
      reply.once("end", done).once("error", done);
    });
    let answered = false;
    const over = Promise.race([once(sent, "response"), once(sent, "close")]);
    over.catch(() => undefined);
    sent.once("response", () => void (answered = true));
    sent.setMaxListeners(0);
    // The server may close before it has read everything: the reply is what counts.
    sent.on("error", (error) => (answered ? undefined : reject(error)));
    void (async () => {
      for (const piece of options.pieces ?? []) {
        if (answered || sent.destroyed) break;
        if (!sent.write(piece)) await Promise.race([once(sent, "drain"), over]).catch(() => undefined);
      }
      sent.end();
    })();
  });
}

/** A tiny history in Mnema's own format: readings in `days` rounds. */
export function readings(id: string, days: number, place = "greenhouse"): unknown {
  const rounds = Array.from({ length: days }, (_, day) => ({
    id: `${id}-${day + 1}`,
    time: `2025-03-${String(day + 1).padStart(2, "0")}`,
    user: `Readings of the ${place}:\n- soil temperature: ${10 + day} °C\n- humidity: ${40 + day} %`,
    assistant: "Noted.",
  }));
  return { format: "mnema-history/1", id, sessions: [{ id: "spring", rounds }] };
}

/** Something that a test waits for, or makes others wait for. */
export interface Gate {
  readonly promise: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}
