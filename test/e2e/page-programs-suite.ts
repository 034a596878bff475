import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { searchDoors } from "../care/designing.js";
import type { TestServer } from "./http-server.js";
import { expectAccessible, expectFits, looksOn, shoot, visiting, type VisitOptions, type Visit } from "./page-browser.js";

/** What a person sees of a search for a memo program: inside a suite that has a server and a browser. */
export function programsOnPage(store: string, given: () => { readonly server: TestServer; readonly browser: Browser }): void {
  const memory = `searched ${randomUUID()}`;
  const view = (...rest: string[]) => `/#/${[memory, "programs", ...rest].map(encodeURIComponent).join("/")}`;
  const api = (...rest: string[]) => `/v1/memories/${[memory, ...rest].map(encodeURIComponent).join("/")}`;
  const visits = (options: VisitOptions, work: (visit: Visit) => Promise<void>) =>
    visiting(given().browser, given().server.url, options, work);
  const get = async (...rest: string[]) => (await given().server.call("GET", api(...rest))).body;
  let search = "";

  beforeAll(async () => {
    const { mnema } = given().server;
    const opened = await mnema.memory(memory, { create: true });
    const settings = { steps: 5, finalRuns: 1, seed: 3, width: 1 };
    ({ search } = await searchDoors({ mnema }, opened, { tasks: 12, programs: ["one key", "every key", "throws"], settings }));
  });

  it("draws the tree of a search: scores with intervals, visits, and which program is chosen", () =>
    visits({ at: view() }, async ({ page }) => {
      await page.getByRole("link", { name: search }).click();
      const { tree, report } = await get("searches", search);
      const nodes = page.locator(".program");
      await nodes.first().waitFor();
      expect(await nodes.count()).toBe(tree.length);
      expect(tree.length).toBeGreaterThan(2);
      for (const { node, parent, mean, visits: times, change, chosen } of tree) {
        const one = nodes.filter({ has: page.getByRole("link", { name: `Program ${node}`, exact: true }) });
        const text = (await one.textContent()) ?? "";
        expect(text).toContain(change || "no memory");
        expect(text).toContain(times === 1 ? "evaluated once" : `evaluated ${times} times`);
        expect([await one.locator("circle").getAttribute("cx"), text.includes("Chosen")]).toEqual([`${100 * mean}%`, chosen]);
        // It hangs below its parent.
        const above = one.locator("xpath=ancestor::li[2]/div").getByRole("link");
        expect(parent === null ? null : await above.textContent()).toBe(parent === null ? null : `Program ${parent}`);
      }
      await page.getByText(`held-out tasks program ${report.test.node} scores`).waitFor();
      const compared = page.getByRole("group", { name: "On the held-out tasks" }).locator("tbody tr");
      expect(await compared.count()).toBe(2 + report.test.others.length);
      await shoot(page, "programs-tree");
    }));

  it("shows of a program its diff, the feedback it was made from, and its tasks beside those without memory", async () => {
    const { tree } = await get("searches", search);
    const { node } = tree.find((card: { change: string }) => card.change === "every key") ?? tree[1];
    const program = await get("searches", search, "programs", String(node));
    await visits({ at: view(search, String(node)) }, async ({ page }) => {
      await page.getByText("Keep keys.").waitFor();
      const added = await page.locator(".diff ins").allTextContents();
      const lines = (program.diff as string).split("\n").filter((line) => /^\+(?!\+\+)/.test(line));
      expect(added).toEqual(lines.map((line) => `${line}\n`));
      expect(await page.locator(".code code").textContent()).toBe(program.source);
      await page.getByRole("button", { name: "Let it serve this memory" }).click();
      await page.getByText("In use").waitFor();
      await page.getByRole("button", { name: "Take it out of use" }).click();
      await page.getByRole("button", { name: "Let it serve this memory" }).waitFor();

      const pairs = await Promise.all(
        program.runs.map(({ key }: { key: string }) => get("searches", search, "programs", String(node), "runs", key)),
      );
      const at = pairs.findIndex((pair) => pair.with.payload.items.length > 0 && pair.without !== null);
      await page.getByRole("group", { name: "Tasks" }).getByRole("link").nth(at).click();
      await page.getByRole("heading", { level: 1, name: `Task ${pairs[at].with.task}`, exact: true }).waitFor();
      expect(await page.locator(".payload .said").first().textContent()).toBe(pairs[at].with.payload.items[0].text);
      const columns = page.locator(".runs-compared > div");
      for (const [place, run] of [pairs[at].with, pairs[at].without].entries())
        expect(await columns.nth(place).locator(".steps strong").allTextContents()).toEqual(
          run.steps.map(({ action }: { action: string }) => action),
        );
    });
  });

  it("tells that a search is at work and why it stopped, and what is not there", () =>
    visits({ at: view() }, async ({ page }) => {
      const { server } = given();
      const { body } = await server.call("POST", api("design"), { env: "planning", budget: { ms: 0 } });
      await server.runEnded(body.run.id);
      await page.reload();
      await page.getByText("The budget of 0 milliseconds is used up").waitFor();
      await page.goto(`${server.url}${view(search, "99")}`);
      await page.getByRole("alert").getByText("has no program 99").waitFor();
    }));

  for (const { scheme, size } of looksOn(store)) {
    it(`programs fit and can be used by everybody, ${scheme} on a ${size}`, async () => {
      const { runs } = await get("searches", search, "programs", "1");
      await visits({ scheme, size }, async ({ page }) => {
        for (const [rest, ready, what] of [
          [[], ".card", "list"],
          [[search], ".program", "tree"],
          [[search, "1"], ".diff", "program"],
          [[search, "1", runs[0].key], ".runs-compared", "task"],
        ] as const) {
          await page.goto(`${given().server.url}${view(...rest)}`);
          await page.locator(ready).first().waitFor();
          await shoot(page, `programs-${what}-${scheme}-${size}`);
          await expectAccessible(page);
          await expectFits(page);
        }
      });
    });
  }
}
