import type { Annotated } from "./mark.js";
import { cardAt, columnAt, isCue, isNegated, neighbour, placesOf, type Condition } from "./view.js";

/** `without a budget`, `no rainfall`, `missing`: empty cells, or zero where zero is on record. */
export function emptyConditions(view: Annotated): Condition[] {
  return placesOf(view, (mark) => isCue(mark, "missing", "no")).flatMap((place): Condition[] => {
    const around = [neighbour(view, place, 1), neighbour(view, place, -1)].filter(
      (at): at is number => at !== null && view.marks[at]?.kind === "column",
    );
    const at = isCue(view.marks[place], "no") ? around.find((own) => own > place) : around[0];
    const column = at === undefined ? null : columnAt(view, at);
    const card = column === null ? null : cardAt(view, column);
    if (card === null || at === undefined) return [];
    const zero = isCue(view.marks[place], "no") && card.type === "number" && Number(card.from) <= 0;
    return [
      {
        filter: zero ? { column: card.name, operator: "=", value: 0 } : { column: card.name, operator: "is empty" },
        column,
        kind: "missing",
        places: [place, at],
        label: `no ${card.name}`,
      },
    ];
  });
}

/** A yes-or-no column named as what rows are: `how many were paid`, `not paid`. */
export function yesConditions(view: Annotated): Condition[] {
  return placesOf(view, ({ kind }) => kind === "column").flatMap((place): Condition[] => {
    const column = columnAt(view, place);
    const card = column === null ? null : cardAt(view, column);
    if (card?.type !== "boolean" || isCue(view.marks[place - 1], "which", "what")) return [];
    const after = view.words.slice(view.marks[place]?.to, (view.marks[place]?.to ?? 0) + 3).map(({ fold }) => fold);
    const spoken = after.find((fold) => !["is", "was", "are", "were", "equals"].includes(fold)) ?? "";
    const no = isNegated(view, place) || spoken === "no" || spoken === "false";
    return [
      {
        filter: { column: card.name, operator: "=", value: no ? "no" : "yes" },
        column,
        kind: "yes",
        places: [place],
        label: `${card.name}: ${no ? "no" : "yes"}`,
      },
    ];
  });
}
