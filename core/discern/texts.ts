import type { Rule } from "./rule.js";
import { currentVersion, scopeOf } from "./versions.js";

/** Texts whose embeddings are compared, appendices A.2 and A.3. */

/** Body and use conditions: what a context or a proposal is compared with. The body alone when `metaMemory` is off. */
export function retrievalText(rule: Rule, { metaMemory }: { readonly metaMemory: boolean }): string {
  const { body } = currentVersion(rule);
  return metaMemory ? proposalText({ body, useWhen: scopeOf(rule).useWhen }) : body;
}

/** The same of a proposal that is not a rule yet. */
export function proposalText({ body, useWhen }: { readonly body: string; readonly useWhen: readonly string[] }): string {
  return lines(body, ...useWhen);
}

/** Body, scope, capability record and diagnosed defect: what related tasks are looked for by. */
export function relatedQuery(rule: Rule, defect: string): string {
  const { useWhen, avoidWhen } = scopeOf(rule);
  return lines(currentVersion(rule).body, ...useWhen, ...avoidWhen, ...rule.capabilities.map(({ correction }) => correction), defect);
}

/** Body, use conditions and the source task's description: what calibration tasks are looked for by. */
export function calibrationQuery(rule: Rule, sourceTask: string): string {
  return lines(currentVersion(rule).body, ...scopeOf(rule).useWhen, sourceTask);
}

/** What stands for the owner's context when a rule is assessed that was not supplied. Appendix A.1, attachment. */
export function attachmentContext(task: string, proposal: { readonly body: string; readonly useWhen: readonly string[] }): string {
  return lines(task, proposalText(proposal));
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n");
}
