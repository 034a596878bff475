import { type Attributes, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { MnemaError } from "../core/errors.js";

/**
 * Does `work` in a span of OpenTelemetry, below the one that is active; without a tracer this costs next to nothing. Spans
 * tell names, counts and codes, never what was said: no text of a round, a question or an error is in one.
 */
export function inSpan<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer("mnema").startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const code = codeOf(error);
      span.setAttribute("error.type", code);
      // A graph that waits for a person has not failed.
      if (code !== "GraphInterrupt") span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}

function codeOf(error: unknown): string {
  if (MnemaError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : "Error";
}
