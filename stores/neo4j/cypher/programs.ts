import { raising, removing, versionOf, writing } from "./memory.js";

/**
 * Memo programs: (:Memory)-[:HAS]->(:Program)-[:FROM]->(:Program that it was made from), with the steps of their search and
 * the runs that they were measured by. `record` is JSON; of a run, without what happened in it.
 */

export const PROGRAMS = `MATCH (p:Program {memory: $memory, search: $search})
WHERE p.id IS NOT NULL
WITH p ORDER BY p.id
RETURN p.record AS record`;

export const PROGRAM = `MATCH (p:Program {memory: $memory, search: $search, id: $id})
RETURN p.record AS record`;

export const SEARCHES = `CALL () {
  MATCH (p:Program {memory: $memory})
  WHERE p.search IS NOT NULL AND p.id IS NOT NULL
  RETURN p.search AS search
  UNION
  MATCH (s:ProgramStep {memory: $memory})
  WHERE s.search IS NOT NULL AND s.step IS NOT NULL
  RETURN s.search AS search
  UNION
  MATCH (r:ProgramRun {memory: $memory})
  WHERE r.search IS NOT NULL
  RETURN r.search AS search
}
RETURN DISTINCT search`;

export const PROGRAM_STEP = `MATCH (s:ProgramStep {memory: $memory, search: $search, step: $step})
RETURN s.step AS step`;

export const PROGRAM_STEPS = `MATCH (s:ProgramStep {memory: $memory, search: $search})
WHERE s.step IS NOT NULL
WITH s ORDER BY s.place
RETURN s.step AS step`;

export const PUT_PROGRAM_STEPS = `UNWIND $steps AS step
MERGE (s:ProgramStep {memory: $memory, search: step.search, step: step.step})
ON CREATE SET s.place = step.place`;

export const PUT_PROGRAMS = `UNWIND $programs AS program
MATCH (m:Memory {uid: $memory})
MERGE (p:Program {memory: $memory, search: program.search, id: program.id})
SET p += program.properties
MERGE (m)-[:HAS]->(p)`;

export const LINK_PROGRAMS = `UNWIND $programs AS program
MATCH (p:Program {memory: $memory, search: program.search, id: program.id})
MATCH (parent:Program {memory: $memory, search: program.search, id: program.parent})
MERGE (p)-[:FROM]->(parent)`;

export const PROGRAM_RUN = `MATCH (r:ProgramRun {memory: $memory, key: $key})
RETURN r.record AS record, r.payload AS payload, r.trajectory AS trajectory`;

export const PROGRAM_RUNS = `MATCH (r:ProgramRun {memory: $memory, search: $search})
WITH r ORDER BY r.place
RETURN r.record AS record`;

/** The first run of a key stays. */
export const PUT_PROGRAM_RUN = writing(`SET m.programsVersion = coalesce(m.programsVersion, 0) + 1, m.places = m.places + 1
WITH m
MERGE (r:ProgramRun {memory: $memory, key: $key})
ON CREATE SET r.place = m.places, r += $properties`);

export const PROGRAMS_VERSION = versionOf("programsVersion");

export const RAISE_PROGRAMS_VERSION = raising("programsVersion");

/** What a search holds, in the order in which it is deleted: first what says that something was done. Each deletes up to `$limit`. */
export const REMOVE_SEARCH: readonly string[] = [
  removing("n:ProgramStep {memory: $memory, search: $search}", "n.step IS NOT NULL"),
  removing("n:ProgramRun {memory: $memory, search: $search}", "n.key IS NOT NULL"),
  removing("n:Program {memory: $memory, search: $search}", "n.id IS NOT NULL"),
];
