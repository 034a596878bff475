import { withNeo4j } from "../contract/neo4j-server.js";
import { withChromium } from "./page-browser.js";
import { pageRulesSuite } from "./page-rules-suite.js";

withChromium((open) => {
  pageRulesSuite("SQLite", open, {});
  withNeo4j(({ uri, user, password, database }) =>
    pageRulesSuite("Neo4j", open, { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database ?? "" }),
  );
});
