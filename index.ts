/** What programs use: `import { openMemory } from "mnema"`. See docs/library.md. */
export type { Config } from "./config.js";
export { readConfig } from "./config.js";
export { MnemaError, type MnemaErrorCode } from "./core/errors.js";
export { openMemory, type Found, type Memory, type MemoryOptions } from "./library/memory.js";
export { memoryMiddleware, type MiddlewareOptions } from "./library/middleware.js";
export type { TableQuery } from "./library/query-table.js";
export { MnemaStore } from "./library/store/mnema-store.js";
export { memoryTools } from "./library/tools.js";
export type { AskOptions, AskResult } from "./memory/ask.js";
export type { Forgettable, ForgetReport } from "./memory/forget.js";
export type { IngestOptions, IngestReport } from "./memory/ingest.js";
export { openMnema, type Mnema, type MnemaParts } from "./memory/open.js";
export type { Exchange, Remembered } from "./memory/remember.js";
export type { TableView, TopicView } from "./memory/view.js";
