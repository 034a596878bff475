import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { learn } from "../care/learning.js";
import { openInFolder, type Opened } from "../care/opened.js";

const exporter = new InMemorySpanExporter();
let learning: Opened;
beforeAll(async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  learning = await openInFolder();
});
afterAll(() => learning.close());

it("nodes, decisions and runs of the team are spans below the graph's, with purposes and without content", async () => {
  await learn(learning, await learning.memory("spans"), { tasks: 4 });
  const spans = exporter.getFinishedSpans();
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const above = (span: ReadableSpan): string[] => {
    const parent = byId.get(span.parentSpanContext?.spanId ?? "");
    return parent === undefined ? [] : [parent.name, ...above(parent)];
  };
  const named = (name: string) => spans.filter((span) => span.name === name);
  expect(named("graph discern").map(above)).toEqual([[]]);
  expect(named("graph discern")[0]?.attributes).toMatchObject({ "mnema.memory": "spans" });
  for (const node of ["take", "execute", "replays", "assess", "repair", "extract", "admit", "calibrate", "settle"])
    expect([node, named(`node ${node}`)[0] && above(named(`node ${node}`)[0] as ReadableSpan)]).toEqual([node, ["graph discern"]]);
  for (const [decision, node] of [
    ["check-scope", "node assess"],
    ["diagnose-content", "node assess"],
    ["repair-rule", "node repair"],
    ["extract-rule", "node extract"],
  ] as const)
    expect(named(`decision ${decision}`).map(above)).toContainEqual([node, "graph discern"]);
  // Rules are selected while the team is at work.
  expect(named("decision select-rules").map(above)).toContainEqual(["team run", "node execute", "graph discern"]);
  const purposes = new Set(named("team run").map(({ attributes }) => attributes["mnema.purpose"]));
  expect([...purposes]).toEqual(expect.arrayContaining(["original", "baseline", "repair", "calibration"]));
  expect(JSON.stringify(spans.map(({ name, attributes, events }) => ({ name, attributes, events })))).not.toMatch(/bench|garden|Use the/);
});
