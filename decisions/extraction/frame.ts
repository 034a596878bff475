import { attributeIn, isAttribute, isPhrasal } from "./attribute.js";
import { within, type Span } from "./span.js";

/** Where a frame ("Spec sheet photo showing …") ends and the first attribute begins; the strong ones count before the weak. */
const SHOWING = /\b(?:showing|shows|displaying|displays|listing|lists|with|saying|says|containing|includes|including|featuring)\s+/gi;
const READING =
  /\b(?:reading|reads|giving|gives|stating|states|reporting|reports|recording|records|noting|notes|logging|logs|logged|noted|recorded|measured|got|saw|of)\s+/gi;
const PUNCTUATION = /[:,;|(]\s+|(?<=\s)(?:[-–—·•→]|[-=]>)\s+/g;
const RELATIVE = /\b(?:that|where|whose|which)\s+/gi;
/** A verb left before an attribute: "Panel, reads open". */
const VERB = /^(?:reads|shows|displays|lists|says|gives|states)\s+/i;

/** Whether a text before an attribute's sign still holds a frame, whatever else it could be. */
export function holdsFrame(text: string): boolean {
  return /\S\s+(?:showing|shows|displaying|displays|listing|lists|saying|says|containing)\s+\S/i.test(text);
}

/** The attribute at the end of a frame. Without a boundary the whole text is one. */
export function afterFrame(left: Span): Span {
  for (const boundaries of [SHOWING, PUNCTUATION, READING, RELATIVE]) {
    for (const boundary of [...left.text.matchAll(boundaries)].reverse()) {
      const after = within(left, boundary.index + boundary[0].length);
      const inner = attributeIn(within(after, VERB.exec(after.text)?.[0].length ?? 0));
      if (isAttribute(inner.text) || isPhrasal(inner.text)) return inner;
    }
  }
  return left;
}
