import { topBySimilarity } from "./ranked.js";
import type { Rule } from "./rule.js";
import type { DiscernSettings } from "./settings.js";

/** Whether a rule may be retrieved: provisional and active ones may. Appendix A.1. */
export function isEligible({ state }: Rule): boolean {
  return state !== "inactive";
}

/**
 * S̃: up to k_ret eligible rules of the role whose similarity to what it sees is at least θ, the most similar first.
 * `similarity` compares `retrievalText`. Of any role when `metaMemory` is off. DiscernMem eq. 13, first line.
 */
export function retrievable(
  rules: readonly Rule[],
  role: string,
  similarity: (rule: Rule) => number,
  { retrieved, similarity: threshold, metaMemory }: Pick<DiscernSettings, "retrieved" | "similarity" | "metaMemory">,
): Rule[] {
  const eligible = rules.filter((rule) => isEligible(rule) && (!metaMemory || rule.owner === role));
  return topBySimilarity(eligible, similarity, retrieved, threshold);
}

/** S: of the candidates those that the selector chose, at most k_inj, in order of similarity. DiscernMem eq. 13 and appendix E.3. */
export function supplied(candidates: readonly Rule[], chosen: readonly string[], injected: number): Rule[] {
  return candidates.filter(({ id }) => chosen.includes(id)).slice(0, injected);
}

/** 𝒩(x): the k_id rules of the role that are most similar to a proposal, inactive ones too. DiscernMem eq. 3. */
export function identityCandidates(
  rules: readonly Rule[],
  role: string,
  similarity: (rule: Rule) => number,
  { identityCandidates: size }: Pick<DiscernSettings, "identityCandidates">,
): Rule[] {
  return topBySimilarity(
    rules.filter(({ owner }) => owner === role),
    similarity,
    size,
  );
}
