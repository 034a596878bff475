import { COMPONENTS } from "./cypher/schema.js";
import { openGraph } from "./graph.js";
import type { Neo4jSettings } from "./settings.js";

/** Asks a server what it is, and writes nothing. STORE_UNREACHABLE or INVALID_CONFIG when it does not let us. */
export async function probeNeo4j(settings: Neo4jSettings): Promise<{ version: string; edition: string }> {
  const graph = await openGraph({ ...settings, retryMs: 0 });
  try {
    const [kernel] = await graph.query<{ version: string; edition: string }>("READ", COMPONENTS);
    return kernel ?? { version: "unknown", edition: "" };
  } finally {
    await graph.close();
  }
}
