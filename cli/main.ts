#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { packageRoot } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { EXIT, printFailure } from "./output.js";

const json = process.argv.includes("--json");
const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
/** Help and version as they are printed: with `--json` they become one document. */
let printed = "";

const program = globalOptions(new Command("mnema"))
  .description("memory for agents that can be computed over, not only recalled")
  .version(version, "-V, --version", "the version of Mnema")
  .configureOutput({ writeOut: (text) => void (json ? (printed += text) : process.stdout.write(text)) })
  .showHelpAfterError()
  .exitOverride();

/** Commands by name: only the one that is called is loaded, since loading all of them takes longer than most take to work. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  ingest: async () => (await import("./ingest.js")).addIngest,
  ask: async () => (await import("./ask.js")).addAsk,
  chat: async () => (await import("./chat.js")).addChat,
  tables: async () => (await import("./tables.js")).addTables,
  show: async () => (await import("./show.js")).addShow,
  observations: async () => (await import("./observations.js")).addObservations,
  audit: async () => (await import("./audit.js")).addAudit,
  forget: async () => (await import("./forget.js")).addForget,
  export: async () => (await import("./export.js")).addExport,
  import: async () => (await import("./import.js")).addImport,
  edit: async () => (await import("./edit.js")).addEdit,
  rename: async () => (await import("./rename.js")).addRename,
  merge: async () => (await import("./rename.js")).addMerge,
  alike: async () => (await import("./rename.js")).addAlike,
  reembed: async () => (await import("./reembed.js")).addReembed,
  backup: async () => (await import("./backup.js")).addBackup,
  restore: async () => (await import("./backup.js")).addRestore,
  retry: async () => (await import("./retry.js")).addRetry,
  rebuild: async () => (await import("./rebuild.js")).addRebuild,
  serve: async () => (await import("./serve.js")).addServe,
  keys: async () => (await import("./keys.js")).addKeys,
  eval: async () => (await import("./eval.js")).addEval,
  doctor: async () => (await import("./doctor.js")).addDoctor,
  discern: async () => (await import("./discern.js")).addDiscern,
  design: async () => (await import("./design.js")).addDesign,
  mcp: async () => (await import("./mcp.js")).addMcp,
};

const called = calledCommand();
for (const load of called === undefined ? Object.values(COMMANDS) : [called]) (await load())(program);
// Subcommands are made before `exitOverride` could reach them by inheritance.
for (const command of program.commands) command.exitOverride().showHelpAfterError();

// Whoever reads the output may stop at any line (`mnema tables | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? EXIT.done : EXIT.failed));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? usage(error) : printFailure(error, json);
}

/** Those that stand before or after any command. */
function globalOptions(command: Command): Command {
  return command
    .option("--data <dir>", "folder of the memories (default: MNEMA_DATA, else ~/.mnema)")
    .option("--memory <id>", "whose memory")
    .option("--paper", "the paper's process to the letter: schemas are not joined, ranking is by similarity alone")
    .option("--json", "exactly one JSON document on stdout");
}

/** How to load the command that the command line names first; undefined where it names none that there is. */
function calledCommand(): (() => Promise<(program: Command) => void>) | undefined {
  try {
    const silent = globalOptions(new Command())
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    const [name] = silent.parseOptions(process.argv.slice(2)).operands;
    return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  } catch {
    // A command line that cannot be read is told of when it is parsed with all commands in place.
    return undefined;
  }
}

/** Help and version that were asked for are no failures; anything else that commander refuses is a usage error. */
function usage({ code, exitCode, message }: CommanderError): number {
  if (exitCode === 0) {
    if (json) process.stdout.write(`${JSON.stringify(code === "commander.version" ? { version } : { help: printed })}\n`);
    return EXIT.done;
  }
  const what = code === "commander.help" ? 'Name a command. "mnema --help" lists them.' : message.replace(/^error: /, "");
  if (json) printFailure(new MnemaError("USAGE", what), true);
  return EXIT.usage;
}
