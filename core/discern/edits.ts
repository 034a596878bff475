/**
 * One local edit of a rule's body, DiscernMem eq. 7 and appendix E.7. `anchor` is copied from the body and stands in it
 * once. ADD puts `text` behind it; REPLACE puts `text` in its place; DELETE takes it out; REORDER puts `text` in its place,
 * which has the same words in another order. NO_UPDATE is no edit.
 */
export interface RuleEdit {
  readonly operation: "ADD" | "REPLACE" | "DELETE" | "REORDER" | "NO_UPDATE";
  readonly anchor: string;
  /** Empty for DELETE and NO_UPDATE. */
  readonly text: string;
}

/** The edited body, or why there is none, in words for whoever proposed the edit. */
export type Edited = { readonly body: string } | { readonly refused: string };

/** Longest body in characters: a rule stays one rule. */
const LONGEST_BODY = 1_200;

/** Carries an edit out, or says what is wrong with it. Nothing but the place at the anchor changes, save for spaces and punctuation at its edges. */
export function applyEdit(body: string, edit: RuleEdit): Edited {
  const wrong = problemOf(body, edit);
  if (wrong !== null) return { refused: wrong };
  const { operation, anchor, text } = edit;
  const at = body.indexOf(anchor);
  const [before, after] = [body.slice(0, at), body.slice(at + anchor.length)];
  const edited = around(
    before,
    operation === "DELETE" ? "" : operation === "ADD" ? `${joined(`${anchor} `, text.trim())} ` : text,
    after,
  ).trim();
  if (edited === "") return { refused: "Nothing of the rule would be left." };
  if (sameText(edited, body)) return { refused: "The edit changes nothing." };
  if (edited.length > LONGEST_BODY) return { refused: `The edited rule would be longer than ${LONGEST_BODY} characters.` };
  return { body: edited };
}

function problemOf(body: string, { operation, anchor, text }: RuleEdit): string | null {
  if (operation === "NO_UPDATE") return "NO_UPDATE proposes no edit.";
  if (anchor.trim() === "") return "The anchor is empty.";
  const places = occurrences(body, anchor);
  if (places === 0) return `The anchor "${anchor}" does not stand in the rule. Copy it letter by letter.`;
  if (places > 1) return `The anchor "${anchor}" stands in the rule ${places} times. Copy more of it, so that it is unique.`;
  if (operation === "DELETE" && text.trim() !== "") return "DELETE takes no text.";
  if (operation !== "DELETE" && text.trim() === "") return `${operation} needs a text.`;
  if (/[\r\n]/.test(text)) return "The text must be one line: a rule stays one rule.";
  if ((operation === "REPLACE" || operation === "DELETE") && sameText(anchor, body))
    return "The anchor is the whole rule. Change only the part that is wrong.";
  if (operation === "REORDER" && !isReordering(anchor, text)) return "REORDER keeps the words of the anchor and changes their order alone.";
  return null;
}

/** How often a text stands in another, overlapping places included. */
function occurrences(body: string, anchor: string): number {
  let count = 0;
  for (let at = body.indexOf(anchor); at >= 0; at = body.indexOf(anchor, at + 1)) count++;
  return count;
}

function isReordering(anchor: string, text: string): boolean {
  const [given, wanted] = [words(anchor), words(text)];
  return given.join(" ") !== wanted.join(" ") && given.sort().join(" ") === wanted.sort().join(" ");
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function around(before: string, placed: string, after: string): string {
  return placed === "" ? joined(before, after) : joined(joined(before, placed), after);
}

/** Two pieces of a body, with one space or punctuation mark between them where an edit may have left two. */
function joined(left: string, right: string): string {
  const gap = /\s$/.test(left) || /^\s/.test(right) ? " " : "";
  const [head, tail] = [left.trimEnd(), right.trimStart()];
  if (head === "") return tail.replace(/^[,;:.!?]+\s*/, "");
  if (tail === "") return head.replace(/[,;:]+$/, "");
  if (!/^[,;:.!?]/.test(tail)) return head + gap + tail;
  return /[.!?]$/.test(head) ? `${head}${tail.replace(/^[,;:.!?]+/, "")}` : `${head.replace(/[,;:]+$/, "")}${tail}`;
}

/** Whether two texts say the same but for case, spaces and punctuation at the ends. */
export function sameText(a: string, b: string): boolean {
  return normalText(a) === normalText(b);
}

/** A text as conditions and bodies are compared: without case, extra spaces and punctuation at the ends. */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "");
}

/**
 * Characters that an edit took out and put in: what lies between the common beginning and the common end of both bodies.
 * Appendix A.2 prefers smaller ones.
 */
export function editSize(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return before.length + after.length - 2 * (head + tail);
}

/** A proposed repair: the edit with what it rests on. */
export interface RepairProposal {
  readonly edit: RuleEdit;
  /** Ids of the trajectory steps that it cites. */
  readonly evidence: readonly string[];
  /** What should go differently. */
  readonly correction: string;
  /** Ids of the capabilities that it claims to keep. */
  readonly preserves: readonly string[];
}

/** A proposal whose edit has been carried out. */
export interface RepairCandidate extends RepairProposal {
  readonly body: string;
}

/** What a proposal is checked against. */
export interface RepairGround {
  readonly body: string;
  /** Ids of the steps that were displayed. */
  readonly steps: readonly string[];
  readonly capabilities: readonly string[];
  /** Edited bodies of this and earlier rounds: none is tried twice. */
  readonly tried: readonly string[];
}

/** Carries a proposal out and checks what it cites. DiscernMem eq. 7 and appendix E.7. */
export function materialize(proposal: RepairProposal, ground: RepairGround): RepairCandidate | { readonly refused: string } {
  const edited = applyEdit(ground.body, proposal.edit);
  if ("refused" in edited) return edited;
  const unknownStep = proposal.evidence.find((id) => !ground.steps.includes(id));
  if (unknownStep !== undefined) return { refused: `There is no step ${unknownStep} among those shown.` };
  const unknownCapability = proposal.preserves.find((id) => !ground.capabilities.includes(id));
  if (unknownCapability !== undefined) return { refused: `There is no capability ${unknownCapability}.` };
  if (ground.tried.some((body) => sameText(body, edited.body))) return { refused: "This edit was tried before." };
  return { ...proposal, body: edited.body };
}
