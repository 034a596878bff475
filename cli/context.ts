import type { Command } from "commander";
import { type Config, readConfig } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { ensureDataFolder } from "../memory/data-folder.js";
import type { Mnema } from "../memory/mnema.js";
import { createOutput, EXIT, type Output, printFailure } from "./output.js";

/** Options that every command has. */
export interface GlobalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly paper?: boolean;
  readonly memory?: string;
}

export interface Context {
  readonly mnema: Mnema;
  readonly output: Output;
  readonly options: GlobalOptions & Readonly<Record<string, unknown>>;
}

/**
 * Wraps a command: opens Mnema, runs it, closes, and turns errors into exit codes. The action returns its exit
 * code, or nothing for 0.
 */
export function run<Arguments extends unknown[]>(action: (context: Context, ...args: Arguments) => Promise<number | void>) {
  return async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const options = command.optsWithGlobals<GlobalOptions & Record<string, unknown>>();
    const output = createOutput(options.json === true);
    let mnema: Mnema | undefined;
    try {
      const config = configured(options);
      if (config.neo4j === null) ensureDataFolder(config.dataFolder);
      // Loaded when it is needed: help and usage errors come without waiting for it.
      const { openMnema } = await import("../memory/open.js");
      mnema = await openMnema(config, { settings: { paper: options.paper === true } });
      process.exitCode = (await action({ mnema, output, options }, ...(received.slice(0, -2) as Arguments))) ?? EXIT.done;
    } catch (error) {
      process.exitCode = printFailure(error, output.json);
    } finally {
      // What goes wrong by now is told beside the one document.
      await mnema?.close().catch((error: unknown) => output.note(`The memory did not close in order: ${String(error)}`));
    }
  };
}

/** What the environment configures, but for what the command line says otherwise. */
function configured({ data }: GlobalOptions): Config {
  if (data?.trim() === "")
    throw new MnemaError("USAGE", "--data names a folder. Leave it out for MNEMA_DATA or ~/.mnema.", { place: "--data" });
  const config = readConfig();
  return { ...config, dataFolder: data ?? config.dataFolder };
}

/** As `run`, for a command that must work when nothing can be opened. */
export function runUnopened(action: (context: { readonly config: Config; readonly output: Output }) => Promise<number>) {
  return async (...received: unknown[]): Promise<void> => {
    const options = (received.at(-1) as Command).optsWithGlobals<GlobalOptions>();
    const output = createOutput(options.json === true);
    try {
      process.exitCode = await action({ config: configured(options), output });
    } catch (error) {
      process.exitCode = printFailure(error, output.json);
    }
  };
}

/** The memory that the command names; USAGE when it names none. */
export function memoryId({ options }: Context): string {
  if (options.memory === undefined || options.memory === "")
    throw new MnemaError("USAGE", "Name the memory with --memory ID.", { place: "--memory" });
  return options.memory;
}
