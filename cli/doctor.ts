import type { Command } from "commander";
import { doctor } from "../memory/doctor.js";
import { runUnopened } from "./context.js";
import { EXIT } from "./output.js";

/** `mnema doctor`: what is configured, reachable, missing, and what to do. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("what is configured, reachable, missing, and what to do")
    .action(
      runUnopened(async ({ config, output }) => {
        const checks = await doctor(config);
        const mark = { ok: "ok     ", off: "off    ", missing: "missing" };
        const lines = checks.flatMap(({ name, state, detail, advice }) => [
          `${mark[state]} ${name}: ${detail}`,
          ...(advice === null ? [] : [`        → ${advice}`]),
        ]);
        output.result({ checks }, lines.join("\n"));
        return checks.some(({ state }) => state === "missing") ? EXIT.failed : EXIT.done;
      }),
    );
}
