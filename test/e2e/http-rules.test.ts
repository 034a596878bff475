import { withNeo4j } from "../contract/neo4j-server.js";
import { httpRulesSuite } from "./http-rules-suite.js";

httpRulesSuite("SQLite", {});
withNeo4j(({ uri, user, password, database }) =>
  httpRulesSuite("Neo4j", { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database ?? "" }),
);
