import { writing } from "./memory.js";

/** The decision log. `rounds` lists the seqs that a decision was made from. */

export const FIND_DECISIONS = `UNWIND $keys AS key
MATCH (d:Decision {memory: $memory, key: key})
WHERE NOT d.failed
RETURN d.key AS key, d.record AS record, d.rounds AS rounds`;

export const FIND_FAILURE = `MATCH (d:Decision {memory: $memory, key: $key})
WHERE d.failed
RETURN d.record AS record, d.rounds AS rounds`;

/** One record a key. A failure never replaces a success. */
export const RECORD_DECISIONS = writing(`UNWIND $decisions AS decision
MERGE (d:Decision {memory: $memory, key: decision.key})
WITH d, decision WHERE coalesce(d.failed, true) OR NOT decision.failed
SET d = decision, d.memory = $memory`);

/** Each condition that is null is none. */
export const LIST_DECISIONS = `MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL AND ($name IS NULL OR d.name = $name) AND ($run IS NULL OR d.run = $run)
  AND ($rounds IS NULL OR any(seq IN d.rounds WHERE seq IN $rounds))
WITH d ORDER BY d.at, d.key
RETURN d.record AS record, d.rounds AS rounds`;

export const COUNT_DECISIONS = `MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL
RETURN count(d) AS decisions`;

export const COST_OF_ALL = `MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL
RETURN d.name AS name, count(*) AS decisions, sum(CASE WHEN d.failed THEN 1 ELSE 0 END) AS failed, sum(d.tokens) AS tokens, sum(d.ms) AS ms
ORDER BY name`;

export const COST_OF_RUN = `MATCH (d:Decision {memory: $memory, run: $run})
RETURN d.name AS name, count(*) AS decisions, sum(CASE WHEN d.failed THEN 1 ELSE 0 END) AS failed, sum(d.tokens) AS tokens, sum(d.ms) AS ms
ORDER BY name`;

export const DECISIONS_TOUCHING = `MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL AND any(seq IN d.rounds WHERE seq IN $seqs)
RETURN d.key AS key ORDER BY key`;

export const REMOVE_DECISIONS = writing(`MATCH (d:Decision {memory: $memory})
WHERE d.key IN $keys
DETACH DELETE d`);
