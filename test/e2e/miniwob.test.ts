import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { createWebEnvironment } from "../../environments/web/environment.js";
import { findChromium } from "../../scripts/chromium.mjs";
import { withServer } from "../contract/server.js";
import { effort } from "../effort.js";
import { attempt } from "../miniwob/attempt.js";

/** MiniWoB++'s pages, which a clone elsewhere does not have. */
const FOLDER = join(process.env["MNEMA_DATASETS"] ?? join(packageRoot(), "..", "shared", "data"), "miniwob");
/** Kinds of several sorts: tabs, forms, tables, drawings, lists, dates, widgets that change as one types. */
const QUICK = ["click-tab-2", "enter-date", "read-table", "click-shape"];
const MORE = ["click-scroll-list", "choose-date-easy", "use-autocomplete", "email-inbox-delete", "navigate-tree", "terminal", "click-pie"];

withServer("Chromium", "apt-get install chromium", "MNEMA_CHROMIUM", findChromium() ?? "", (chromium) => {
  const isThere = existsSync(FOLDER);
  if (!isThere) process.stderr.write(`skipped: needs MiniWoB++'s pages in ${FOLDER}; MNEMA_DATASETS names the folder above\n`);
  describe.skipIf(!isThere)("MiniWoB's pages", () => {
    const web = createWebEnvironment({ chromium, seeds: [0], pictures: false });
    afterAll(() => web.close());
    for (const kind of [...QUICK, ...MORE].slice(0, effort(QUICK.length, QUICK.length + MORE.length)))
      it(`lets ${kind} be done by what is told`, async () => {
        expect(await attempt(web, FOLDER, [kind])).toMatchObject([{ kind, scores: [1], why: "" }]);
      });
  });
});
