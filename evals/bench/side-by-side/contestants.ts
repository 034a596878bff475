import type { Contestant, ContestantParts } from "./contestant.js";
import { openMnemaContestant } from "./mnema.js";
import { openNpmPeer } from "./npm-peer.js";
import { openPythonPeer } from "./python-peer.js";

type Open = (parts: ContestantParts) => Promise<Contestant>;

/** Who takes part, by the name that `--peers` uses. */
export const CONTESTANTS: Readonly<Record<string, Open>> = {
  mnema: (parts) => openMnemaContestant({ model: true, describe: "each" }, parts),
  "mnema-stored": (parts) => openMnemaContestant({ model: true, describe: "each", wait: "stored" }, parts),
  "mnema-close": (parts) => openMnemaContestant({ model: true, describe: "close" }, parts),
  "mnema-offline": (parts) => openMnemaContestant({ model: false, describe: "each" }, parts),
  mem0: (parts) => openNpmPeer("mem0.ts", "openMem0", parts),
  "langgraph-store": (parts) => openNpmPeer("langgraph-store.ts", "openLangGraphStore", parts),
  mastra: (parts) => openNpmPeer("mastra.ts", "openMastra", parts),
  "mem0-py": (parts) => openPythonPeer("mem0_faiss.py", parts),
  langmem: (parts) => openPythonPeer("langmem_store.py", parts),
  graphiti: (parts) => openPythonPeer("graphiti_neo4j.py", parts),
  cognee: (parts) => openPythonPeer("cognee_lancedb.py", parts, "peers-py-cognee"),
};
