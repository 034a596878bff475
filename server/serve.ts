import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MnemaError } from "../core/errors.js";
import type { Logger } from "../memory/logger.js";
import type { Mnema } from "../memory/mnema.js";
import { isLoopback } from "./access.js";
import { createApp } from "./app.js";
import { createMetrics } from "./metrics.js";
import { secretFolders } from "./problem.js";
import { createRuns } from "./runs/runs.js";
import { uploadsIn } from "./runs/uploads.js";
import { SERVER_DEFAULTS, type ServerSettings, type Service } from "./service.js";

export interface ServeOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly logger: Logger;
  readonly settings?: Partial<ServerSettings>;
  readonly clock?: () => Date;
}

export interface Server {
  readonly url: string;
  /** Takes no more requests; what runs ends in time, or goes on from its checkpoint in the next server. */
  close(): Promise<void>;
}

/**
 * How long a connection that nobody uses is kept, in milliseconds: longer than clients and proxies keep theirs (up to a minute),
 * or one sends a request on it in the moment in which it is closed.
 */
const KEEP_ALIVE_MS = 65_000;

/** Listens, and takes up the runs that an earlier server left. USAGE for an address that others reach while there are no keys. */
export async function serve(mnema: Mnema, { host, port, logger, settings, clock = () => new Date() }: ServeOptions): Promise<Server> {
  if (!isLoopback(host) && (await mnema.space.services.keys()).length === 0)
    throw new MnemaError(
      "USAGE",
      `Others can reach ${host}, and there are no API keys. Make one with \`mnema keys add\`, or serve on 127.0.0.1.`,
      { place: "--host" },
    );
  const metrics = createMetrics();
  const ending = new AbortController();
  const { dataFolder, datasetsFolder } = mnema.config;
  const runs = createRuns(mnema, uploadsIn(dataFolder), metrics, logger, clock);
  const limits: ServerSettings = { ...SERVER_DEFAULTS, ...settings };
  const secrets = secretFolders(dataFolder, datasetsFolder);
  const service: Service = { mnema, runs, metrics, settings: limits, logger, clock, secrets, ending: ending.signal };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createApp(service));
  await listening(server, host, port);
  await runs.takeUp();
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`,
    close: async () => {
      ending.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => server.closeAllConnections(), limits.drainMs);
      server.closeIdleConnections();
      await Promise.all([closed, runs.drain(limits.drainMs)]);
      clearTimeout(cut);
    },
  };
}

function listening(server: ReturnType<typeof createServer>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new MnemaError("USAGE", `Cannot listen on ${host}:${port} (${code}). Choose another with --host or --port.`, { place: "--port" }),
      ),
    );
    server.listen(port, host, resolve);
  });
}
