import type { Command } from "commander";
import { MnemaError } from "../core/errors.js";
import type { Renaming } from "../memory/rename.js";
import { memoryId, run } from "./context.js";

/** `mnema rename attribute|table FROM TO`, `mnema rename attribute|table NAME --undo` */
export function addRename(program: Command): void {
  addNaming(program, "rename", "call an attribute or a table otherwise; nothing that was recorded changes, and it can be taken back");
}

/** `mnema alike`, `mnema alike --dry-run` */
export function addAlike(program: Command): void {
  program
    .command("alike")
    .description("merge attributes that mean the same under several names; each can be taken back with merge --undo")
    .option("--dry-run", "only say which")
    .action(
      run(async (context) => {
        const dryRun = context.options["dryRun"] === true;
        const { mnema, output } = context;
        const joined = await mnema.joinAlike(memoryId(context), { dryRun });
        const lines = joined.map(({ to, from }) => `${from.join(", ")} ${dryRun ? "may be" : "merged into"} ${to}`);
        output.result({ joined, dryRun }, lines.length === 0 ? "no two names that mean the same" : lines.join("\n"));
      }),
    );
}

/** `mnema merge attribute|table FROM INTO`, `mnema merge attribute|table NAME --undo` */
export function addMerge(program: Command): void {
  addNaming(program, "merge", "make two attributes or two tables one; nothing that was recorded changes, and it can be taken back");
}

function addNaming(program: Command, name: "rename" | "merge", description: string): void {
  program
    .command(name)
    .description(description)
    .argument("<kind>", "attribute or table")
    .argument("<from>")
    .argument("[to]")
    .option("--undo", "take back the names that were given to it")
    .action(
      run(async (context, kind: string, from: string, to: string | undefined) => {
        const undo = context.options["undo"] === true;
        if (kind !== "attribute" && kind !== "table")
          throw new MnemaError("USAGE", `Say "attribute" or "table", not "${kind}".`, { place: "kind" });
        if (undo === (to !== undefined))
          throw new MnemaError("USAGE", undo ? "Name one thing to take back." : "Say what it is called now.", { place: "to" });
        const renaming: Renaming = { kind, from, ...(to === undefined ? {} : { to }) };
        const { mnema, output } = context;
        const done = await mnema[name](memoryId(context), renaming);
        output.result(
          done,
          done.to === null ? `names of ${from} taken back` : `${from} ${done.done === "merged" ? "merged into" : "renamed to"} ${done.to}`,
        );
      }),
    );
}
