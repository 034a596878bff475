import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Express, Request, Response } from "express";
import helmet from "helmet";

/** Where `scripts/build-web.mjs` leaves the page: beside this file, in a checkout and in what is packed. */
const BUILT = join(import.meta.dirname, "web", "dist");

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
};

const NOT_BUILT = "The page is not built. Run `npm run build:web`, then start the server again. The API works: see /docs.\n";

/**
 * What the page may do: its own scripts and styles, requests to this server, pictures that it fetched itself. No script
 * may turn text into HTML either (Trusted Types), whatever a memory or a model says.
 */
const policy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "blob:"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
});

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed when it was built, by content coding; the best first. */
  readonly coded: ReadonlyMap<string, Buffer>;
  /** Named by its content: it never changes. */
  readonly fixed: boolean;
}

/** Serves the page under `/`, to all: it holds nothing of any memory. A few files, read once; no path reaches the disk. */
export function mountPage(app: Express): void {
  const assets = readAssets(BUILT);
  const index = assets.get("/index.html");
  app.get("/", policy, (request, response) => {
    if (index === undefined) return void response.status(503).type("text/plain").send(NOT_BUILT);
    send(request, response, index);
  });
  for (const [path, asset] of assets) app.get(path, policy, (request, response) => send(request, response, asset));
}

function send(request: Request, response: Response, { type, plain, coded, fixed }: Asset): void {
  const coding = [...coded.keys()].find((name) => request.acceptsEncodings(name)) ?? "";
  response.set({
    "Content-Type": type,
    Vary: "Accept-Encoding",
    "Cache-Control": fixed ? "public, max-age=31536000, immutable" : "no-cache",
    ...(coded.has(coding) ? { "Content-Encoding": coding } : {}),
  });
  response.send(coded.get(coding) ?? plain);
}

/** Every file of the built page by its address. None when it is not built. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (type === undefined || !entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const codings = [
      ["br", ".br"],
      ["gzip", ".gz"],
    ] as const;
    const coded = codings.flatMap(([coding, ending]) =>
      existsSync(path + ending) ? ([[coding, readFileSync(path + ending)]] as const) : [],
    );
    const address = path.slice(folder.length).replaceAll("\\", "/");
    assets.set(address, { type, plain: readFileSync(path), coded: new Map(coded), fixed: address.startsWith("/assets/") });
  }
  return assets;
}
