import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqliteSpace } from "../../stores/sqlite/space.js";
import { openSqliteSpace } from "../../stores/sqlite/space.js";
import { decisionLogContract } from "./decision-log.js";
import { hierarchyStoreContract } from "./hierarchy-store.js";
import { logOrderContract } from "./log-order.js";
import { logStoreContract } from "./log-store.js";
import { memoryStoreContract } from "./memory-store.js";
import type { Place } from "./place.js";
import { programStoreContract } from "./program-store.js";
import { queryStoreContract } from "./query-store.js";
import { ruleStoreContract } from "./rule-store.js";
import { storeSpaceContract } from "./store-space.js";
import { tableStoreContract } from "./table-store.js";
import { vectorStoreContract } from "./vector-store.js";

async function openPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-sqlite-"));
  const spaces: SqliteSpace[] = [];
  const another = async () => {
    const space = await openSqliteSpace(folder);
    spaces.push(space);
    return space;
  };
  return {
    space: await another(),
    another,
    dispose: async () => {
      await Promise.all(spaces.map((space) => space.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

logStoreContract("SQLite", openPlace);
logOrderContract("SQLite", openPlace);
decisionLogContract("SQLite", openPlace);
vectorStoreContract("SQLite", openPlace);
tableStoreContract("SQLite", openPlace);
hierarchyStoreContract("SQLite", openPlace);
queryStoreContract("SQLite", openPlace);
programStoreContract("SQLite", openPlace);
ruleStoreContract("SQLite", openPlace);
memoryStoreContract("SQLite", openPlace);
storeSpaceContract("SQLite", openPlace);
