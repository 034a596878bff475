import { once } from "node:events";
import { openCheckpoints } from "../../stores/sqlite/checkpoint-care.js";
import { openSqliteSpace } from "../../stores/sqlite/space.js";
import { NOW, round } from "./place.js";

/**
 * A process that says when it is ready, and when it is told to opens a data folder, a memory in it and its checkpoints, and
 * stores a round. Started by sqlite-files.test.ts, several on one new folder.
 */
const [folder = "", id = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
await once(process.stdin, "data");
const space = await openSqliteSpace(folder);
const memory = await space.open("m", { create: true, now: NOW });
const saver = openCheckpoints(memory.checkpointPath);
await saver.getTuple({ configurable: { thread_id: "t" } });
await memory.log.append([round(id, `of ${id}`)], NOW);
saver.db.close();
await memory.close();
await space.close();
process.stdin.destroy();
