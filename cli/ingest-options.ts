import { InvalidArgumentError, type Command } from "commander";
import { MnemaError } from "../core/errors.js";
import { createSpending } from "../decisions/spending.js";
import type { IngestOptions, IngestReport } from "../memory/ingest.js";
import { type Context, memoryId } from "./context.js";
import { EXIT } from "./output.js";

/** Reasons why rounds wait that are told at once. */
const REASONS = 5;

/** Bounds of what a command spends on its model. */
export function addSpending(command: Command): Command {
  return command
    .option("--max-tokens <n>", "stop, in order, once the model took this many tokens", positive)
    .option("--max-cost <amount>", "stop, in order, once the model cost this much (prices: MNEMA_MODEL_PRICE)", positive);
}

/** The budget that a command line gives. USAGE for a cost that nothing could be reckoned by. */
export function spendingOf({ options, mnema }: Context): Pick<IngestOptions, "budget"> {
  const { maxTokens: tokens, maxCost: cost } = options as { maxTokens?: number; maxCost?: number };
  const price = mnema.config.model?.price;
  if (cost !== undefined && mnema.config.model !== null && price === undefined)
    throw new MnemaError(
      "USAGE",
      "--max-cost needs prices. Set MNEMA_MODEL_PRICE to what a million tokens cost, in and out, as 0.15/0.60.",
      {
        place: "--max-cost",
      },
    );
  if (tokens === undefined && cost === undefined) return {};
  return {
    budget: createSpending({
      ...(tokens === undefined ? {} : { tokens }),
      ...(cost === undefined ? {} : { cost }),
      ...(price === undefined ? {} : { price }),
    }),
  };
}

/** Says what an ingest left undone; the exit code that fits it. */
export async function describeEnd(context: Context, { failed, stopped, lost }: IngestReport): Promise<number> {
  const { mnema, output } = context;
  if (stopped !== undefined) output.note(stopped);
  if (failed > 0) {
    const { store } = await mnema.memory(memoryId(context));
    const reasons = new Set((await store.log.parked()).map(({ parked }) => parked ?? ""));
    for (const reason of [...reasons].slice(0, REASONS)) output.note(`parked: ${reason}`);
    output.note('"mnema audit" names the rounds that wait; the next ingest, or "mnema retry", takes them up.');
  }
  return failed > 0 || stopped !== undefined || lost !== undefined ? EXIT.parked : EXIT.done;
}

function positive(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It is a number above 0.");
}
