import { boundConditions } from "./bound-conditions.js";
import type { Annotated } from "./mark.js";
import { emptyConditions, yesConditions } from "./state-conditions.js";
import { timeConditions } from "./time-conditions.js";
import { valueConditions, writtenConditions } from "./value-conditions.js";
import type { Condition } from "./view.js";

/**
 * What the question asks of rows: values (`whose genre is Action`, `Action films`), bounds (`above 6.7`, `between 3 and 5`),
 * times, empty cells. In the order of the question.
 */
export function conditionsOf(view: Annotated): Condition[] {
  const found = [
    ...valueConditions(view),
    ...writtenConditions(view),
    ...boundConditions(view),
    ...emptyConditions(view),
    ...timeConditions(view),
    ...yesConditions(view),
  ];
  return found.toSorted((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0));
}
