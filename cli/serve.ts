import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { InvalidArgumentError, type Command } from "commander";
import { createLogger } from "../memory/logger.js";
import { SERVER_DEFAULTS } from "../server/service.js";
import { run } from "./context.js";

/** `mnema serve [--host H] [--port P]`: until SIGTERM or Ctrl-C, which let what runs end. */
export function addServe(program: Command): void {
  program
    .command("serve")
    .description("answer over HTTP; see docs/http.md")
    .option("--host <address>", "address to listen on; one that others reach needs API keys", "127.0.0.1")
    .option("--port <number>", "port to listen on", port, 8787)
    .option("--upload-mb <number>", "largest upload, in MiB", atLeastOne, SERVER_DEFAULTS.uploadBytes / 2 ** 20)
    .option("--rate <number>", "requests a minute from one API key", atLeastOne, SERVER_DEFAULTS.requestsPerMinute)
    .action(
      run(async ({ mnema, output, options }) => {
        const { host, port, uploadMb, rate } = options as unknown as { host: string; port: number; uploadMb: number; rate: number };
        // A server shares its machine: V8 would let garbage grow to several times what is in use before it collects it.
        setFlagsFromString("--heap-growing-percent=100");
        // Loaded only where it is used: it costs every command a tenth of a second else.
        const { serve } = await import("../server/serve.js");
        const stop = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
        const settings = { uploadBytes: uploadMb * 2 ** 20, requestsPerMinute: rate };
        const server = await serve(mnema, { host, port, settings, logger: createLogger(mnema.config.logLevel) });
        output.result({ url: server.url }, `Mnema is at ${server.url} (its API: ${server.url}/docs). End it with Ctrl-C.`);
        await stop;
        output.note("Ending: what runs may finish.");
        await server.close();
      }),
    );
}

function port(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new InvalidArgumentError("A port is a whole number from 0 (any that is free) to 65535.");
}

function atLeastOne(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError("It is a whole number of at least 1.");
}
