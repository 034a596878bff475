import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildWeb } from "../../scripts/build-web.mjs";
import { TINY } from "../fixtures/pictures.js";
import { startServer, type TestServer } from "./http-server.js";
import {
  endSuite,
  expectAccessible,
  expectDrawn,
  expectFits,
  looksOn,
  shoot,
  type Visit,
  visiting,
  type VisitOptions,
} from "./page-browser.js";
import { greenhouse, HOSTILE } from "./page-history.js";

/** What a person does with the page, on a store that `environment` names. */
export function pageSuite(store: string, open: () => Promise<Browser>, environment: Readonly<Record<string, string>>): void {
  describe(`the page on ${store}`, () => {
    const memory = `greenhouse ${randomUUID()}`;
    const made: string[] = [memory];
    let [server, browser]: [TestServer, Browser] = [] as never;
    const at = (view: string) => `/#/${encodeURIComponent(memory)}/${view}`;
    const shot = (name: string) => `${store.toLowerCase()}-${name}`;

    beforeAll(async () => {
      await buildWeb();
      server = await startServer({ environment });
      browser = await open();
      await server.call("POST", "/v1/memories", { id: memory });
      await server.ingest(encodeURIComponent(memory), greenhouse());
    });
    afterAll(() => endSuite(browser, server, made));

    const visits = (options: VisitOptions, work: (visit: Visit) => Promise<void>) => visiting(browser, server.url, options, work);

    it("makes a memory and takes a history with its pictures in", () =>
      visits({}, async ({ page }) => {
        const id = `trip ${randomUUID()}`;
        made.push(id);
        await page.getByLabel("Name of the new memory").fill(id);
        await page.getByRole("button", { name: "Make memory" }).click();
        const rounds = [{ id: "r1", user: "The harbour at night.", pictures: [{ src: "pictures/harbour.png", caption: "a harbour" }] }];
        const history = JSON.stringify({ format: "mnema-history/1", sessions: [{ id: "s", rounds }] });
        await page
          .locator("input[type=file]")
          .first()
          .setInputFiles({ name: "trip.json", mimeType: "application/json", buffer: Buffer.from(history) });
        await page.getByText("trip.json").waitFor();
        await page.getByRole("button", { name: "Clear" }).click();
        // A file with a folder in its name cannot be chosen singly: dropped together, it can.
        await page.evaluate(`(async () => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([${JSON.stringify(history)}], "trip.json"));
          transfer.items.add(new File(["not a history"], "notes.txt"));
          document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
        })()`);
        await page.getByText("2 files").waitFor();
        await page.getByRole("button", { name: "Add to this memory" }).click();
        await page.getByText("Done", { exact: true }).waitFor();
        await page.getByText("1 new round.").waitFor();
        await page
          .getByText(/missing|no such file/i)
          .first()
          .waitFor();
        await shoot(page, shot("add"));
        expect((await server.call("GET", `/v1/memories/${encodeURIComponent(id)}`)).body).toMatchObject({ rounds: 1 });
      }));

    it("uploads a picture beside its history", () =>
      visits({ at: at("add") }, async ({ page }) => {
        const rounds = [{ id: "shelf", user: "The new shelf.", pictures: [{ src: "shelf.png" }] }];
        const history = JSON.stringify({ format: "mnema-history/1", id: "shelf", sessions: [{ id: "more", rounds }] });
        await page
          .locator("input[type=file]")
          .first()
          .setInputFiles([
            { name: "shelf.json", mimeType: "application/json", buffer: Buffer.from(history) },
            { name: "shelf.png", mimeType: "image/png", buffer: TINY.png },
          ]);
        await page.getByRole("button", { name: "Add to this memory" }).click();
        await page.getByText("1 new round").waitFor();
        await page.goto(`${server.url}${at("rounds")}?round=shelf`);
        const picture = page.getByRole("dialog").getByRole("img", { name: "Picture without a caption" });
        await picture.waitFor();
        await expectDrawn(picture);
      }));

    it("answers with its plan, each call, evidence, and citations that open the round", () =>
      visits({ at: at("ask") }, async ({ page }) => {
        await page.getByLabel("Your question").fill("What was the highest soil temperature?");
        await page.keyboard.press("Enter");
        const exchange = page.locator("article").last();
        await exchange.locator(".answer").getByText("17").waitFor();
        await exchange.getByText(/^How · /).click();
        await exchange.getByText("Call", { exact: true }).click();
        await exchange.getByText("Target column expression").waitFor();
        await exchange.getByText("1 piece of evidence", { exact: true }).click();
        await shoot(page, shot("ask"));
        const citation = exchange.locator(".cites a");
        expect(await citation.textContent()).toBe("g8");
        await citation.click();
        const sheet = page.getByRole("dialog");
        await sheet.getByText("17 °C").first().waitFor();
        expect(await sheet.locator("mark").allTextContents()).toEqual(["17 °C", "53 %"]);
        await page.keyboard.press("Escape");
        await sheet.waitFor({ state: "detached" });
        expect(await page.evaluate("document.activeElement.textContent")).toBe("g8");
        // The question is still there after the page is opened anew.
        await page.reload();
        await page.getByRole("heading", { name: "What was the highest soil temperature?" }).waitFor();
      }));

    it("shows the pictures of an answer and opens one", () =>
      visits({ at: at("ask") }, async ({ page }) => {
        await page.getByLabel("Your question").fill("What colour is the greenhouse door?");
        await page.getByRole("button", { name: "Ask", exact: true }).click();
        const exchange = page.locator("article").last();
        await exchange.locator(".cites").getByText("door", { exact: true }).click();
        const sheet = page.getByRole("dialog");
        await sheet.getByRole("button", { name: "Open picture: a red greenhouse door" }).click();
        const full = page.locator("dialog.picture img");
        await full.waitFor();
        await expectDrawn(full);
      }));

    it("sorts, filters, plots and exports a table, and says where a value comes from", () =>
      visits({ at: at("tables") }, async ({ page }) => {
        await page.locator(".card a").first().click();
        await page.locator(".plot canvas").waitFor();
        const column = async () => page.locator("tbody tr td:nth-child(2)").allTextContents();
        expect(await column()).toHaveLength(8);
        const head = page.getByRole("columnheader", { name: "soil temperature" });
        await head.getByRole("button").click();
        await head.getByRole("button").click();
        expect([await head.getAttribute("aria-sort"), (await column())[0]]).toEqual(["descending", "17 °C"]);
        await page.getByRole("button", { name: "Filter" }).click();
        await page.getByLabel("Filter soil temperature").fill("12..14");
        await page.getByText("3 of 8 rows").waitFor();
        expect(await column()).toEqual(["14 °C", "13 °C", "12 °C"]);
        await page.getByLabel("Plotted column").selectOption("humidity");
        await page.getByText("3 values from 56 % to 58 %").waitFor();
        await shoot(page, shot("table"));
        await page.getByRole("button", { name: "13 °C" }).click();
        const sheet = page.getByRole("dialog");
        expect(await sheet.locator("mark").textContent()).toBe("13 °C");
        await shoot(page, shot("provenance"));
        await page.keyboard.press("Escape");
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
        const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
        expect([lines.length, lines[1]]).toEqual([9, "g1,2025-03-01,10 °C,60 %"]);
      }));

    it("opens a topic on the time line down to its events", () =>
      visits({ at: at("timeline") }, async ({ page }) => {
        await page.getByLabel("Search topics").fill("painted red");
        await page.getByText(/^1 of \d+ topics$/).waitFor();
        const topic = page.getByRole("button", { expanded: false }).first();
        await topic.click();
        const episode = page.locator(".episode", { hasText: "painted red" }).first();
        await episode.locator("summary").click();
        await shoot(page, shot("timeline"));
        await episode.getByRole("link", { name: "door", exact: true }).click();
        await page.getByRole("dialog").getByText("A good colour.").waitFor();
      }));

    it("accounts for rounds and decisions", () =>
      visits({ at: at("care") }, async ({ page }) => {
        await page.getByText(/All \d+ rounds that came in are accounted for/).waitFor();
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
        expect(await readFile(await file.path(), "utf8")).toContain("painted red");
        await page.getByRole("link", { name: "Cost" }).click();
        const row = page.getByRole("row", { name: /^Extract/ }).first();
        expect(await row.getByRole("cell").first().textContent()).toBe("11");
        await page.getByRole("heading", { name: "Decision log" }).waitFor();
      }));

    it("never takes text for HTML", () =>
      visits({ at: at("rounds?round=nasty") }, async ({ page }) => {
        await page.getByRole("dialog").getByText(`Somebody wrote ${HOSTILE} on the fence.`).waitFor();
        await page.goto(`${server.url}${at("ask")}`);
        await page.getByLabel("Your question").fill(`What is on the fence? ${HOSTILE}`);
        await page.keyboard.press("Enter");
        const exchange = page.locator("article").last();
        await exchange.getByText(/^How · /).click();
        await exchange
          .getByText(/evidence$/)
          .last()
          .click();
        await page.goto(`${server.url}${at("timeline")}`);
        await page.getByLabel("Search topics").fill("onerror");
        await page.getByText(/^1 of/).waitFor();
        expect(await page.locator("img[src=x], main b:not([style]), main script").count()).toBe(0);
      }));

    for (const { scheme, size } of looksOn(store)) {
      it(`fits and can be used by everybody in every view, ${scheme} on a ${size}`, () =>
        visits({ scheme, size }, async ({ page }) => {
          const name = `${scheme}-${size}`;
          const look = async (view: string, ready: string, what: string) => {
            await page.goto(`${server.url}${view}`);
            await page.locator(ready).first().waitFor();
            await shoot(page, shot(`${what}-${name}`));
            await expectAccessible(page);
            await expectFits(page);
          };
          const [{ name: table }] = (await server.call("GET", `/v1/memories/${encodeURIComponent(memory)}/tables`)).body.tables;
          await look("/#/", ".card", "memories");
          await look(at("ask"), ".exchange .answer", "ask");
          await look(at("tables"), ".card", "tables");
          await look(at(`tables/${encodeURIComponent(table)}`), ".plot canvas", "table");
          await look(at("timeline"), ".line", "timeline");
          await page.locator(".line-head").first().click();
          await expectAccessible(page);
          await look(at("rounds"), ".session", "rounds");
          await look(at("rounds?round=door"), "dialog .picture img", "round");
          await look(at("add"), ".run", "add");
          await look(at("cost"), ".pager", "cost");
          await look(at("care"), ".notice", "care");
        }));
    }

    it("says what goes before it forgets, and then it is gone", () =>
      visits({ at: at("rounds?round=g8") }, async ({ page }) => {
        await page.getByRole("button", { name: "Forget round g8" }).click();
        const question = page.locator("dialog.question");
        await question.getByText("1 round: g8").waitFor();
        await question.getByText("2 values that were extracted").waitFor();
        await question.getByText(/^1 row of /).waitFor();
        await shoot(page, shot("forget"));
        await question.getByRole("button", { name: "Keep" }).click();
        expect((await server.call("GET", `/v1/memories/${encodeURIComponent(memory)}/rounds/g8`)).status).toBe(200);
        await page.getByRole("button", { name: "Forget round g8" }).click();
        await question.getByRole("button", { name: "Forget", exact: true }).click();
        await page.getByRole("dialog").first().waitFor({ state: "detached" });
        expect((await server.call("GET", `/v1/memories/${encodeURIComponent(memory)}/rounds/g8`)).status).toBe(404);
        await page.getByRole("link", { name: "g7" }).or(page.getByText("g7")).first().waitFor();
        expect(await page.getByText("g8", { exact: false }).count()).toBe(0);
      }));
  });
}
