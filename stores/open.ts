import type { Config } from "../config.js";
import type { StoreSpace } from "./contract.js";
import { openSqliteSpace } from "./sqlite/space.js";

/** Opens the memories where the configuration says they lie: in Neo4j, else in the data folder. */
export async function openStoreSpace(
  { neo4j, dataFolder }: Pick<Config, "neo4j" | "dataFolder">,
  dimensions: { readonly textDimension: number; readonly visualDimension?: number },
): Promise<StoreSpace> {
  if (neo4j === null) return openSqliteSpace(dataFolder);
  // Loaded only where it is used: the driver costs every command a tenth of a second else.
  const { openNeo4jSpace } = await import("./neo4j/space.js");
  return openNeo4jSpace({ ...neo4j, ...dimensions });
}
