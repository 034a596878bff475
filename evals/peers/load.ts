import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MnemaError } from "../../core/errors.js";

/** A package of others with its version. */
export interface Loaded<Module> {
  readonly module: Module;
  readonly version: string;
}

/**
 * Loads a package that `npm run peers` puts beside this file, or that the repository has itself. `path` is what is imported of it.
 * NOT_FOUND, which says how to install it.
 */
export async function loadPeer<Module>(name: string, path: string = name): Promise<Loaded<Module>> {
  const manifest = await manifestOf(name, import.meta.dirname);
  if (manifest === null)
    throw new MnemaError("NOT_FOUND", `${name} is not installed: evaluations alone use it. Run "npm run peers".`, { place: name });
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  return { module: (await import(path)) as Module, version };
}

/** The package.json that an import from this folder finds; null when none. */
async function manifestOf(name: string, folder: string): Promise<string | null> {
  const manifest = join(folder, "node_modules", name, "package.json");
  const isThere = await access(manifest).then(
    () => true,
    () => false,
  );
  if (isThere) return manifest;
  return dirname(folder) === folder ? null : manifestOf(name, dirname(folder));
}
