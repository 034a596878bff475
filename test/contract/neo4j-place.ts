import { randomUUID } from "node:crypto";
import type { StoreSpace } from "../../stores/contract.js";
import { openGraph } from "../../stores/neo4j/graph.js";
import type { Neo4jSettings } from "../../stores/neo4j/settings.js";
import { openNeo4jSpace } from "../../stores/neo4j/space.js";
import type { Place } from "./place.js";

/** New, empty places in one database, a space of its own each, so that tests may run beside one another. */
export function neo4jPlaces(server: Neo4jSettings): () => Promise<Place> {
  return async () => {
    const name = `test ${randomUUID()}`;
    const spaces: StoreSpace[] = [];
    const another = async () => {
      const space = await openNeo4jSpace({ ...server, space: name });
      spaces.push(space);
      return space;
    };
    return {
      space: await another(),
      another,
      dispose: async () => {
        await Promise.all(spaces.map((space) => space.close()));
        await removeSpace(server, name);
      },
    };
  };
}

async function removeSpace(server: Neo4jSettings, space: string): Promise<void> {
  const opened = await openNeo4jSpace({ ...server, space });
  for (const { memoryId } of await opened.services.memories()) await opened.destroy(memoryId);
  await opened.close();
  const graph = await openGraph(server);
  await graph.query("WRITE", "MATCH (n:Registered|Run|ApiKey|Request {space: $space}) OPTIONAL MATCH (n)-[:SAW]->(e) DETACH DELETE n, e", {
    space,
  });
  await graph.close();
}
