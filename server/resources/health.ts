import type { Express } from "express";
import type { Service } from "../service.js";

/** What runs the server asks for; open to all, and tells nothing of any memory. */
export function mountHealth(app: Express, { mnema, ending }: Service): void {
  app.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  app.get("/readyz", async (_request, response) => {
    if (ending.aborted) return void response.status(503).json({ status: "ending" });
    try {
      await mnema.space.services.keys();
      response.json({ status: "ready" });
    } catch {
      response.status(503).json({ status: "store does not answer" });
    }
  });
}
