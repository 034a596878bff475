import type { Command } from "commander";
import { audit } from "../memory/audit.js";
import { memoryId, run } from "./context.js";
import { EXIT } from "./output.js";

/** `mnema audit`: proves that every round is represented, skipped with a reason, or pending. */
export function addAudit(program: Command): void {
  program
    .command("audit")
    .description("account for every round that came in")
    .action(
      run(async (context) => {
        const { store } = await context.mnema.memory(memoryId(context));
        const { findings, notes, ...report } = await audit(store);
        const { rounds, represented, skipped, pending, ok } = report;
        const lines = findings.map((finding) => `  ${finding.subject}: ${finding.reason}`);
        context.output.result(
          notes.length > 0 ? { ...report, notes } : report,
          [
            `${rounds} rounds: ${represented} represented, ${skipped} skipped, ${pending} pending — ${ok ? "all accounted for" : "NOT all accounted for"}`,
            ...lines,
            ...notes.map((note) => `  note: ${note}`),
          ].join("\n"),
        );
        // The document has the counts alone: what is not as it should be is told beside it.
        if (context.output.json) for (const line of lines) context.output.note(line.trim());
        return ok ? EXIT.done : EXIT.failed;
      }),
    );
}
