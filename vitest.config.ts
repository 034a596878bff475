import { defineConfig } from "vitest/config";

/** Two files at a time. Contract tests come first, a file at a time: they share one server and empty it. */
const alone = { fileParallelism: false, sequence: { groupOrder: 0 } };
const beside = { sequence: { groupOrder: 1 } };

/** Unit tests are fast and touch nothing outside the process; the other three open real stores, files and servers. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 60_000, ...beside } },
      { test: { name: "contract", include: ["test/contract/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000, ...alone } },
      { test: { name: "cases", include: ["test/cases/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 60_000, ...beside } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 300_000, ...beside } },
    ],
  },
});
