import type { ObservedPicture } from "../contract.js";

/** Something on the web that a search found. */
export interface FoundPage {
  readonly title: string;
  /** What `visit` takes. */
  readonly address: string;
  /** A few lines of it. */
  readonly text: string;
}

/** A picture that a search found; without bytes where the search tells only where it is. */
export interface FoundPicture extends FoundPage {
  readonly picture?: ObservedPicture;
}

/** `WEB_SEARCH`: pages about words, the best first. */
export type WebSearch = (query: string, limit: number) => Promise<readonly FoundPage[]>;

/** `IMAGE_SEARCH`: pictures about words, the best first. */
export type ImageSearch = (query: string, limit: number) => Promise<readonly FoundPicture[]>;

/** `VISIT`: what a page says, as far as it serves the goal; null where there is no such page. */
export type Visit = (address: string, goal: string) => Promise<string | null>;

/** `CODE`: a program's output, one session a task: what one run defines the next one finds. */
export interface CodeSession {
  run(code: string): Promise<{ readonly output: string; readonly ok: boolean }>;
  close(): Promise<void>;
}

/** What lies behind the actions. What is absent cannot be done here. */
export interface VisualTools {
  readonly webSearch?: WebSearch;
  readonly imageSearch?: ImageSearch;
  readonly visit?: Visit;
}
