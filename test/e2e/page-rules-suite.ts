import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildWeb } from "../../scripts/build-web.mjs";
import { DATASETS } from "./http-rules-suite.js";
import { startServer, type TestServer } from "./http-server.js";
import { BODIES, PLANTED_STREAM, plantedRule } from "./planted-rule.js";
import { programsOnPage } from "./page-programs-suite.js";
import { endSuite, expectAccessible, expectFits, looksOn, shoot, type Visit, visiting, type VisitOptions } from "./page-browser.js";

interface Card {
  readonly id: string;
  readonly owner: string;
  readonly state: string;
  readonly body: string;
  readonly versions: readonly { readonly body: string }[];
  readonly transitions: readonly { readonly to: string }[];
  readonly effects: readonly { readonly task: string; readonly with: number; readonly without: number; readonly changed: boolean }[];
}

/** What a person sees of rules that teams have learned, on a store that `environment` names. */
export function pageRulesSuite(store: string, open: () => Promise<Browser>, environment: Readonly<Record<string, string>>): void {
  describe(`rules on the page on ${store}`, () => {
    const memory = `team ${randomUUID()}`;
    const [made, path] = [[memory], `/v1/memories/${encodeURIComponent(memory)}`];
    let [server, browser]: [TestServer, Browser] = [] as never;
    const at = (view: string) => `/#/${encodeURIComponent(memory)}/${view}`;
    const shot = (name: string) => `${store.toLowerCase()}-${name}`;
    const rules = async (query = "") => {
      const { status, body, text } = await server.call("GET", `${path}/rules?limit=1000${query}`);
      expect(status, text).toBe(200);
      return body;
    };
    /** The first rule of a real team that is like that. */
    const cardWhere = async (wanted: (card: Card) => boolean): Promise<Card> => {
      for (const { id } of (await rules("&stream=pddl%2Fmacnet")).rules) {
        const { status, body, text } = await server.call("GET", `${path}/rules/${id}`);
        expect(status, text).toBe(200);
        if (wanted(body)) return body;
      }
      throw new Error("No rule is like that.");
    };

    beforeAll(async () => {
      await buildWeb();
      server = await startServer({ environment: { MNEMA_DATASETS: DATASETS, ...environment } });
      browser = await open();
      await server.call("POST", "/v1/memories", { id: memory });
      for (const host of ["macnet", "camel"]) {
        const { body } = await server.call("POST", `${path}/discern`, { env: "pddl", host });
        await server.runEnded(body.run.id);
      }
      await (await server.mnema.memory(memory)).store.rules.apply(PLANTED_STREAM, "plant", { rules: [plantedRule()] });
    });
    afterAll(() => endSuite(browser, server, made));

    const visits = (options: VisitOptions, work: (visit: Visit) => Promise<void>) => visiting(browser, server.url, options, work);
    const cards = (page: Page) => page.locator(".card.rule");

    // What a page shows of programs hangs on the store's contract alone: one store will do.
    if (store === "SQLite") describe("and programs", () => programsOnPage(store, () => ({ server, browser })));

    it("filters cards by state, role and stream, and keeps the filter on the way back", () =>
      visits({ at: at("rules") }, async ({ page }) => {
        const all = await rules();
        await page.getByRole("button", { name: `All ${all.total}` }).waitFor();
        expect(await cards(page).count()).toBe(Math.min(24, all.total));
        const { rules: active } = await rules("&state=active");
        await page.getByRole("button", { name: /^Active/ }).click();
        await page.getByRole("button", { name: /^Active/, pressed: true }).waitFor();
        await expect.poll(() => cards(page).count()).toBe(active.length);
        expect(await cards(page).locator(".state").allTextContents()).toEqual(active.map(() => "Active"));
        const { owner } = active[0];
        await page.getByLabel("Role").selectOption(owner);
        const own = active.filter((rule: Card) => rule.owner === owner);
        await expect.poll(() => cards(page).count()).toBe(own.length);
        await cards(page).getByRole("link").first().click();
        await page.getByRole("heading", { level: 1, name: own[0].body }).waitFor();
        await page.getByRole("link", { name: "Rules" }).first().click();
        await expect.poll(() => cards(page).count()).toBe(own.length);
        await page.getByLabel("Stream").selectOption(PLANTED_STREAM);
        await page.getByRole("button", { name: /^Inactive/ }).click();
        await page.getByText("No rule passes this filter.").waitFor();
        await page.getByRole("button", { name: "Show all" }).click();
        await page.getByRole("button", { name: `All ${all.total}` }).waitFor();
      }));

    it("shows of a rule its scope, what repairs changed, and why it is in its state", () =>
      visits({ at: at(`rules/${plantedRule().id}`) }, async ({ page }) => {
        const versions = page.locator(".versions li");
        await versions.first().waitFor();
        expect(await versions.count()).toBe(BODIES.length);
        // What is there without what was taken out is the new text; without what was put in, the old one.
        const newest = versions.first().locator(".said > *");
        const without = async (tag: string) =>
          (await newest.evaluateAll((all) => all.map((one) => ({ tag: one.tagName, text: one.textContent ?? "" }))))
            .filter((piece) => piece.tag !== tag)
            .map(({ text }) => text)
            .join("");
        expect([await without("DEL"), await without("INS")]).toEqual([BODIES[2], BODIES[1]]);
        expect(await newest.count()).toBeGreaterThan(1);
        expect(await page.locator(".history .state").allTextContents()).toEqual(["Provisional", "Provisional", "Provisional", "Active"]);
        await page.locator(".history").getByText("Replays on two tasks or more show that it helps").waitFor();
        await page.locator("li", { hasText: "The bed is in the shade." }).getByText("learned from harm").waitFor();
        expect(await page.locator(".columns del").textContent()).toBe("It rains.");
        await page.getByText("What repairs must keep").waitFor();
        expect(await page.locator("img[src=x], main b").count()).toBe(0);
        await page.getByRole("link", { name: "bed/4" }).click();
        await page.getByText("is not on record any more").waitFor();
        await expectAccessible(page);
      }));

    it("plots every effect, and lays the two runs of one side by side", async () => {
      const card = await cardWhere(({ effects }) => effects.some((effect) => effect.with > effect.without));
      const effect = card.effects.find((one) => one.with > one.without) as Card["effects"][number];
      await visits({ at: at(`rules/${card.id}`) }, async ({ page }) => {
        const rows = page.locator(".effects > li:not(.effects-axis)");
        await rows.first().waitFor();
        expect(await rows.count()).toBe(card.effects.length);
        const row = rows.filter({ has: page.getByRole("link", { name: effect.task, exact: true }) });
        // The filled point lies where the score with the rule is, to the right of the hollow one.
        const place = (point: number) => row.locator("circle").nth(point).getAttribute("cx");
        const [hollow, filled] = [await place(0), await place(1)];
        expect([hollow, filled]).toEqual([`${100 * effect.without}%`, `${100 * effect.with}%`]);
        await row.getByRole("link").click();
        await page.getByRole("heading", { level: 1, name: `Task ${effect.task}` }).waitFor();
        await page.getByText(`Given to ${card.owner}:`).waitFor();
        const { body } = await server.call("GET", `${path}/rules/${card.id}/effects/${encodeURIComponent(effect.task)}`);
        const shared = await page.locator(".shared li").count();
        const columns = page.locator(".runs-compared > div");
        expect(await columns.count()).toBe(2);
        for (const [place, run] of [body.with, body.without].entries()) {
          const texts = await columns.nth(place).locator(".steps .said").allTextContents();
          expect(texts).toEqual(run.steps.slice(shared).map(({ text }: { text: string }) => text));
        }
        const [left, right] = [await columns.nth(0).boundingBox(), await columns.nth(1).boundingBox()];
        expect([left?.y, (left?.x ?? 0) < (right?.x ?? 0)]).toEqual([right?.y, true]);
      });
    });

    it("tells that a team is at work, why it stopped, and shows what it learned", async () => {
      const fresh = `fresh ${randomUUID()}`;
      made.push(fresh);
      await server.call("POST", "/v1/memories", { id: fresh });
      const begin = async (budget: object) =>
        (await server.call("POST", `/v1/memories/${encodeURIComponent(fresh)}/discern`, { env: "pddl", host: "macnet", budget })).body.run
          .id;
      await server.runEnded(await begin({ replays: 1 }));
      await visits({ at: `/#/${encodeURIComponent(fresh)}/rules` }, async ({ page }) => {
        await page.getByText("The budget of 1 replays is used up").waitFor();
        await shoot(page, shot("rules-stopped"));
        await expectAccessible(page);
        await begin({});
        await page.reload();
        await cards(page).nth(2).waitFor();
        await page.goto(`${server.url}/#/${encodeURIComponent(fresh)}/add`);
        await page.getByRole("heading", { name: "Add history" }).waitFor();
        expect(await page.locator(".run").count()).toBe(0);
      });
    });

    it("is reached and used by keyboard", () =>
      visits({ at: at("rules") }, async ({ page }) => {
        await cards(page).first().waitFor();
        const tabTo = async (wanted: string) => {
          for (let presses = 0; presses < 80; presses += 1) {
            await page.keyboard.press("Tab");
            const text = await page.evaluate("document.activeElement.textContent");
            if (String(text).trim().startsWith(wanted)) return;
          }
          expect.fail(`Tab never reaches ${wanted}.`);
        };
        await tabTo("Provisional");
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: /^Provisional/, pressed: true }).waitFor();
        await cards(page).first().waitFor();
        const { body } = (await rules("&state=provisional")).rules[0];
        await tabTo(body);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: body }).waitFor();
      }));

    it("says what to do where there is nothing, and what is not there", async () => {
      const empty = `it's new ${randomUUID()}`;
      made.push(empty);
      await server.call("POST", "/v1/memories", { id: empty });
      await visits({ at: `/#/${encodeURIComponent(empty)}/rules` }, async ({ page }) => {
        await page.getByText("No rules yet").waitFor();
        const command = await page.locator(".command").textContent();
        expect(command).toBe(`mnema discern run --env pddl --host autogen --memory '${empty.replace("'", "'\\''")}'`);
        await expectAccessible(page);
        await shoot(page, shot("rules-empty"));
        await page.getByRole("link", { name: "Report" }).click();
        await page.getByText("No rules yet").waitFor();
        await page.goto(`${server.url}${at("rules/none")}`);
        await page.getByRole("alert").getByText("There is no rule none").waitFor();
        await page.route("**/v1/**/rules?**", (route) => route.abort());
        await page.goto(`${server.url}${at("rules")}`);
        await page.getByText("The server does not answer").waitFor();
        await page.unroute("**/v1/**/rules?**");
        await page.getByRole("button", { name: "Try again" }).click();
        await cards(page).first().waitFor();
      });
    });

    for (const { scheme, size } of looksOn(store)) {
      it(`fits and can be used by everybody, ${scheme} on a ${size}`, async () => {
        const helping = await cardWhere(({ effects }) => effects.some(({ changed }) => changed));
        const task = encodeURIComponent(helping.effects.find(({ changed }) => changed)?.task ?? "");
        await visits({ scheme, size }, async ({ page }) => {
          const look = async (view: string, ready: string, what: string) => {
            await page.goto(`${server.url}${at(view)}`);
            await page.locator(ready).first().waitFor();
            await shoot(page, shot(`${what}-${scheme}-${size}`));
            await expectAccessible(page);
            await expectFits(page);
          };
          await look("rules", ".card.rule", "rules");
          await look(`rules/${plantedRule().id}`, ".effects", "rule");
          await page.locator(".history").scrollIntoViewIfNeeded();
          await shoot(page, shot(`rule-end-${scheme}-${size}`));
          await look(`rules/${helping.id}/${task}`, ".runs-compared", "pair");
          await page.locator(".runs-compared").scrollIntoViewIfNeeded();
          await shoot(page, shot(`pair-end-${scheme}-${size}`));
          await look("rules/report", ".bars", "rules-report");
        });
      });
    }
  });
}
