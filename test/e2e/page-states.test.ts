import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import type { TextEncoder } from "../../models/contract.js";
import { addKey } from "../../server/keys.js";
import { buildWeb } from "../../scripts/build-web.mjs";
import { openHashingEncoder } from "../care/ingested.js";
import { gate, type Gate, readings, startServer, type TestServer } from "./http-server.js";
import { startOpenAiServer } from "./openai-server.js";
import { expectAccessible, shoot, visit, withChromium } from "./page-browser.js";
import { sensibleModel } from "./sensible-model.js";

const ANSWER = "It was warm on all of the days that you told me of, and warmest on the last.";

withChromium((open) => {
  let browser: Browser;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    await buildWeb();
    browser = await open();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const started = async (options?: Parameters<typeof startServer>[0]): Promise<TestServer> => {
    const server = await startServer(options);
    ends.push(() => server.stop());
    return server;
  };
  const opened = async (url: string, at: string): Promise<Page> => {
    const { page, context, complaints } = await visit(browser, url, { at });
    ends.push(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    return page;
  };

  describe("the page without anything in it", () => {
    it("says in every view what to do", async () => {
      const server = await started();
      const page = await opened(server.url, "/");
      await page.getByText("No memory yet").waitFor();
      await shoot(page, "empty-memories");
      await expectAccessible(page);
      await server.call("POST", "/v1/memories", { id: "m" });
      for (const [view, says] of [
        ["ask", "This memory is empty"],
        ["tables", "No table yet"],
        ["timeline", "Nothing has happened here yet"],
        ["rounds", "Nothing has been said here yet"],
        ["rules", "No rules yet"],
        ["programs", "No search yet"],
        ["cost", "Nothing has been decided yet"],
        ["care", "nothing to account for"],
      ] as const) {
        await page.goto(`${server.url}/#/m/${view}`);
        await page.getByText(says).waitFor();
        await expectAccessible(page);
      }
      await shoot(page, "empty-care");
      await page.goto(`${server.url}/#/m/ask`);
      await shoot(page, "empty-ask");
      await page.getByRole("link", { name: "Add history" }).last().click();
      await page.getByRole("heading", { name: "Add history" }).waitFor();
    });

    it("says of what is not there what to do, and offers to try again", async () => {
      const server = await started();
      const page = await opened(server.url, "/#/nobody/tables");
      await page.getByRole("alert").getByText('There is no memory "nobody"').waitFor();
      await shoot(page, "no-memory");
      await server.call("POST", "/v1/memories", { id: "nobody" });
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("No table yet").waitFor();
      await page.goto(`${server.url}/#/nobody/nothing`);
      await page.getByText("There is no such view").waitFor();
    });

    it("says when the server is gone, and goes on when it is back", async () => {
      const server = await started();
      await server.call("POST", "/v1/memories", { id: "m" });
      const page = await opened(server.url, "/#/m/tables");
      await page.getByText("No table yet").waitFor();
      await page.route("**/v1/**", (route) => route.abort());
      await page.getByRole("link", { name: "Rounds" }).click();
      await page.getByText("The server does not answer").waitFor();
      await page.unroute("**/v1/**");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Nothing has been said here yet").waitFor();
    });
  });

  describe("a server with API keys", () => {
    it("asks for one, refuses a wrong one, and shows a reader nothing that writes", async () => {
      const server = await started();
      await server.call("POST", "/v1/memories", { id: "m" });
      await server.ingest("m", readings("log", 5));
      const { key } = await addKey(server.mnema.space.services, { name: "look", memories: ["m"], access: "read" }, () => new Date());
      const page = await opened(server.url, "/#/m/rounds");
      await page.getByText("This server wants a key").waitFor();
      await shoot(page, "key");
      await expectAccessible(page);
      await page.getByLabel("API key").fill("mnema_wrong");
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByText("That key is not known here").waitFor();
      await page.getByLabel("API key").fill(key);
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByText("Readings of the greenhouse").first().waitFor();
      expect(await page.getByRole("button", { name: /^Forget/ }).count()).toBe(0);
      expect(await page.getByRole("link", { name: "Add history" }).count()).toBe(0);
      await page.goto(`${server.url}/#/m/tables`);
      await page.locator(".card a").first().click();
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
      expect((await stat(await file.path())).size).toBeGreaterThan(0);
      await page.reload();
      await page.locator(".plot canvas").waitFor();
      await page.getByRole("button", { name: "Drop the key" }).click();
      await page.getByText("This server wants a key").waitFor();
    });
  });

  describe("a run", () => {
    it("shows how far it is, is cancelled and resumed", async () => {
      let held: Gate = gate();
      const inner = await openHashingEncoder();
      const encoder: TextEncoder = {
        ...inner,
        encode: async (texts) => {
          await held.promise;
          return inner.encode(texts);
        },
      };
      const server = await started({ parts: { encoder } });
      await server.call("POST", "/v1/memories", { id: "m" });
      const page = await opened(server.url, "/#/m/add");
      const history = Buffer.from(JSON.stringify(readings("log", 6)));
      await page.locator("input[type=file]").first().setInputFiles({ name: "log.json", mimeType: "application/json", buffer: history });
      await page.getByRole("button", { name: "Add to this memory" }).click();
      await page.getByRole("button", { name: "Cancel" }).waitFor();
      await shoot(page, "run-working");
      // Cancelling waits for the work in hand.
      const cancelled = page.getByText("Cancelled").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      held.open();
      await cancelled;
      held = gate();
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByRole("button", { name: "Cancel" }).waitFor();
      // Found again when one comes back to it.
      await page.reload();
      await page.getByRole("button", { name: "Cancel" }).waitFor();
      held.open();
      await page.getByText("Done", { exact: true }).waitFor();
      await page.getByText(/1 table/).waitFor();
    });

    it("of a file that no importer knows is refused with the reason", async () => {
      const server = await started();
      await server.call("POST", "/v1/memories", { id: "m" });
      const page = await opened(server.url, "/#/m/add");
      const odd = { name: "odd.json", mimeType: "application/json", buffer: Buffer.from('{"some": "thing"}') };
      await page.locator("input[type=file]").first().setInputFiles(odd);
      await page.getByRole("button", { name: "Add to this memory" }).click();
      await page.getByRole("alert").getByText("holds no history in a known format").waitFor();
      await shoot(page, "refused-file");
    });
  });

  describe("an answer of a model", () => {
    it("comes word by word, and the work stops when one says so", async () => {
      let slow = true;
      const words = () =>
        slow ? { text: JSON.stringify({ answer: ANSWER, value: null, items: [], citations: [] }), dripMs: 60 } : { hang: true as const };
      const model = await startOpenAiServer({ reply: sensibleModel({ answer: words }) });
      ends.push(() => model.close());
      const server = await started({ environment: { MNEMA_MODEL: "tiny", OPENAI_API_KEY: "k", OPENAI_BASE_URL: model.url } });
      await server.call("POST", "/v1/memories", { id: "m" });
      await server.ingest("m", readings("m", 3));
      const page = await opened(server.url, "/#/m/ask");
      await page.getByLabel("Your question").fill("How warm was it?");
      await page.keyboard.press("Enter");
      const answer = page.locator(".answer");
      await answer.waitFor();
      const first = (await answer.textContent()) ?? "";
      expect(first.length).toBeLessThan(ANSWER.length);
      expect(ANSWER.startsWith(first)).toBe(true);
      await shoot(page, "streaming");
      await page.getByText(/^How · .* tokens/).waitFor();
      expect(await answer.textContent()).toBe(ANSWER);

      slow = false;
      await page.getByLabel("Your question").fill("And on the coldest day?");
      await page.keyboard.press("Enter");
      await expect.poll(() => model.waiting()).toBe(1);
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("Stopped. Nothing of this question was kept.").waitFor();
      await expect.poll(() => model.waiting()).toBe(0);
    });
  });

  describe("without a mouse", () => {
    it("goes everywhere by keyboard, and Escape leads back", async () => {
      const server = await started();
      await server.call("POST", "/v1/memories", { id: "m" });
      await server.ingest("m", readings("log", 6));
      const page = await opened(server.url, "/#/m/tables");
      const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.getAttribute('aria-label')");
      const tabTo = async (wanted: string) => {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press("Tab");
          if (String(await focused()).trim() === wanted) return;
        }
        expect.fail(`Tab never reaches ${wanted}.`);
      };
      await page.locator(".card").first().waitFor();
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.locator(".plot canvas").waitFor();
      await tabTo("12 °C");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").locator("mark").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await focused()).toBe("12 °C");
    });

    it("has all views on a phone, the rarer ones under More", async () => {
      const server = await started();
      await server.call("POST", "/v1/memories", { id: "m" });
      const { page, context, complaints } = await visit(browser, server.url, { size: "phone", scheme: "dark", at: "/#/m/tables" });
      ends.push(() => context.close());
      await page.getByText("No table yet").waitFor();
      await page.getByRole("button", { name: "More" }).click();
      await shoot(page, "phone-more");
      await expectAccessible(page);
      await page.locator(".more-views").getByRole("link", { name: "Care" }).click();
      await page.getByRole("heading", { name: "Care" }).waitFor();
      expect([await page.locator(".more-views").isVisible(), complaints]).toEqual([false, []]);
    });
  });

  it("is served compressed, to be kept by browsers, under a policy that admits nothing but itself", async () => {
    const server = await started();
    const index = await fetch(server.url);
    const policy = index.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https:|\*/);
    const [, script = ""] = /src="([^"]+\.js)"/.exec(await index.text()) ?? [];
    const { headers } = await fetch(`${server.url}${script}`, { headers: { "Accept-Encoding": "gzip" } });
    expect([headers.get("content-encoding"), headers.get("cache-control")]).toEqual(["gzip", "public, max-age=31536000, immutable"]);
    const plain = await fetch(`${server.url}${script}`, { headers: { "Accept-Encoding": "identity" } });
    expect([plain.headers.get("content-encoding"), (await plain.text()).length > 100_000]).toEqual([null, true]);
    expect((await fetch(`${server.url}/assets/..%2F.built`)).status).toBe(404);
  });

  it("is at most 300 KB of compressed script", async () => {
    const folder = join(packageRoot(), "server", "web", "dist", "assets");
    const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js.gz"));
    const sizes = await Promise.all(scripts.map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300_000);
  });
});
