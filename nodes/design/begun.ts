import { z } from "zod";
import { canonicalJson } from "../../core/canonical.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../../core/design/settings.js";
import { MnemaError } from "../../core/errors.js";
import { searchNamed } from "../../core/design/searches.js";
import { switchesOf } from "../../core/switches.js";
import type { ProgramStore, StoredProgram } from "../../stores/programs.js";
import { type Search, searchDigest, treeOf } from "./search.js";

/** What a search was begun with, as its first step tells. */
const Begun = z.object({
  /** Of tasks and agent. */
  digest: z.string(),
  environment: z.string(),
  /** Name of the algorithm. */
  algorithm: z.string(),
  /** Those that differ from the defaults. */
  settings: z.record(z.string(), z.number()),
});
type Begun = Readonly<z.infer<typeof Begun>>;

const BEGUN = "begun ";

/** Settings that make no other search: how far it goes, and what is done once it has chosen. */
const NO_OTHER: ReadonlySet<string> = new Set<keyof DesignSettings>(["steps", "finalRuns", "references", "tries"]);

/** Settings by which a search is told apart from one with the defaults. */
export function switchesIn(settings: DesignSettings): ReturnType<typeof switchesOf<DesignSettings>> {
  return switchesOf(settings, DESIGN_DEFAULTS, NO_OTHER);
}

/** Puts on record what a search begins with, whatever it searches. */
export async function recordBeginning(programs: ProgramStore, search: string, begun: Begun): Promise<void> {
  await programs.apply(search, `${BEGUN}${canonicalJson(begun)}`, []);
}

/** Puts on record what a search begins with. CONFLICT where it has begun with other tasks or another agent. */
export async function begin(search: Search, environment: string): Promise<void> {
  const { programs, name, algorithm, ports } = search;
  const digest = searchDigest(search);
  const before = await beginning(programs, name);
  if (before === null) {
    const begun: Begun = { digest, environment, algorithm: algorithm.name, settings: Object.fromEntries(switchesIn(ports.settings)) };
    await recordBeginning(programs, name, begun);
  } else if (before.digest !== digest)
    throw new MnemaError(
      "CONFLICT",
      `The search ${name} began with other tasks or another agent. Name the source that it began with, or a search of its own with --label.`,
      { place: name },
    );
}

/** Null for a search that has not begun. INVALID_INPUT where its first step cannot be read. */
export async function beginning(programs: ProgramStore, search: string): Promise<Begun | null> {
  const [first] = (await programs.steps(search)).filter((step) => step.startsWith(BEGUN));
  if (first === undefined) return null;
  const begun = Begun.safeParse(parsed(first.slice(BEGUN.length)));
  if (begun.success) return begun.data;
  throw new MnemaError(
    "INVALID_INPUT",
    `What the search ${search} began with cannot be read. Import the memory from an export that is whole, or search anew with --label.`,
    { place: search, cause: begun.error },
  );
}

/** The program that a search gives, as far as it has come; null before its root was evaluated. */
export function chosenOf(begun: Begun | null, programs: readonly StoredProgram[]): number | null {
  if (begun === null || programs.length === 0) return null;
  return searchNamed(begun.algorithm).choose(treeOf(programs), settingsOf(begun));
}

/** All settings of a search. */
export function settingsOf({ settings }: Begun): DesignSettings {
  return { ...DESIGN_DEFAULTS, ...settings };
}

/** Null for what is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
