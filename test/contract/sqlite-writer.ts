import { openSqliteSpace } from "../../stores/sqlite/space.js";
import { NOW, round } from "./place.js";

/**
 * A process that stores rounds one at a time and tells each one's number once it is stored. Started by
 * sqlite-files.test.ts, which kills it or starts several on one memory.
 */
const [folder = "", memoryId = "", rounds = "0"] = process.argv.slice(2);
const space = await openSqliteSpace(folder);
const store = await space.open(memoryId, { create: true, now: NOW });
for (let position = 0; position < Number(rounds); position++) {
  await store.log.append([round(`r${position}`, "some text", { position })], NOW);
  process.stdout.write(`${position + 1}\n`);
}
await store.close();
await space.close();
