#!/usr/bin/env node
import { Command, CommanderError } from "commander";
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

const program = new Command("mnema")
  .description("memory for agents that can be computed over, not only recalled")
  .option("--data <dir>", "folder of the memories (default: MNEMA_DATA, else ~/.mnema)")
  .option("--memory <id>", "whose memory")
  .option("--paper", "the paper's process to the letter: schemas are not joined, ranking is by similarity alone")
  .option("--json", "exactly one JSON document on stdout")
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

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? usage(error) : printFailure(error, process.argv.includes("--json"));
}

/** Help and version are no failures; anything else that commander refuses is a usage error. */
function usage({ code, message }: CommanderError): number {
  if (code === "commander.helpDisplayed" || code === "commander.help" || code === "commander.version") return EXIT.done;
  if (process.argv.includes("--json")) printFailure(new MnemaError("USAGE", message.replace(/^error: /, "")), true);
  return EXIT.usage;
}
