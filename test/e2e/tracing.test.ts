import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { readings } from "./http-server.js";
import { inFolder, mnema } from "./command-line.js";
import { type OpenAiServer, startOpenAiServer } from "./openai-server.js";
import { sensibleModel } from "./sensible-model.js";

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Takes everything that is sent to it, as a collector does. */
async function receiver(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
      received.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function model(): Promise<OpenAiServer> {
  const server = await startOpenAiServer({ reply: sensibleModel() });
  closing.push(() => server.close());
  return server;
}

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

function spansOf(received: readonly Received[]): Span[] {
  const exports = received.filter(({ path }) => path === "/v1/traces").map(({ body }) => JSON.parse(body) as Exported);
  return exports.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
}

function attribute({ attributes }: Span, key: string): unknown {
  const found = attributes.find((own) => own.key === key)?.value ?? {};
  return Object.values(found)[0];
}

describe("spans", () => {
  it("of graph, nodes, decisions and tools go to an OTLP endpoint, one below the other, with tokens and without content", async () => {
    const [{ url, received }, { url: base }] = await Promise.all([receiver(), model()]);
    await inFolder({ "log.json": readings("log", 5, "greenhouse") }, async (folder) => {
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, MNEMA_MODEL: "tiny", OPENAI_API_KEY: "k", OPENAI_BASE_URL: base };
      const at = ["--memory", "m", "--data", folder, "--json"];
      expect((await mnema(["ingest", `${folder}/log.json`, ...at], environment)).code).toBe(0);
      expect((await mnema(["ask", "What happened in the greenhouse?", ...at], environment)).code).toBe(0);
    });
    const spans = spansOf(received);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const above = (span: Span): string[] => {
      const parent = byId.get(span.parentSpanId ?? "");
      return parent === undefined ? [] : [parent.name, ...above(parent)];
    };
    const named = (name: string) => spans.filter((span) => span.name === name);
    expect(named("graph ingest").map(above)).toEqual([[]]);
    expect(named("node take").map(above)).toContainEqual(["graph ingest"]);
    expect(named("decision extract")).toHaveLength(5);
    for (const span of named("decision extract")) {
      expect(above(span)).toEqual(["node extract", "graph ingest"]);
      expect(attribute(span, "gen_ai.request.model")).toBe("tiny");
      expect(Number(attribute(span, "gen_ai.usage.input_tokens"))).toBeGreaterThan(0);
      expect(Number(attribute(span, "gen_ai.usage.output_tokens"))).toBeGreaterThan(0);
    }
    for (const [name, parents] of [
      ["decision plan", ["node plan", "graph query"]],
      ["tool SemanticMatch", ["node invoke", "graph query"]],
      ["decision answer", ["node answer", "graph query"]],
    ] as const)
      expect([name, named(name).map(above)]).toEqual([name, [parents]]);
    expect(attribute(named("graph query")[0] as Span, "mnema.memory")).toBe("m");
    expect(received.map(({ body }) => body).join("\n")).not.toMatch(/greenhouse|soil|humidity/);
    const { resourceSpans } = JSON.parse(received[0]?.body ?? "{}") as Exported;
    expect(resourceSpans[0]?.resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "mnema" } });
  });

  it("tell a failure by its code", async () => {
    const { url, received } = await receiver();
    const broken = await startOpenAiServer({ reply: () => ({ text: "no JSON" }) });
    closing.push(() => broken.close());
    await inFolder({ "log.json": readings("log", 1) }, async (folder) => {
      const environment = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`, MNEMA_MODEL: "tiny", OPENAI_BASE_URL: broken.url };
      expect((await mnema(["ingest", `${folder}/log.json`, "--memory", "m", "--data", folder, "--json"], environment)).code).toBe(3);
    });
    const failed = spansOf(received).find(({ name }) => name === "decision extract") as Span;
    expect([failed.status?.code, attribute(failed, "error.type"), attribute(failed, "mnema.attempts")]).toEqual([2, "DECISION_FAILED", 3]);
  });

  it("that nobody takes hold up nothing", () =>
    inFolder({ "log.json": readings("log", 1) }, async (folder) => {
      const { code } = await mnema(["ingest", `${folder}/log.json`, "--memory", "m", "--data", folder, "--json"], {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
        OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      });
      expect(code).toBe(0);
    }));
});

describe("LangSmith", () => {
  it("is told of the graph and its nodes by its own variables, to the last of them before a command ends", async () => {
    const { url, received } = await receiver();
    await inFolder({ "log.json": readings("log", 5) }, async (folder) => {
      const environment = { LANGSMITH_TRACING: "true", LANGSMITH_ENDPOINT: url, LANGSMITH_API_KEY: "none", LANGSMITH_PROJECT: "tests" };
      const at = ["--memory", "m", "--data", folder, "--json"];
      expect((await mnema(["ingest", `${folder}/log.json`, ...at])).code).toBe(0);
      expect((await mnema(["ask", "What was the highest soil temperature?", ...at], environment)).code).toBe(0);
    });
    const runs = received.filter(({ path }) => path.startsWith("/runs"));
    expect(runs.length).toBeGreaterThan(0);
    expect(runs[0]?.headers["x-api-key"]).toBe("none");
    const told = runs.map(({ body }) => body).join("\n");
    for (const name of ["query", "context", "plan", "instantiate", "invoke", "answer"]) expect(told).toContain(`"name":"${name}"`);
    expect(told).toContain("tests");
    // Also how they ended.
    expect(told).toContain("end_time");
  });
});
