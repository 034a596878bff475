import type { Command } from "commander";
import { DISCERN_DEFAULTS, type DiscernSettings } from "../core/discern/settings.js";
import { MnemaError } from "../core/errors.js";
import { formatScore } from "../core/numbers.js";
import { ENVIRONMENT_NAMES, HOST_NAMES } from "../memory/arena-names.js";
import type { DiscernReport } from "../memory/discern.js";
import { reportStreams, type RuleCard, type StreamReport, viewRules } from "../memory/rules-view.js";
import { type StreamDetail, streamDetail } from "../memory/stream-detail.js";
import { run } from "./context.js";
import { count, signed, teamMemory } from "./shared.js";

interface RunOptions {
  readonly env: string;
  readonly host: string;
  readonly source?: string;
  readonly limit?: number;
  readonly label?: string;
  readonly replays?: number;
  readonly maxTokens?: number;
  readonly set?: readonly string[];
}

/** `mnema discern run | rules [ID] | report`: rules that a team's roles own, and what replay shows of them. */
export function addDiscern(program: Command): void {
  const discern = program.command("discern").description("rules that a team's roles own, kept as far as replay shows that they help");
  discern
    .command("run")
    .description("let a team do a stream of tasks and learn from it; goes on where it stopped")
    .requiredOption("--env <name>", `world: ${ENVIRONMENT_NAMES.join(", ")}`)
    .requiredOption("--host <name>", `team: ${HOST_NAMES.join(", ")}`)
    .option("--source <path>", "tasks: a file or folder; default: the world's folder in MNEMA_DATASETS")
    .option("--limit <n>", "tasks to do at most", count)
    .option("--label <name>", "a stream of its own over the same tasks")
    .option("--replays <n>", "replays that this run may spend", count)
    .option("--max-tokens <n>", "tokens that this run may spend", count)
    .option("--set <name=value...>", `settings: ${Object.keys(DISCERN_DEFAULTS).join(", ")}`)
    .action(
      run(async (context) => {
        const { env, host, source, limit, label, replays, maxTokens, set } = context.options as unknown as RunOptions;
        const report = await context.mnema.discern(teamMemory(context), {
          environment: env,
          host,
          ...(source === undefined ? {} : { source }),
          ...(limit === undefined ? {} : { limit }),
          ...(label === undefined ? {} : { label }),
          ...(replays === undefined ? {} : { replays }),
          ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
          settings: readSettings(set ?? []),
          onProgress: ({ step, ordinal, total, task, score, rule, text }) => {
            if (step === "done") return;
            const told = [rule, score === undefined ? undefined : short(score), text].filter((part) => part !== undefined);
            context.output.note(`[${ordinal + 1}/${total}] ${task} ${step} ${told.join(" ")}`);
          },
        });
        context.output.result(report, describeRun(report));
      }),
    );
  discern
    .command("rules")
    .description("rules with scope, versions, effects by task and states")
    .argument("[id]", "only this one")
    .option("--stream <name>", "only of this stream")
    .action(
      run(async (context, id: string | undefined) => {
        const { store } = await context.mnema.memory(teamMemory(context));
        const stream = context.options["stream"] as string | undefined;
        const cards = await viewRules(store.rules, { ...(id === undefined ? {} : { id }), ...(stream === undefined ? {} : { stream }) });
        const text = id === undefined ? cards.map(describeLine) : cards.map(describeCard);
        context.output.result(cards, text.join("\n") || "No rules yet: run `mnema discern run` first.");
      }),
    );
  discern
    .command("report")
    .description("streams as the paper reports them: scores, revisions, use, states, cost")
    .argument("[stream]", "only this one")
    .action(
      run(async (context, stream: string | undefined) => {
        const { store } = await context.mnema.memory(teamMemory(context));
        const reports: FullReport[] = [];
        for (const report of await reportStreams(store.rules, stream))
          reports.push({ ...report, ...(await streamDetail(store, report.stream)) });
        context.output.result(reports, reports.map(describeReport).join("\n\n") || "No streams yet: run `mnema discern run` first.");
      }),
    );
}

/** `injected=2`, `repairValidation=false`. USAGE for an unknown name or a value of another kind. */
function readSettings(pairs: readonly string[]): Partial<DiscernSettings> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", text = ""] = pair.split("=", 2);
      const known = Object.hasOwn(DISCERN_DEFAULTS, name) ? DISCERN_DEFAULTS[name as keyof DiscernSettings] : undefined;
      const value = typeof known === "boolean" ? { true: true, false: false }[text] : text === "" ? undefined : Number(text);
      if (known === undefined || value === undefined || Number.isNaN(value))
        throw new MnemaError("USAGE", `"${pair}" is no setting. Write one of ${Object.keys(DISCERN_DEFAULTS).join(", ")} with =value.`, {
          place: pair,
        });
      return [name, value];
    }),
  );
}

type FullReport = StreamReport & StreamDetail;

/** Rules that a report names at most. */
const NAMED = 10;

function describeRun({ stream, tasks, score, rules, replays, tokens, failed, stopped, ms }: DiscernReport): string {
  return [
    `${stream}: ${tasks} tasks, mean score ${score === null ? "–" : short(score)}`,
    `rules: ${rules.active} active, ${rules.provisional} provisional, ${rules.inactive} inactive`,
    `${replays} replays, ${tokens} tokens, ${ms} ms`,
    ...describeFailed(failed),
    ...(stopped === null ? [] : [`stopped: ${stopped}`]),
  ].join("\n");
}

function describeLine({ id, owner, state, effect, uses, body }: RuleCard): string {
  return `${id}  ${state.padEnd(11)} ${owner.padEnd(10)} ${signed(effect).padStart(7)}  ${uses}×  ${body}`;
}

function describeCard(card: RuleCard): string {
  const { interval } = card;
  return [
    `${card.body}`,
    `  ${card.id} · ${card.stream} · ${card.owner} · ${card.state} · used ${card.uses}×`,
    ...card.useWhen.map((condition) => `  use when    ${condition}`),
    ...card.avoidWhen.map((condition) => `  avoid when  ${condition}`),
    `  effect ${signed(card.effect)}${interval === null ? "" : ` [${signed(interval.low)}, ${signed(interval.high)}]`}`,
    ...card.effects.map(
      ({ task, with: supplied, without, attribution, origin }) =>
        `    ${task}: ${short(supplied)} with, ${short(without)} without (${origin}${attribution === "none" ? "" : `, ${attribution}`})`,
    ),
    ...card.versions.map(({ version, body, correction }) => `  v${version} ${body}${correction === null ? "" : ` — ${correction}`}`),
    ...card.transitions.map(({ to, reason, task }) => `  → ${to} (${reason}, ${task})`),
  ].join("\n");
}

function describeFailed(failed: Readonly<Record<string, number>>): string[] {
  const counts = Object.entries(failed).map(([name, count]) => `${name} ${count}×`);
  return counts.length === 0 ? [] : [`failed decisions: ${counts.join(", ")}; their steps went on without`];
}

function describeReport(report: FullReport): string {
  const { interval, states, revised, gain, depths, ages } = report;
  const aged = (share: number) => percent(ages[Math.floor(share * (ages.length - 1))] ?? null);
  return [
    `${report.stream}: ${report.tasks} tasks, mean score ${short(report.score)}${interval === null ? "" : ` [${short(interval.low)}, ${short(interval.high)}]`}`,
    ...(gain === null ? [] : [`  against no rules, ${gain.count} tasks: ${signed(gain.mean)} ${range(gain)}`]),
    `  ${report.rules} rules: ${percent(states.active)} active, ${percent(states.provisional)} provisional, ${percent(states.inactive)} inactive`,
    `  supplied ${report.injections}×; ${percent(report.utilisation)} of the rules at least once; the most used tenth ${percent(report.concentration)} of the times`,
    `  revised: ${percent(revised.ofStore)} of the rules, ${percent(revised.ofInjections)} of the times supplied`,
    `  times repaired: ${depths.map((rules, depth) => `${depth}: ${rules}`).join(", ") || "–"}; ratio of shares ${short(revised.ratio)}`,
    `  age when supplied: median ${percent(report.medianAge)} of the stream, 5th to 95th percentile ${aged(0.05)} to ${aged(0.95)}`,
    ...report.effects
      .slice(0, NAMED)
      .map(({ id, state, body, effect }) => `  ${id} ${signed(effect.mean)} ${range(effect)} on ${effect.count} tasks, ${state}: ${body}`),
    ...(report.effects.length > NAMED ? [`  … and ${report.effects.length - NAMED} more`] : []),
    ...describeFailed(report.failed).map((line) => `  ${line}`),
    ...Object.entries(report.ledger).map(([purpose, { runs, tokens, ms }]) => `  ${purpose}: ${runs} runs, ${tokens} tokens, ${ms} ms`),
  ].join("\n");
}

function range({ low, high }: { readonly low: number; readonly high: number }): string {
  return `[${signed(low)}, ${signed(high)}]`;
}

function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(1000 * share) / 10} %`;
}

function short(value: number | null): string {
  return value === null ? "–" : formatScore(value);
}
