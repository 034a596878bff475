import { readConfig } from "../config.js";
import { openMnema } from "./open.js";

/**
 * Entry points of langgraph.json. Each opens what the environment configures, and its nodes hold the real stores
 * by closure: the development server replaces compiled stores and checkpointers with its own.
 */
const opened = openMnema(readConfig());

/** The ingest graph on the configured memories. Input: `{memoryId, path}`. */
export async function ingest() {
  return (await opened).ingestGraph();
}

/** The query graph on the configured memories. Input: `{memoryId, question}`. */
export async function query() {
  return (await opened).queryGraph();
}

/** The discern graph. Input: `{memoryId, environment, host, source?}`. */
export async function discern() {
  return (await opened).discernGraph();
}

/** The design graph. Input: `{memoryId, environment, source?}`. */
export async function design() {
  return (await opened).designGraph();
}
