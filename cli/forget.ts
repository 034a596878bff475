import type { Command } from "commander";
import { MnemaError } from "../core/errors.js";
import type { Forgettable } from "../memory/forget.js";
import { memoryId, run } from "./context.js";

/** `mnema forget --memory ID (--round RID | --session SID | --all) [--dry-run]` */
export function addForget(program: Command): void {
  program
    .command("forget")
    .description("remove a round, a session or the whole memory, with all that was made from it")
    .option("--round <id>", "one round, by one of its source ids")
    .option("--session <id>", "all rounds of a session")
    .option("--all", "the whole memory")
    .option("--dry-run", "only say what would be removed")
    .action(
      run(async (context) => {
        const { options, mnema, output } = context;
        const dryRun = options["dryRun"] === true;
        const report = await mnema.forget(memoryId(context), whatToForget(options), { dryRun });
        const rounds = `${report.rounds} ${report.rounds === 1 ? "round" : "rounds"}`;
        const pending = report.pending ? "; a reader keeps the text on disk until it ends" : "";
        output.result(report, dryRun ? `${rounds} would be forgotten` : `${rounds} forgotten${pending}`);
      }),
    );
}

function whatToForget({ round, session, all }: Readonly<Record<string, unknown>>): Forgettable {
  const named = [
    ...(typeof round === "string" ? [{ round }] : []),
    ...(typeof session === "string" ? [{ session }] : []),
    ...(all === true ? [{ all: true as const }] : []),
  ];
  const [what] = named;
  if (what === undefined || named.length > 1)
    throw new MnemaError("USAGE", "Say what to forget: one of --round ID, --session ID or --all.");
  return what;
}
