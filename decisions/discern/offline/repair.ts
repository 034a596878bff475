import type { RuleEdit } from "../../../core/discern/edits.js";
import type { Repairs, RepairRuleInput } from "../judgements.js";
import { actsOf, spoken } from "./acts.js";

interface Idea {
  readonly edit: RuleEdit;
  readonly change: string;
}

/**
 * Stand-in: edits that stop what the diagnosis found, the most pointed first; ideas that were rejected are left out, so
 * that each round tries others. Code carries them out and replays them.
 */
export function repairOffline(input: RepairRuleInput): Repairs {
  const tried = new Set(input.rejected.map(({ edit }) => JSON.stringify(edit)));
  const ideas = ideasFor(input).filter(({ edit }) => !tried.has(JSON.stringify(edit)));
  const candidates = ideas.slice(0, input.candidates).map(({ edit: { operation, anchor, text }, change }) => ({
    operation: operation as Exclude<RuleEdit["operation"], "NO_UPDATE">,
    anchor,
    text,
    evidence: [...input.diagnosis.trajectory_evidence_refs],
    expected_change: change,
    claimed_preserved_capability_ids: input.capabilities.map(({ id }) => id),
    handoffs: [],
  }));
  return { candidates, no_update_reason: candidates.length > 0 ? "" : "No further edit follows from the evidence." };
}

function ideasFor(input: RepairRuleInput): Idea[] {
  const {
    rule: { body },
    diagnosis: { specific_problem_type: type },
  } = input;
  const parts = suspectsFirst(input);
  const end = body.replace(/[.!\s]+$/, "");
  const tail = uniqueTail(end);
  const add = (text: string, change: string): Idea => ({ edit: { operation: "ADD", anchor: tail, text }, change });
  const stopUndoing = add("and never undo the last action", "Actions are no longer taken back at once.");
  const stopRepeating = add("and never repeat an action that had no effect", "The same action is not tried again.");
  const towardGoal = add("toward an unmet goal", "Only what serves an open goal is chosen.");
  const keepReached = add("and never change a satisfied goal", "What was reached stays.");
  const pointed =
    type === "wrong_condition"
      ? [...reversed(body), stopUndoing, towardGoal]
      : type === "missing_progress_check"
        ? [stopRepeating, stopUndoing, ...reversed(body)]
        : type === "wrong_stop_condition"
          ? [keepReached, towardGoal, ...reversed(body)]
          : type === "wrong_order" || type === "missing_step"
            ? [...swapped(body), towardGoal]
            : [towardGoal, stopUndoing, ...reversed(body)];
  const all =
    parts.length > 1
      ? [...parts.flatMap(softened), ...dropped(parts), stopUndoing, stopRepeating, keepReached]
      : [...pointed, ...softened(body), ...swapped(body), ...shortened(body), stopUndoing, stopRepeating, towardGoal, keepReached];
  return all.filter(
    ({ edit }, at) => unique(body, edit.anchor) && all.findIndex((other) => JSON.stringify(other.edit) === JSON.stringify(edit)) === at,
  );
}

/** The sentences of a rule, those first whose actions the run with it wasted more of than the run without. */
function suspectsFirst({ rule: { body }, goal, with: supplied, without }: RepairRuleInput): string[] {
  const wasted = (steps: RepairRuleInput["with"]["steps"]) =>
    actsOf(steps, goal).filter(({ legal, undoes, repeats, gain }) => !legal || gain < 0 || (gain === 0 && (undoes || repeats)));
  const [ruled, free] = [wasted(supplied.steps), wasted(without.steps)];
  const surplus = (sentence: string) => {
    const isMeant = ({ verb }: { readonly verb: string }) => ` ${sentence.toLowerCase()}`.includes(` ${spoken(verb)} `);
    return ruled.filter(isMeant).length - free.filter(isMeant).length;
  };
  const sentences = body.match(/[^.!?]+[.!?]?/g)?.map((sentence) => sentence.trim()) ?? [];
  return sentences.filter((sentence) => sentence !== "").sort((a, b) => surplus(b) - surplus(a));
}

/** What is asked for alone is asked for rather: `X only toward Y` as `Prefer to x toward Y`, `Never x` as it is. */
function softened(sentence: string): Idea[] {
  const found = /^(\S.*?) only (?=\S)/.exec(sentence);
  if (found === null || /^(?:never|do not|avoid) /i.test(sentence)) return [];
  const [anchor, asked = ""] = found;
  const text = `Prefer to ${asked.charAt(0).toLowerCase()}${asked.slice(1)} `;
  return [{ edit: { operation: "REPLACE", anchor, text }, change: "Other uses of these actions are no longer kept from the team." }];
}

/** The rule without one of its sentences. */
function dropped(sentences: readonly string[]): Idea[] {
  return sentences.map((anchor) => ({
    edit: { operation: "DELETE", anchor, text: "" },
    change: "What this sentence asks for is left to the team.",
  }));
}

/** The rule turned round: what it asks for is forbidden, or the other way. */
function reversed(body: string): Idea[] {
  const change = "The team does the opposite of what did harm.";
  const forbids = /^(?:never|do not|avoid) /i.exec(body)?.[0];
  if (forbids !== undefined)
    return unique(body, forbids.trim()) ? [{ edit: { operation: "REPLACE", anchor: forbids.trim(), text: "Always" }, change }] : [];
  const first = /^(?:(?:always|prefer to|prefer) )?\S+/i.exec(body)?.[0];
  if (first === undefined || !unique(body, first)) return [];
  const verb = first.replace(/^(?:always|prefer to|prefer) /i, "");
  return [{ edit: { operation: "REPLACE", anchor: first, text: `Never ${verb.charAt(0).toLowerCase()}${verb.slice(1)}` }, change }];
}

/** `X before Y` as `Y before X`. */
function swapped(body: string): Idea[] {
  const found = /(\S+(?: up| down)?) before (\S+(?: up| down)?)/i.exec(body);
  if (found === null || !unique(body, found[0])) return [];
  const [anchor, first = "", second = ""] = found;
  return [
    { edit: { operation: "REORDER", anchor, text: `${second} before ${first}` }, change: "The steps are taken the other way round." },
  ];
}

/** The rule without its last part, where it has more than one. */
function shortened(body: string): Idea[] {
  const part = /(?:,| and| unless| only| when| toward) [^,.]+$/i.exec(body.replace(/[.!\s]+$/, ""))?.[0];
  return part === undefined || !unique(body, part)
    ? []
    : [{ edit: { operation: "DELETE", anchor: part, text: "" }, change: "Only the first part is followed." }];
}

/** The shortest end of a text that stands in it once. */
function uniqueTail(text: string): string {
  const parts = text.split(" ");
  for (let count = 1; count < parts.length; count++) {
    const tail = parts.slice(-count).join(" ");
    if (unique(text, tail)) return tail;
  }
  return text;
}

function unique(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}
