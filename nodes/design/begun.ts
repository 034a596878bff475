import { canonicalJson } from "../../core/canonical.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../../core/design/settings.js";
import { MnemaError } from "../../core/errors.js";
import { switchesOf } from "../../core/switches.js";
import type { ProgramStore } from "../../stores/programs.js";
import { type Search, searchDigest } from "./search.js";

/** What a search was begun with, as its first step tells. */
export interface Begun {
  /** Of tasks and agent. */
  readonly digest: string;
  readonly environment: string;
  /** Name of the algorithm. */
  readonly algorithm: string;
  /** Those that differ from the defaults. */
  readonly settings: Partial<DesignSettings>;
}

const BEGUN = "begun ";

/** Settings that make no other search: how far it goes, and what is done once it has chosen. */
const NO_OTHER: ReadonlySet<string> = new Set<keyof DesignSettings>(["steps", "finalRuns", "tries"]);

/** Settings by which a search is told apart from one with the defaults. */
export function switchesIn(settings: DesignSettings): ReturnType<typeof switchesOf<DesignSettings>> {
  return switchesOf(settings, DESIGN_DEFAULTS, NO_OTHER);
}

/** Puts on record what a search begins with. CONFLICT where it has begun with other tasks or another agent. */
export async function begin(search: Search, environment: string): Promise<void> {
  const { programs, name, algorithm, ports } = search;
  const digest = searchDigest(search);
  const before = await beginning(programs, name);
  if (before === null) {
    const begun: Begun = { digest, environment, algorithm: algorithm.name, settings: Object.fromEntries(switchesIn(ports.settings)) };
    await programs.apply(name, `${BEGUN}${canonicalJson(begun)}`, []);
  } else if (before.digest !== digest)
    throw new MnemaError(
      "CONFLICT",
      `The search ${name} began with other tasks or another agent. Name the source that it began with, or a search of its own with --label.`,
      { place: name },
    );
}

/** Null for a search that has not begun. */
export async function beginning(programs: ProgramStore, search: string): Promise<Begun | null> {
  const [first] = (await programs.steps(search)).filter((step) => step.startsWith(BEGUN));
  return first === undefined ? null : (JSON.parse(first.slice(BEGUN.length)) as Begun);
}

/** All settings of a search. */
export function settingsOf({ settings }: Begun): DesignSettings {
  return { ...DESIGN_DEFAULTS, ...settings };
}
