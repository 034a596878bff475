import { writing } from "./memory.js";

/** Vectors by (text hash, model), as lists of floats: what Neo4j's vector indexes take. */

export const VECTORS = `MATCH (v:Vector {memory: $memory, model: $model})
WHERE v.hash IN $hashes
RETURN v.hash AS hash, v.vector AS vector`;

export const PUT_VECTORS = writing(`UNWIND $vectors AS vector
MERGE (v:Vector {memory: $memory, hash: vector.hash, model: $model})
SET v.vector = vector.vector`);

export const REMOVE_VECTORS = writing(`MATCH (v:Vector {memory: $memory})
WHERE v.hash IN $hashes AND v.model IS NOT NULL
DETACH DELETE v`);

/** Those of any other encoder. */
export const REMOVE_OTHER_VECTORS = `MATCH (v:Vector {memory: $memory})
WHERE v.hash IS NOT NULL AND v.model IS NOT NULL AND NOT v.model IN $models
DETACH DELETE v`;

export const VECTOR_HASHES = `MATCH (v:Vector {memory: $memory})
WHERE v.hash IS NOT NULL AND v.model IS NOT NULL
RETURN v.hash AS hash, v.model AS model ORDER BY hash, model`;
