import { defineConfig } from "vitest/config";

/** Contract tests that share one server and empty it come last, a file at a time; all others run three files at a time. */
const SHARED = ["test/contract/neo4j*.test.ts", "test/contract/checkpoints.test.ts"];
const alone = { fileParallelism: false, sequence: { groupOrder: 0 } };
const beside = { sequence: { groupOrder: 1 } };
/** They share nothing but what they load, which takes longer than most of them. */
const loadedOnce = { isolate: false };
/** Seeds property tests. */
const setupFiles = ["test/seeded.ts"];
const contract = { setupFiles, testTimeout: 120_000, hookTimeout: 120_000 };

/** Unit tests are fast and touch nothing outside the process; the others open real stores, files and servers. */
export default defineConfig({
  test: {
    // One more than the cores that are always there: tests of servers, browsers and commands wait for these half of the time.
    maxWorkers: 3,
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], setupFiles, testTimeout: 60_000, ...loadedOnce, ...beside } },
      { test: { name: "contract", include: ["test/contract/**/*.test.ts"], exclude: SHARED, ...contract, ...loadedOnce, ...beside } },
      { test: { name: "contract-shared", include: SHARED, ...contract, ...alone } },
      {
        test: {
          name: "cases",
          include: ["test/cases/**/*.test.ts"],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          ...loadedOnce,
          ...beside,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/compiled.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...loadedOnce,
          ...beside,
        },
      },
    ],
  },
});
