import { MnemaError } from "../core/errors.js";

/** How long a model service is waited for. Milliseconds. */
export interface Patience {
  /** One request, to its last byte. */
  readonly request: number;
  /** One call: all its requests and the waits between them. */
  readonly call: number;
  /** How long calls fail at once after the service was given up. */
  readonly hold: number;
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Requests a call may make. */
const REQUESTS = 4;
/** Wait before the second request where the service names none; doubled each time. */
const BACKOFF_MS = 500;
/** Calls in a row that may come to nothing before the service is given up for a while. */
const GIVEN_UP_AFTER = 2;

/** Carries calls to a service over its faults, within limits. */
export interface ChatService {
  /**
   * Runs `work` until it succeeds. Busy (408, 409, 425, 429), broken (5xx), cut and unanswered requests are made again,
   * at most four in all and within the call's time; a `Retry-After` is honoured by all calls when it fits that time.
   * Throws MODEL_UNREACHABLE when the service does not serve, at once for a refused key, an unknown model or used-up
   * quota (asked once more where the last call was served: it may have been a moment); MODEL_REFUSED when it will not take this one request; CANCELLED when `signal` was aborted.
   */
  call<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
}

/** A service at `url` (for messages; without credentials) that serves `model`. */
export function openChatService(service: { readonly url: string; readonly model: string }, patience: Patience): ChatService {
  let freeAt = 0;
  let failedCalls = 0;
  /** Whether the last call that ended was served. */
  let serving = false;
  let held: { readonly until: number; readonly error: MnemaError } | null = null;

  function giveUp(fault: Fault): MnemaError {
    failedCalls++;
    serving = false;
    if (fault.lasting || failedCalls >= GIVEN_UP_AFTER) held = { until: patience.now() + patience.hold, error: fault.error };
    return fault.error;
  }

  return {
    async call(work, signal) {
      const deadline = patience.now() + patience.call;
      for (let request = 1; ; request++) {
        if (held !== null && patience.now() < held.until) throw held.error;
        const busyFor = freeAt - patience.now();
        if (busyFor > 0) await patience.wait(busyFor, signal);
        const outcome = await attempt(work, Math.min(patience.request, deadline - patience.now()), signal);
        if ("result" in outcome) {
          failedCalls = 0;
          serving = true;
          held = null;
          return outcome.result;
        }
        if (signal?.aborted === true)
          throw new MnemaError("CANCELLED", "The call to the language model was cancelled.", { cause: outcome.error });
        const fault = faultOf(outcome.error, service, patience.now());
        if (fault.error.code === "MODEL_REFUSED") throw fault.error;
        const pause = fault.retryAfter ?? BACKOFF_MS * 2 ** (request - 1);
        const isFinal = fault.lasting && (request > 1 || !serving);
        if (isFinal || request === REQUESTS || patience.now() + pause >= deadline)
          throw giveUp({ ...fault, lasting: fault.lasting || pause >= patience.call });
        if (fault.retryAfter === null) await patience.wait(pause, signal);
        else freeAt = Math.max(freeAt, patience.now() + pause);
      }
    },
  };
}

/** One request that is aborted, socket and all, when its time is up. */
async function attempt<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<{ result: Result } | { error: unknown }> {
  const timeout = AbortSignal.timeout(Math.max(1, ms));
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  try {
    const result = await work(either);
    return either.aborted ? { error: either.reason } : { result };
  } catch (error) {
    return { error: timeout.aborted ? timeout.reason : error };
  }
}

/** What went wrong with a request, and whether another one may help. */
interface Fault {
  readonly error: MnemaError;
  /** No request to this service will succeed soon. */
  readonly lasting: boolean;
  /** Milliseconds that the service asks for; null when it names none. */
  readonly retryAfter: number | null;
}

function faultOf(cause: unknown, { url, model }: { url: string; model: string }, now: number): Fault {
  const { status, code, headers, message } = (cause ?? {}) as { status?: number; code?: unknown; headers?: Headers; message?: string };
  const place = `${url}${status === undefined ? "" : ` (${status})`}`;
  const fault = (what: string, lasting: boolean): Fault => ({
    error: new MnemaError("MODEL_UNREACHABLE", what, { place, cause }),
    lasting,
    retryAfter: lasting ? null : retryAfterMs(headers, now),
  });
  const detail = (message ?? String(cause)).replace(/\s+/g, " ").slice(0, 300);
  if (status === undefined) {
    if (isTimeout(cause))
      return fault(`The model service at ${url} did not answer in time. Check that it runs, or raise MNEMA_MODEL_TIMEOUT.`, false);
    return fault(
      `The model service at ${url} cannot be reached or broke off (${rootMessage(cause)}). Check OPENAI_BASE_URL and that the service runs.`,
      false,
    );
  }
  if (status === 401 || status === 403)
    return fault(`The model service at ${url} refused the key (${status}). Check OPENAI_API_KEY.`, true);
  if (status === 404) return fault(`The model service at ${url} has no model ${model} (404). Check MNEMA_MODEL and OPENAI_BASE_URL.`, true);
  if (status === 402 || code === "insufficient_quota")
    return fault(`The model service at ${url} has no quota left for this key (${status}). Check the account's billing.`, true);
  if ([408, 409, 425, 429].includes(status) || status >= 500)
    return fault(`The model service at ${url} is ${status === 429 ? "busy" : "failing"} (${detail}). Try again later.`, false);
  return {
    error: new MnemaError("MODEL_REFUSED", `The model service refused the request: ${detail}`, { place, cause }),
    lasting: false,
    retryAfter: null,
  };
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.constructor.name === "APIConnectionTimeoutError");
}

/** The innermost cause's words: `fetch failed` says nothing, `ECONNREFUSED` does. */
function rootMessage(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  const { code, message } = root as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message ?? root).slice(0, 300);
}

/** `Retry-After` in seconds or as a date. */
function retryAfterMs(headers: Headers | undefined, now: number): number | null {
  const value = headers?.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
