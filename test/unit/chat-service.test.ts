import { describe, expect, it } from "vitest";
import { openChatService, type Patience } from "../../models/chat-service.js";

const failure = (status: number, headers: Record<string, string> = {}, code?: string) =>
  Object.assign(new Error(`status ${status}`), { status, headers: new Headers(headers), code });

/** A service with a clock of its own: waiting takes no time, and is written down. */
function service(outcomes: readonly (Error | string)[], limits: Partial<Patience> = {}) {
  const waits: number[] = [];
  let time = 0;
  let requests = 0;
  const patience: Patience = {
    request: 60_000,
    call: 120_000,
    hold: 30_000,
    now: () => time,
    wait: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    ...limits,
  };
  const { call } = openChatService({ url: "http://models.test/v1", model: "m" }, patience);
  return {
    waits,
    requests: () => requests,
    pass: (ms: number) => {
      time += ms;
    },
    ask: (signal?: AbortSignal) =>
      call(async () => {
        const outcome = outcomes[Math.min(requests++, outcomes.length - 1)];
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }, signal),
  };
}

describe("calls to a model service", () => {
  it.each([408, 425, 429, 500, 503])("are made again after a %i, waiting longer each time", async (status) => {
    const { ask, waits } = service([failure(status), failure(status), "good"]);
    expect(await ask()).toBe("good");
    expect(waits).toEqual([500, 1000]);
  });

  it("wait as long as the service asks for, all of them", async () => {
    const { ask, waits, requests } = service([failure(429, { "retry-after": "7" }), "good"]);
    expect(await Promise.all([ask(), ask()])).toEqual(["good", "good"]);
    expect(requests()).toBe(3);
    expect(waits).toEqual([7000]);
  });

  it("end at once when the service asks for more time than a call has, and ask nothing for a while", async () => {
    const { ask, requests, pass } = service([failure(429, { "retry-after": "86400" }), "good"]);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE", message: expect.stringContaining("busy") as string });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    expect(requests()).toBe(1);
    pass(100_000_000);
    expect(await ask()).toBe("good");
  });

  it("end after four requests", async () => {
    const { ask, requests } = service([failure(500)]);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE", place: "http://models.test/v1 (500)" });
    expect(requests()).toBe(4);
  });

  it.each([
    [401, undefined, "OPENAI_API_KEY"],
    [403, undefined, "OPENAI_API_KEY"],
    [404, undefined, "MNEMA_MODEL"],
    [402, undefined, "billing"],
    [429, "insufficient_quota", "billing"],
  ])("end at once after a %i %s, naming what to check", async (status, code, check) => {
    const { ask, requests } = service([failure(status, { "retry-after": "1" }, code)]);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE", message: expect.stringContaining(check) as string });
    expect(requests()).toBe(1);
  });

  it("refused for their own sake are not made again, and hold nothing up", async () => {
    const { ask, requests } = service([failure(400), failure(413), "good"]);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_REFUSED" });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_REFUSED" });
    expect(await ask()).toBe("good");
    expect(requests()).toBe(3);
  });

  it("are given up for a while after two in a row came to nothing, not after one", async () => {
    const broken = Array.from({ length: 8 }, () => failure(502));
    const { ask, requests, pass } = service([...broken, "good"]);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    expect(requests()).toBe(8);
    pass(30_001);
    expect(await ask()).toBe("good");
  });

  it("name the reason when nobody answers at the address", async () => {
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), { code: "ECONNREFUSED" }),
    });
    await expect(service([refused]).ask()).rejects.toMatchObject({
      message: expect.stringMatching(/ECONNREFUSED.*OPENAI_BASE_URL/) as string,
    });
  });

  it("end as cancelled when the caller cancels", async () => {
    const controller = new AbortController();
    controller.abort();
    const { ask, requests } = service([new Error("aborted")]);
    await expect(ask(controller.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(requests()).toBeLessThanOrEqual(1);
  });
});
