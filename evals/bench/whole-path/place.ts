import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Config, readConfig } from "../../../config.js";
import type { Mnema } from "../../../memory/mnema.js";
import { openMnema } from "../../../memory/open.js";

/** Where one measurement takes place. */
export interface Place {
  /** Address of a Neo4j; null: SQLite. */
  readonly neo4j: string | null;
  readonly encoder: Config["encoder"];
  /** Data folder, and the history that is ingested. */
  readonly folder: string;
  readonly history: string;
  readonly rounds: number;
  /** Where the profile of ingest is written; null: nowhere. */
  readonly profile: string | null;
}

/** Of the memory that is measured; in a Neo4j that others use, nothing else has this name. */
export const MEMORY = "bench-whole-path";

/** Mnema offline, in this place. */
export function openAt({ neo4j, encoder, folder }: Place): Promise<Mnema> {
  const environment = {
    ...process.env,
    MNEMA_MODEL: "",
    CHECKPOINT_URL: "",
    NEO4J_URI: neo4j ?? "",
    MNEMA_DATA: folder,
    MNEMA_ENCODER: encoder,
  };
  return openMnema(readConfig(environment));
}

export function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

export function residentMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
