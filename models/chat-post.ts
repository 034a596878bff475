import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

/** What a service answered. */
export interface Posted {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/**
 * Sends `body` and reads the answer to its last byte, over a connection that is kept for the next one: `fetch` makes streams, and
 * copies, of what is one text here, and costs three times as much. Redirects are not followed. Fails with the signal's reason
 * once that is aborted, socket and all, and with Node's error where the service cannot be reached or breaks off.
 */
export function post(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<Posted> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const over = url.protocol === "https:" ? overHttps : overHttp;
    const length = { "content-length": Buffer.byteLength(body), "accept-encoding": "identity" };
    const request = over(url, { method: "POST", headers: { ...headers, ...length } });
    const abort = () => request.destroy(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.once("error", reject);
    request.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.once("error", (error) => reject(signal.aborted ? (signal.reason as Error) : error));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.end(body);
  });
}

/**
 * Whether this process sends what it fetches elsewhere than to the address: through a proxy, or to a test's stand-in. Then what is
 * not fetched would go another way.
 */
export function isRouted(): boolean {
  const dispatcher = (globalThis as Record<symbol, object | undefined>)[Symbol.for("undici.globalDispatcher.1")];
  return globalThis.fetch !== ownFetch || (dispatcher !== undefined && dispatcher.constructor.name !== "Agent");
}

const ownFetch = globalThis.fetch;
