import { writing } from "./memory.js";

/** Pictures. An `:Image` without `mime` is one that a round shows and nobody stored. */

export const PUT_PICTURE = writing(`MERGE (i:Image {memory: $memory, hash: $hash})
WITH i WHERE i.mime IS NULL
SET i.mime = $mime, i.bytes = $bytes`);

export const PICTURE = `MATCH (i:Image {memory: $memory, hash: $hash})
WHERE i.mime IS NOT NULL
RETURN i.mime AS mime, i.bytes AS bytes`;

export const PUT_PICTURE_TEXT = writing(`MERGE (i:Image {memory: $memory, hash: $hash})
MERGE (i)-[:READ_AS]->(t:PictureText {memory: $memory, reader: $reader})
SET t.text = $text`);

export const PICTURE_TEXTS = `MATCH (:Image {memory: $memory, hash: $hash})-[:READ_AS]->(t:PictureText)
RETURN t.reader AS reader, t.text AS text ORDER BY reader`;

export const SHOW_PICTURES = `UNWIND $shown AS shown
MATCH (r:Round {memory: $memory, seq: shown.seq})
MERGE (i:Image {memory: $memory, hash: shown.hash})
MERGE (r)-[:SHOWS]->(i)`;

/** Removes pictures that no round shows any more, with what was read in them. */
export const DROP_UNSHOWN = `UNWIND $hashes AS hash
MATCH (i:Image {memory: $memory, hash: hash})
WHERE NOT EXISTS { (i)<-[:SHOWS]-(:Round) }
OPTIONAL MATCH (i)-[:READ_AS]->(t:PictureText)
DETACH DELETE t, i`;
