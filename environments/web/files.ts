import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type { BrowserContext, Route } from "playwright-core";

/** A folder, and the address at which it seems to lie. No such host exists, and none is ever asked. */
export interface Served {
  readonly root: string;
  readonly address: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".gif": "image/gif",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** Answers every request of a context from the files of the folder that is served at the time; nothing reaches a network. */
export async function serveFiles(context: BrowserContext, served: Served): Promise<void> {
  await context.routeWebSocket(/.*/, (socket) => void socket.close());
  // A page that was left meanwhile takes no answer.
  await context.route(/.*/, (route) => answer(route, served).catch(() => undefined));
}

async function answer(route: Route, { root, address }: Served): Promise<void> {
  const { origin, pathname } = new URL(route.request().url());
  if (origin !== address) return route.abort("blockedbyclient");
  const path = pathIn(root, pathname);
  const body = path === null ? null : await readFile(path).catch(() => null);
  if (path === null || body === null) return route.fulfill({ status: 404, body: "" });
  return route.fulfill({ status: 200, body, contentType: TYPES[extname(path).toLowerCase()] ?? "application/octet-stream" });
}

/** Null for what is no path, or leads out of the folder. */
function pathIn(root: string, pathname: string): string | null {
  try {
    const path = normalize(join(root, decodeURIComponent(pathname)));
    return path.startsWith(root + sep) ? path : null;
  } catch {
    return null;
  }
}
