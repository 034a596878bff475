import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { Warn } from "./contract.js";
import type { NamedSession } from "./finish.js";

/** Which sessions one import has taken in so far, and from which file. */
export interface Claims {
  /**
   * The session as it is to be taken in; null where it is there already. A session that two files hold alike is taken
   * once. Where it has changed meanwhile the one changed last counts, as far as the source tells. Else one file tells
   * its two sessions apart by `#2`, and of two files neither is written over the other: INVALID_INPUT.
   */
  claim(history: string, session: NamedSession, file: string, warn: Warn): NamedSession | null;
}

interface Claimed {
  readonly file: string;
  readonly digest: string;
  readonly changed: string | undefined;
}

export function createClaims(): Claims {
  const taken = new Map<string, Claimed>();
  /** The number that an id which occurs again gets next. */
  const numbers = new Map<string, number>();
  const claim: Claims["claim"] = (history, session, file, warn) => {
    const key = JSON.stringify([history, session.id]);
    // Drafts are made in one order of keys.
    const digest = sha256(JSON.stringify(session)).slice(0, 24);
    const { changed } = session;
    const before = taken.get(key);
    if (before === undefined) {
      taken.set(key, { file, digest, changed });
      return session;
    }
    if (before.digest === digest) {
      warn("repetition", "A session that repeats another of the same id word for word is taken once.", session.id);
      return null;
    }
    if (changed !== undefined && before.changed !== undefined && changed !== before.changed) {
      const newer = changed > before.changed;
      warn("repetition", "Of a session that comes in two versions the one changed last counts.", session.id);
      if (newer) taken.set(key, { file, digest, changed });
      return newer ? session : null;
    }
    if (before.file === file) {
      warn("repeated-id", "A session id that occurs again with other content is told apart by a number: #2, #3 …", session.id);
      return claim(history, { ...session, id: freshId(history, session.id) }, file, warn);
    }
    throw new MnemaError(
      "INVALID_INPUT",
      `${before.file} and ${file} would both be session ${session.id} of history ${history}. Give them ids, or ingest them one by one with --history.`,
      { place: file },
    );
  };
  const freshId = (history: string, id: string): string => {
    const key = JSON.stringify([history, id]);
    let number = numbers.get(key) ?? 2;
    while (taken.has(JSON.stringify([history, `${id}#${number}`]))) number += 1;
    numbers.set(key, number + 1);
    return `${id}#${number}`;
  };
  return { claim };
}
