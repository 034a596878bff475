import express, { type Express, type RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import helmet from "helmet";
import { MnemaError } from "../core/errors.js";
import { admit, callerIn } from "./access.js";
import { openApi } from "./openapi.js";
import { mountPage } from "./page.js";
import { problems } from "./problem.js";
import { referencePage } from "./reference.js";
import { mountHealth } from "./resources/health.js";
import { mount } from "./route.js";
import { ROUTES } from "./routes.js";
import type { Service } from "./service.js";

/** The app, without a port. What is open to all comes first; everything after `admit` has a caller. */
export function createApp(service: Service): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(measured(service), helmet());
  mountHealth(app, service);
  mountPage(app);
  const document = openApi(ROUTES);
  const reference = referencePage(document);
  app.get("/openapi.json", (_request, response) => void response.json(document));
  app.get("/docs", (_request, response) => void response.type("html").send(reference));
  app.use(admit(service), limited(service));
  app.get("/metrics", async (_request, response) => {
    response.type(service.metrics.registry.contentType).send(await service.metrics.registry.metrics());
  });
  for (const route of ROUTES) mount(app, service, route);
  app.use(() => {
    throw new MnemaError("NOT_FOUND", "There is nothing at this address. /docs lists what there is.");
  });
  app.use(problems(service));
  return app;
}

/** Times every request under the pattern of its route. */
function measured({ metrics }: Service): RequestHandler {
  return (request, response, next) => {
    const end = metrics.requests.startTimer();
    response.once("close", () => {
      const route = (response.locals["route"] as string | undefined) ?? "other";
      end({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}

/** So many requests a minute from one key; the owner of this machine is not counted. */
function limited({ settings }: Service): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: settings.requestsPerMinute,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    skip: (_request, response) => callerIn(response).keyId === null,
    keyGenerator: (_request, response) => callerIn(response).keyId ?? "",
    handler: () => {
      throw new MnemaError("TOO_MANY_REQUESTS", `A key sends at most ${settings.requestsPerMinute} requests a minute. Wait, then go on.`);
    },
  });
}
