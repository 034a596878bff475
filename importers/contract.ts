import type { History, Time, Turn } from "../core/history.js";
import type { Utterance } from "../core/round-pairing.js";
import type { StoredPicture } from "../stores/contract.js";
import type { FetchPicture } from "./fetch-picture.js";

/** Something that was taken in differently than the source may have meant, or left out; nothing is in silence. */
export interface Warning {
  readonly code:
    | "time-unknown"
    | "time-order"
    | "picture-not-stored"
    | "repeated-id"
    | "repetition"
    | "part-not-read"
    | "empty-session"
    | "entry-left-out"
    | "branch-left-out"
    | "file-left-out";
  readonly message: string;
  /** The first place where it arose: file and path within it. */
  readonly place: string;
  /** How often it arose in that file. */
  readonly count: number;
}

/** A picture whose bytes were found and pass. */
export type IncomingPicture = StoredPicture;

/** One imported conversation. */
export interface Imported {
  readonly history: History;
  readonly pictures: readonly IncomingPicture[];
  readonly warnings: readonly Warning[];
}

/** Takes in what an import finds, as it finds it, so that neither files nor pictures pile up in memory. */
export interface ImportSink {
  /** A picture comes before the history that shows it, once for every place where it is shown. */
  picture(picture: IncomingPicture): Promise<void>;
  /** An account with many conversations comes in parts: several histories of one id, each with other sessions. */
  history(history: History): Promise<void>;
  warning(warning: Warning): void;
}

export interface ImportOptions {
  /** Name of the history where the file has no id of its own. Empty: the file's name. */
  readonly history?: string;
  /** Name of a format (`formatNames`). Empty: detected. */
  readonly format?: string;
  /** Gets pictures that a source names by web addresses. Left out: none is fetched. */
  readonly fetchPicture?: FetchPicture;
  /** Bytes from which a list of conversations is read entry by entry; left out: where it would crowd memory. */
  readonly streamedFrom?: number;
}

/** A file, decoded and parsed. */
export interface SourceDocument {
  /** Path as given. */
  readonly file: string;
  /** Its base name without extension. */
  readonly name: string;
  /** JSON as it was parsed; of a file that is no JSON its text. */
  readonly value: unknown;
  /** Whether each element of `value` is a line of its own (JSONL). */
  readonly lines: boolean;
  /** sha-256 of the bytes. */
  readonly digest: string;
  /** Where `value` is one entry of a longer list: its place there. */
  readonly first?: number;
}

/** A picture as the source refers to it. */
export interface DraftPicture {
  readonly id: string | null;
  readonly caption: string | null;
  /** Relative path, data URL or web address; null when the source only describes the picture. */
  readonly source: string | null;
  /** What else the source says about it. */
  readonly note: string | null;
  /** The id after which an export names the file, where it says no path. */
  readonly named?: string;
}

/** A turn as the source has it; null where it says nothing. */
export interface DraftTurn extends Utterance {
  readonly id: string | null;
  readonly text: string;
  readonly pictures: readonly DraftPicture[];
}

export interface DraftRound {
  readonly id: string | null;
  readonly time: Time | null;
  readonly turns: readonly (DraftTurn & { readonly role: Turn["role"] })[];
}

export interface DraftSession {
  readonly id: string | null;
  /** Holds for rounds without a time of their own. */
  readonly time: Time | null;
  readonly rounds: readonly DraftRound[];
  /**
   * When the source changed it last, comparable as text. Of an id that is the source's own everywhere, as accounts give
   * them, so that two exports may both hold it: the one changed last counts.
   */
  readonly changed?: string;
}

export interface DraftHistory {
  readonly id: string | null;
  readonly sessions: readonly DraftSession[];
}

/** Notes what an importer cannot take in as it stands; `at` is the path within the document (`"messages[3].time"`). */
export type Warn = (code: Warning["code"], message: string, at: string) => void;

/** One file format. */
export interface Importer {
  /** Its name for `--format`. */
  readonly format: string;
  /** By which fields it is known, for people. */
  readonly knownBy: string;
  /** Of a list that is read entry by entry: whether one of its first entries is of this format. */
  detect(value: unknown): boolean;
  /** The conversations of a document; INVALID_INPUT with file and path where it breaks the format. */
  read(document: SourceDocument, warn: Warn): readonly DraftHistory[];
  /**
   * Each entry of a list stands for itself: `read` is given them one by one, each as a list of one, and such a list may
   * be larger than memory. What is not as it should be is left out with a warning, not an error of all.
   */
  readonly entries?: true;
  /** Read from text, not from JSON. */
  readonly text?: true;
  /** What a history is called after the names of its file and of the folder or archive around it. Left out: as the file. */
  historyName?(file: string, around: string): string;
}
