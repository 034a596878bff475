import { decisionLogContract } from "./decision-log.js";
import { hierarchyStoreContract } from "./hierarchy-store.js";
import { logOrderContract } from "./log-order.js";
import { logStoreContract } from "./log-store.js";
import { memoryStoreContract } from "./memory-store.js";
import { neo4jPlaces } from "./neo4j-place.js";
import { withNeo4j } from "./neo4j-server.js";
import { programStoreContract } from "./program-store.js";
import { queryStoreContract } from "./query-store.js";
import { ruleStoreContract } from "./rule-store.js";
import { storeSpaceContract } from "./store-space.js";
import { tableStoreContract } from "./table-store.js";
import { vectorStoreContract } from "./vector-store.js";

withNeo4j((server) => {
  const openPlace = neo4jPlaces(server);
  logStoreContract("Neo4j", openPlace);
  logOrderContract("Neo4j", openPlace);
  decisionLogContract("Neo4j", openPlace);
  vectorStoreContract("Neo4j", openPlace);
  tableStoreContract("Neo4j", openPlace);
  hierarchyStoreContract("Neo4j", openPlace);
  queryStoreContract("Neo4j", openPlace);
  programStoreContract("Neo4j", openPlace);
  ruleStoreContract("Neo4j", openPlace);
  memoryStoreContract("Neo4j", openPlace);
  storeSpaceContract("Neo4j", openPlace);
});
