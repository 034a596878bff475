import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** What is measured, for Prometheus. Labels name routes and outcomes, never a memory or its content. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<"method" | "route" | "status">;
  readonly answers: Counter<"outcome">;
  readonly tokens: Counter;
  readonly runs: Counter<"outcome">;
  readonly waiting: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "mnema_http_request_seconds",
      help: "Time from a request to the end of its reply.",
      labelNames: ["method", "route", "status"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    answers: new Counter({ name: "mnema_answers_total", help: "Questions asked, by how they ended.", labelNames: ["outcome"], registers }),
    tokens: new Counter({ name: "mnema_answer_tokens_total", help: "Model tokens that answers took.", registers }),
    runs: new Counter({ name: "mnema_runs_total", help: "Ingest runs, by how they ended.", labelNames: ["outcome"], registers }),
    waiting: new Gauge({ name: "mnema_runs_waiting", help: "Ingest runs that wait or work.", registers }),
  };
}
