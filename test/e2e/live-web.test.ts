import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLiveWebEnvironment, type LiveOutcome } from "../../environments/web/live.js";
import { findChromium } from "../../scripts/chromium.mjs";
import { withServer } from "../contract/server.js";

const PAGES: Readonly<Record<string, string>> = {
  "/": `<title>Teas</title><h1>Teas</h1><a href="/green" target="_blank">Green tea</a>
    <form action="/found"><input name="q" placeholder="Search teas"></form>`,
  "/green": "<title>Green</title><p>Costs 3 €</p>",
  "/found": "<title>Found</title><p>One tea</p>",
};

withServer("Chromium", "apt-get install chromium", "MNEMA_CHROMIUM", findChromium() ?? "", (chromium) => {
  describe("the live web as an environment", () => {
    let site: Server;
    let folder: string;
    const judged: LiveOutcome[] = [];
    const web = createLiveWebEnvironment({
      chromium,
      judge: async (outcome) => {
        judged.push(outcome);
        return outcome.answer === "3 €" ? 1 : 0;
      },
    });
    beforeAll(async () => {
      site = createServer(
        ({ url = "/" }, reply) => void reply.setHeader("content-type", "text/html; charset=utf-8").end(PAGES[url.split("?")[0] ?? ""]),
      ).listen(0, "127.0.0.1");
      await once(site, "listening");
      folder = await mkdtemp(join(tmpdir(), "mnema-live-"));
      const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
      await writeFile(
        join(folder, "tasks.jsonl"),
        JSON.stringify({ web_name: "Teas", id: "1", ques: "What costs green tea?", web: address }),
      );
    });
    afterAll(async () => {
      await web.close();
      site?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it("follows links in one window, goes back, searches, and has the end judged once", async () => {
      const [task] = await web.tasks(join(folder, "tasks.jsonl"));
      const episode = await web.start(task as never, { seed: 0 });
      try {
        expect(episode.observation).toMatch(
          /^At http:\/\/127\.0\.0\.1:\d+\/\nPage "Teas"\n- Teas\n\[1\] link "Green tea"\n\[2\] textbox "Search teas" \(empty\)/,
        );
        expect((await episode.step('click [1] link "Green tea"')).observation).toContain("- Costs 3 €");
        expect((await episode.step("back")).observation).toContain("- Teas");
        expect((await episode.step('type [2] "green" and press enter')).observation).toContain("/found?q=green");
        expect(await episode.step("click [7]")).toMatchObject({ legal: false, done: false });
        expect(judged).toEqual([]);
        expect(await episode.step("ANSWER; 3 €")).toMatchObject({ legal: true, done: true, progress: 1 });
        expect(episode.score()).toBe(1);
        expect(judged).toHaveLength(1);
        expect(judged[0]).toMatchObject({ goal: "What costs green tea?", answer: "3 €" });
        expect(judged[0]?.pictures).toHaveLength(3);
      } finally {
        await episode.close();
      }
    });
  });
});
