import type { Config } from "../config.js";

/** What a process tells of its work elsewhere: to an OTLP endpoint, to LangSmith, to both or to none. */
export interface Tracing {
  /** Sends what waits to be sent. A receiver that cannot be reached is no error. */
  flush(): Promise<void>;
}

type Sender = () => Promise<void>;

/** One for the process: OpenTelemetry has one global tracer. */
let otlp: Promise<Sender> | null = null;

/**
 * Sends spans to the OTLP endpoint of the environment. Where the program that uses us has a tracer of its own, spans go to
 * that one. LangSmith is told by LangChain itself; only what waits at the end is ours to send.
 */
export async function startTracing({ tracing }: Pick<Config, "tracing">): Promise<Tracing> {
  const senders: Sender[] = [];
  if (tracing.otlp !== null) senders.push(await (otlp ??= sendSpans(tracing.otlp)));
  if (tracing.langsmith) senders.push((await import("@langchain/core/callbacks/promises")).awaitAllCallbacks);
  return { flush: async () => void (await Promise.allSettled(senders.map((send) => send()))) };
}

/** Loaded only where it is used: it costs every command a tenth of a second else. */
async function sendSpans({ url, service }: { readonly url: string; readonly service: string }): Promise<Sender> {
  const [{ context, trace }, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base"),
    ]);
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  if (!trace.setGlobalTracerProvider(provider)) return async () => provider.shutdown();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return () => provider.forceFlush();
}
