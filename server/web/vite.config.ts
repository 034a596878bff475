import { defineConfig } from "vite";

/** `npm run dev:web` serves the page as it is edited, beside a `mnema serve` on its usual port. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Whoever builds, as a test does, gets what is shipped: React's own checks double the script.
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, license: { fileName: "licenses.md" } },
  server: { proxy: { "/v1": "http://127.0.0.1:8787" } },
}));
