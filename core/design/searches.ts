import { MnemaError } from "../errors.js";
import { inheritanceSearch } from "./inheritance-search.js";
import { paperSearch } from "./paper-search.js";
import { almaSearch, greedySearch, randomSearch } from "./sampling-searches.js";
import type { Search } from "./search.js";

/** Every search, by the name under which a run asks for it; the paper's is the default. */
export const SEARCHES: Readonly<Record<string, Search>> = Object.fromEntries(
  [paperSearch, randomSearch, greedySearch, almaSearch, inheritanceSearch].map((search) => [search.name, search]),
);

/** USAGE for a name that there is no search of. */
export function searchNamed(name: string): Search {
  const search = Object.hasOwn(SEARCHES, name) ? SEARCHES[name] : undefined;
  if (search === undefined) throw new MnemaError("USAGE", `There is no search "${name}": use one of ${Object.keys(SEARCHES).join(", ")}.`);
  return search;
}
