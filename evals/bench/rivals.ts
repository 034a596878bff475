import { createRequire } from "node:module";

const require = createRequire(new URL("rivals/package.json", import.meta.url));

/** A library that is compared with, from evals/bench/rivals; an error that says how to install it where it is missing. */
export function rival<Module>(name: string): Module {
  try {
    return require(name) as Module;
  } catch (error) {
    if ((error as { code?: string }).code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(`${name} is compared with and is not installed. Run \`npm run rivals\` once.`, { cause: error });
  }
}
