import type { Command } from "commander";
import { MnemaError } from "../core/errors.js";
import { addKey } from "../server/keys.js";
import type { ApiKeyRecord } from "../stores/contract.js";
import { run } from "./context.js";

/** `mnema keys add NAME (--memory ID | --memories IDS… | --all) [--read]`, `mnema keys list`, `mnema keys remove ID` */
export function addKeys(program: Command): void {
  const keys = program.command("keys").description("API keys of `mnema serve`");
  keys
    .command("add")
    .description("make a key; it is shown once and only its hash is kept")
    .argument("<name>", "what it is for")
    .option("--memories <ids...>", "memories that it opens (--memory names one)")
    .option("--all", "it opens every memory, and may make new ones")
    .option("--read", "it reads and asks only")
    .action(
      run(async ({ mnema, output, options }, name: string) => {
        const access = options["read"] === true ? "read" : "write";
        const { key, record } = await addKey(mnema.space.services, { name, memories: opened(options), access }, () => new Date());
        output.result({ key, ...shown(record) }, `${key}\n${describe(record)}\nKeep it: it is not shown again.`);
      }),
    );
  keys
    .command("list")
    .description("keys that there are, without the keys themselves")
    .action(
      run(async ({ mnema, output }) => {
        const records = await mnema.space.services.keys();
        output.result(
          { keys: records.map(shown) },
          records.map(describe).join("\n") || "There are no API keys: only this machine is served.",
        );
      }),
    );
  keys
    .command("remove")
    .description("end a key; it is refused from now on")
    .argument("<id>")
    .action(
      run(async ({ mnema, output }, id: string) => {
        if (!(await mnema.space.services.removeKey(id)))
          throw new MnemaError("NOT_FOUND", `There is no API key "${id}". \`mnema keys list\` shows those that are.`, { place: id });
        output.result({ removed: id }, `${id} removed`);
      }),
    );
  for (const command of keys.commands) command.exitOverride().showHelpAfterError();
}

function opened({ memory, memories, all }: { memory?: string; memories?: unknown; all?: unknown }): string[] | null {
  const named = [...(memory === undefined ? [] : [memory]), ...((memories as string[] | undefined) ?? [])];
  if (named.length > 0 === (all === true)) throw new MnemaError("USAGE", "Say what the key opens: --memory ID, --memories IDS or --all.");
  return all === true ? null : [...new Set(named)];
}

function shown({ id, name, memories, access, createdAt }: ApiKeyRecord): Omit<ApiKeyRecord, "hash"> {
  return { id, name, memories, access, createdAt };
}

function describe({ id, name, memories, access, createdAt }: ApiKeyRecord): string {
  return `${id}  ${access === "read" ? "reads" : "reads and writes"} ${memories === null ? "every memory" : memories.join(", ")}  ${name}  (${createdAt.slice(0, 10)})`;
}
