import type { Answer } from "../../core/evidence.js";

/** What systems say when their memory does not hold the answer; beside the two that LoCoMo publishes. */
const SAID =
  /\bno information available\b|\bnot mentioned\b|\b(?:does|do|did) not (?:hold|contain|mention|say|specify|provide|include|have)\b|\b(?:doesn|don|didn)['’]t (?:hold|contain|mention|say|specify|provide|know|have)\b|\bnot (?:specified|stated|provided|available|known|in (?:the|my|this) memory)\b|\b(?:cannot|can['’]t|could not|couldn['’]t) (?:be )?(?:answer|find|found|determine|tell|told|say)|\bi do not know\b|\b(?:no|any) (?:mention|record|information) (?:of|about|on|is|was|in)\b|\bunknown\b/i;

/** Whether an answer says that memory does not hold what was asked, or says nothing. */
export function abstains({ answer, items }: Pick<Answer, "answer" | "items">): boolean {
  return answer.trim() === "" || (items.length === 0 && SAID.test(answer));
}
