import { defineConfig } from "vitest/config";

/** Unit tests are fast and touch nothing outside the process; the other three open real stores, files and servers. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 20_000 } },
      { test: { name: "contract", include: ["test/contract/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "cases", include: ["test/cases/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
  },
});
