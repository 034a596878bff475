#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { packageRoot } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { addAsk } from "./ask.js";
import { addAudit } from "./audit.js";
import { addChat } from "./chat.js";
import { addDiscern } from "./discern.js";
import { addDoctor } from "./doctor.js";
import { addEval } from "./eval.js";
import { addForget } from "./forget.js";
import { addIngest } from "./ingest.js";
import { addMcp } from "./mcp.js";
import { addKeys } from "./keys.js";
import { addObservations } from "./observations.js";
import { EXIT, printFailure } from "./output.js";
import { addServe } from "./serve.js";
import { addShow } from "./show.js";
import { addTables } from "./tables.js";
import { addTransfer } from "./transfer.js";

const json = process.argv.includes("--json");
const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
/** Help and version as they are printed: with `--json` they become one document. */
let printed = "";

const program = new Command("mnema")
  .description("memory for agents that can be computed over, not only recalled")
  .option("--data <dir>", "folder of the memories (default: MNEMA_DATA, else ~/.mnema)")
  .option("--memory <id>", "whose memory")
  .option("--paper", "the paper's process to the letter: schemas are not joined, ranking is by similarity alone")
  .option("--json", "exactly one JSON document on stdout")
  .version(version, "-V, --version", "the version of Mnema")
  .configureOutput({ writeOut: (text) => void (json ? (printed += text) : process.stdout.write(text)) })
  .showHelpAfterError()
  .exitOverride();

const commands = [
  addIngest,
  addAsk,
  addChat,
  addTables,
  addShow,
  addObservations,
  addAudit,
  addForget,
  addTransfer,
  addServe,
  addKeys,
  addEval,
  addDoctor,
  addDiscern,
  addMcp,
];
for (const add of commands) add(program);
// Subcommands are made before `exitOverride` could reach them by inheritance.
for (const command of program.commands) command.exitOverride().showHelpAfterError();

// Whoever reads the output may stop at any line (`mnema tables | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? EXIT.done : EXIT.failed));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? usage(error) : printFailure(error, json);
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
