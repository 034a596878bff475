/** Tables and their rows. A cell lies under its column's internal name (c0, c1 …), so that no attribute becomes a name in the graph. */

export const TABLES = `MATCH (t:Table {memory: $memory})
WHERE t.id IS NOT NULL
WITH t ORDER BY t.order, t.place
RETURN t.table AS table`;

/** Rows in canonical order of their rounds, those whose round is gone first. */
export const ROWS = `MATCH (row:Row {memory: $memory, table: $table})
WHERE row.seq IS NOT NULL
OPTIONAL MATCH (r:Round {memory: $memory, seq: row.seq})
WITH row, r ORDER BY r.order IS NOT NULL, r.order, row.seq
RETURN row.seq AS seq, row.cells AS cells`;

/** Attribute keys of the tables' columns as they are now. */
export const COLUMNS = `MATCH (t:Table {memory: $memory})
WHERE t.id IN $tables
RETURN t.id AS id, t.attributes AS attributes`;

export const ROWS_OF = `MATCH (row:Row {memory: $memory})
WHERE row.table IN $tables AND row.seq IS NOT NULL
RETURN row.table AS table, row.seq AS seq, row.cells AS cells`;

/** Clears a table but for the rows that are written next: to replace a row is much faster than to delete and make it. */
export const CLEAR_ROWS = `MATCH (row:Row {memory: $memory, table: $table})
WHERE row.seq IS NOT NULL AND NOT row.seq IN $written
DETACH DELETE row`;

export const DROP_TABLES = `MATCH (t:Table {memory: $memory})
WHERE t.id IN $tables
DETACH DELETE t`;

export const PUT_TABLES = `UNWIND $tables AS table
MATCH (m:Memory {uid: $memory})
MERGE (t:Table {memory: $memory, id: table.id})
ON CREATE SET t.place = table.place
SET t += table.properties
MERGE (m)-[:HAS]->(t)`;

/** Replaces rows. One whose table is not there yet is linked when it comes. */
export const PUT_ROWS = `UNWIND $rows AS properties
MERGE (row:Row {memory: $memory, table: properties.table, seq: properties.seq})
SET row = properties, row.memory = $memory
WITH row
MATCH (t:Table {memory: $memory, id: row.table})
MERGE (t)-[:HAS_ROW]->(row)`;

/** Links the rows and the events of these rounds, whichever came first. */
export const LINK_ROWS = `UNWIND $seqs AS seq
MATCH (e:Event {memory: $memory, seq: seq})
MATCH (row:Row {memory: $memory, seq: seq})
MERGE (row)-[:FROM]->(e)`;
