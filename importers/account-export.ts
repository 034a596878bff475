import type { DraftSession, Importer, Warn } from "./contract.js";

export type Json = Readonly<Record<string, unknown>>;

/** What tells the data exports of one service from those of another. */
export interface AccountFormat {
  readonly format: string;
  readonly knownBy: string;
  isConversation(value: unknown): value is Json;
  /** A conversation as a session. `fallback`: its id where it has none. */
  readConversation(conversation: Json, fallback: string, warn: Warn): DraftSession;
}

/** Names of exports that come in several files: `conversations-000`, `conversations (2)`. */
const CHUNK = /[-_ ]*(?:\d+|\(\d+\))$/;

/** The importer of an account's data export: a list of conversations, or one, all of which are one history. */
export function accountExport({ format, knownBy, isConversation, readConversation }: AccountFormat): Importer {
  return {
    format,
    knownBy,
    entries: true,
    detect: (value) => entriesOf(value).some(isConversation),
    read: ({ value, name, first = 0 }, warn) => {
      const sessions = entriesOf(value).flatMap((entry, index): DraftSession[] => {
        if (isConversation(entry)) return [readConversation(entry, `${name}-${first + index + 1}`, warn)];
        warn("entry-left-out", "An entry that is no conversation is left out.", `[${first + index}]`);
        return [];
      });
      return [{ id: null, sessions }];
    },
    historyName: (file) => file.replace(CHUNK, "") || file,
  };
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
