import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { BrowserContext, Route } from "playwright-core";

/** What pages may read of a disk. */
export interface Shelf {
  /** Folder that paths of addresses begin at. */
  readonly root: string;
  /** Paths of folders in it; `""` is itself. Nothing outside these is read. */
  readonly folders: readonly string[];
}

/** A shelf, and the address at which it seems to lie. No such host exists, and none is ever asked. */
export interface Served extends Shelf {
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

async function answer(route: Route, served: Served): Promise<void> {
  const { origin, pathname } = new URL(route.request().url());
  if (origin !== served.address) return route.abort("blockedbyclient");
  const path = await fileOn(served, pathname);
  const body = path === null ? null : await readFile(path).catch(() => null);
  if (path === null || body === null) return route.fulfill({ status: 404, body: "" });
  return route.fulfill({ status: 200, body, contentType: TYPES[extname(path).toLowerCase()] ?? "application/octet-stream" });
}

/**
 * The file that the path of an address names. Null for what is no file, lies outside the folders of the shelf (by its real path:
 * links lead nowhere else), or is hidden.
 */
export async function fileOn({ root, folders }: Shelf, pathname: string): Promise<string | null> {
  try {
    const [top, path] = await Promise.all([realpath(root), realpath(join(root, decodeURIComponent(pathname)))]);
    const parts = relative(top, path).split(sep);
    const isOpen = folders.some((folder) => (folder === "" ? [] : folder.split("/")).every((part, index) => part === parts[index]));
    // Also ".." begins so.
    const isHidden = parts.some((part) => part.startsWith("."));
    return isOpen && !isHidden && (await stat(path)).isFile() ? path : null;
  } catch {
    return null;
  }
}
