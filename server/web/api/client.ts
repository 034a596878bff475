import { keyRefused, keyStore } from "./key.js";

/** What the server says went wrong, in a sentence that says what to do (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export interface Request {
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request; Problem unless it succeeds. */
export async function send(path: string, { method = "GET", body, headers = {}, signal }: Request = {}): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const options = { method, ...sent, headers: { ...type, ...authorization(), ...headers }, signal: signal ?? null };
  const reply = await fetch(path, options).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw unreachable();
  });
  if (!reply.ok) throw problemOf(reply.status, await reply.text());
  return reply;
}

/** The reply's JSON. The shapes are the server's own (shapes.ts). */
export async function call<T>(path: string, request?: Request): Promise<T> {
  return (await (await send(path, request)).json()) as T;
}

export function authorization(): Record<string, string> {
  const { key } = keyStore.get();
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

export function unreachable(): Problem {
  return new Problem(0, "UNREACHABLE", "The server does not answer. Look whether `mnema serve` still runs, then try again.");
}

/** The problem that a reply's body holds. */
export function problemOf(status: number, text: string): Problem {
  if (status === 401) keyRefused();
  try {
    const { code, detail } = JSON.parse(text) as { code: string; detail: string };
    return new Problem(status, code, detail);
  } catch {
    return new Problem(status, "UNEXPECTED", `The server replied with status ${status}. Try again; its log may say more.`);
  }
}

/** Address of something in a memory. */
export function inMemory(memory: string, ...parts: readonly string[]): string {
  return ["/v1/memories", ...[memory, ...parts].map(encodeURIComponent)].join("/");
}
