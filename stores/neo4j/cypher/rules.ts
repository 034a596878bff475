import { raising, removing, versionOf, writing } from "./memory.js";

/**
 * Rules: (:Memory)-[:HAS]->(:Rule)-[:VERSION]->(:RuleVersion)-[:FROM]->(:RuleVersion that it was edited from), with the
 * streams that they come from. `record` is JSON; of a rule, without its versions.
 */

const WITH_VERSIONS = `MATCH (v:RuleVersion {memory: $memory, rule: r.id})
WHERE v.version IS NOT NULL
WITH r, v ORDER BY v.version
WITH r, collect(v.record) AS versions ORDER BY r.place
RETURN r.stream AS stream, r.record AS record, versions`;

export const RULES = `MATCH (r:Rule {memory: $memory, stream: $stream})
${WITH_VERSIONS}`;

export const RULE = `MATCH (r:Rule {memory: $memory, id: $id})
${WITH_VERSIONS}`;

export const STREAMS = `CALL () {
  MATCH (r:Rule {memory: $memory})
  WHERE r.stream IS NOT NULL
  RETURN r.stream AS stream
  UNION
  MATCH (s:RuleStep {memory: $memory})
  WHERE s.stream IS NOT NULL AND s.step IS NOT NULL
  RETURN s.stream AS stream
  UNION
  MATCH (t:StreamTask {memory: $memory})
  WHERE t.stream IS NOT NULL AND t.ordinal IS NOT NULL
  RETURN t.stream AS stream
  UNION
  MATCH (p:Replay {memory: $memory})
  WHERE p.stream IS NOT NULL
  RETURN p.stream AS stream
}
RETURN DISTINCT stream`;

export const RULE_STEP = `MATCH (s:RuleStep {memory: $memory, stream: $stream, step: $step})
RETURN s.step AS step`;

export const RULE_STEPS = `MATCH (s:RuleStep {memory: $memory, stream: $stream})
WHERE s.step IS NOT NULL
RETURN s.step AS step`;

export const PUT_STEPS = `UNWIND $steps AS step
MERGE (s:RuleStep {memory: $memory, stream: step.stream, step: step.step})`;

export const PUT_RULES = `UNWIND $rules AS rule
MATCH (m:Memory {uid: $memory})
MERGE (r:Rule {memory: $memory, id: rule.id})
ON CREATE SET r.place = rule.place, r.stream = rule.stream
SET r += rule.properties
MERGE (m)-[:HAS]->(r)`;

export const PUT_VERSIONS = `UNWIND $versions AS version
MATCH (r:Rule {memory: $memory, id: version.rule})
MERGE (v:RuleVersion {memory: $memory, rule: version.rule, version: version.version})
SET v += version.properties
MERGE (r)-[:VERSION]->(v)`;

export const LINK_VERSIONS = `UNWIND $versions AS version
MATCH (v:RuleVersion {memory: $memory, rule: version.rule, version: version.version})
MATCH (parent:RuleVersion {memory: $memory, rule: version.rule, version: version.parent})
MERGE (v)-[:FROM]->(parent)`;

export const STREAM_TASKS = `MATCH (t:StreamTask {memory: $memory, stream: $stream})
WHERE t.ordinal IS NOT NULL
WITH t ORDER BY t.ordinal
RETURN t.record AS record`;

/** The first record of a task stays. */
export const PUT_STREAM_TASKS = `UNWIND $tasks AS task
MERGE (t:StreamTask {memory: $memory, stream: task.stream, ordinal: task.ordinal})
ON CREATE SET t.task = task.task, t.score = task.score, t.record = task.record`;

export const REPLAY = `MATCH (p:Replay {memory: $memory, key: $key})
RETURN p.record AS record, p.trajectory AS trajectory`;

export const REPLAYS = `MATCH (p:Replay {memory: $memory, stream: $stream})
WITH p ORDER BY p.place
RETURN p.record AS record`;

/** The first replay of a key stays. */
export const PUT_REPLAY = writing(`SET m.rulesVersion = coalesce(m.rulesVersion, 0) + 1, m.places = m.places + 1
WITH m
MERGE (p:Replay {memory: $memory, key: $key})
ON CREATE SET p.place = m.places, p += $properties`);

export const RULES_VERSION = versionOf("rulesVersion");

export const RAISE_RULES_VERSION = raising("rulesVersion");

/** What a stream holds, in the order in which it is deleted: first what says that something was done. Each deletes up to `$limit`. */
export const REMOVE_STREAM: readonly string[] = [
  removing("n:RuleStep {memory: $memory, stream: $stream}", "n.step IS NOT NULL"),
  removing("n:StreamTask {memory: $memory, stream: $stream}", "n.ordinal IS NOT NULL"),
  removing("n:Replay {memory: $memory, stream: $stream}"),
  `MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Rule {memory: $memory, stream: $stream})
WITH n LIMIT $limit
OPTIONAL MATCH (n)-[:VERSION]->(v)
WITH n, collect(v) AS versions
FOREACH (v IN versions | DETACH DELETE v)
DETACH DELETE n
RETURN count(n) AS deleted`,
];
