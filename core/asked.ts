import { dateCues, type DateCue } from "./date-cues.js";
import { terms, words } from "./tokens.js";

/** A question as retrieval reads it. */
export interface Asked {
  /** The question's own words, without what its pictures show. */
  readonly text: string;
  /** What the pictures of the question show, a line each; empty without pictures. */
  readonly shown: string;
  readonly words: ReadonlySet<string>;
  readonly terms: readonly string[];
  readonly shownTerms: readonly string[];
  readonly dates: readonly DateCue[];
  /** Whether it is about pictures: it brings one, or speaks of them. */
  readonly aboutPictures: boolean;
  /** Nothing can be found by it: no word, or a function word alone. */
  readonly blank: boolean;
}

/** A picture of the question, told by its caption, on a line of its own. */
const PICTURE_LINE = /^\[picture\]([^\n]*)$/gim;
const OF_PICTURES = /\b(?:images?|pictures?|photos?|photographs?|pics?|img|screenshots?|attached|illustrations?|drawings?|paintings?)\b/i;

/** Reads `query_content`: the question, and a line `[picture] caption` for each picture that it brings. */
export function readAsked(content: string): Asked {
  const shown = [...content.matchAll(PICTURE_LINE)].map(([, caption = ""]) => caption.trim()).filter((caption) => caption !== "");
  const text = content.replace(PICTURE_LINE, "").trim();
  const spoken = words(text);
  const meant = [...new Set(terms(text))];
  return {
    text,
    shown: shown.join("\n"),
    words: new Set(spoken),
    terms: meant,
    shownTerms: [...new Set(terms(shown.join("\n")))],
    dates: dateCues(text),
    aboutPictures: shown.length > 0 || OF_PICTURES.test(text),
    blank: shown.length === 0 && meant.length === 0 && spoken.length < 2,
  };
}
