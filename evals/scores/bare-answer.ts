import type { Answer } from "../../core/evidence.js";

/** What is compared word by word: the bare answer where a system gives one beside its sentence, else all that it says. */
export function bareAnswer({ answer, items }: Pick<Answer, "answer" | "items">): string {
  return items.length > 0 ? items.join(", ") : answer;
}
