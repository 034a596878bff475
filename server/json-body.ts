import type { RequestHandler } from "express";
import { MnemaError } from "../core/errors.js";

/**
 * Reads a JSON body of at most `limit` bytes into `request.body`. Beyond it the request is refused at once: Express's own
 * reader first takes in what is left, however much that is.
 */
export function jsonBody(limit: number): RequestHandler {
  return async (request, _response, next) => {
    const length = request.headers["content-length"];
    if (length === "0" || (length ?? request.headers["transfer-encoding"]) === undefined) throw invalid("The body is empty. Send JSON.");
    if (!request.is("application/json") || request.headers["content-encoding"] !== undefined)
      throw new MnemaError("UNSUPPORTED_TYPE", "Send the body as application/json, without content encoding.");
    const tooLarge = new MnemaError("TOO_LARGE", `A JSON body has at most ${limit} bytes. docs/http.md names the limits.`);
    if (Number(length) > limit) throw tooLarge;
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Not destroyed when it is left, so that the refusal can still be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > limit) throw tooLarge;
      chunks.push(chunk as Buffer);
    }
    request.body = parse(Buffer.concat(chunks));
    next();
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid("The body is not valid JSON in UTF-8.");
  }
}

function invalid(message: string): MnemaError {
  return new MnemaError("INVALID_INPUT", message, { place: "body" });
}
