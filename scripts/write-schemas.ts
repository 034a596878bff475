import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mnemaHistoryJsonSchema } from "../importers/mnema-schema.js";
import { openApi } from "../server/openapi.js";
import { ROUTES } from "../server/routes.js";

/** Writes the schemas that are shipped, from the Zod schemas that importers and server use. Tests hold them equal. */
write("schemas/mnema-history.schema.json", mnemaHistoryJsonSchema());
write("openapi.json", openApi(ROUTES));

function write(path: string, schema: Record<string, unknown>): void {
  writeFileSync(join(import.meta.dirname, "..", path), `${JSON.stringify(schema, null, 2)}\n`);
}
