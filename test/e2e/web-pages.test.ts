import { execFileSync, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { packageRoot } from "../../config.js";
import type { Environment, Episode, Step, Task } from "../../environments/contract.js";
import { createWebEnvironment } from "../../environments/web/environment.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { playerIn } from "../../hosts/solo/play.js";
import { runDesign } from "../../memory/design.js";
import type { DesignArena } from "../../nodes/design/ports.js";
import { findChromium } from "../../scripts/chromium.mjs";
import { openInFolder } from "../care/opened.js";
import { withServer } from "../contract/server.js";
import { effort } from "../effort.js";

const PAGES = join(packageRoot(), "test", "fixtures", "pages");

withServer("Chromium", "apt-get install chromium", "MNEMA_CHROMIUM", findChromium() ?? "", (chromium) => {
  describe("web pages as an environment", () => {
    let folder: string;
    let asked: Server;
    let requests = 0;
    let web: Environment;
    let tasks: readonly Task[];

    beforeAll(async () => {
      asked = createServer((_, reply) => void ((requests += 1), reply.end("reached"))).listen(0, "127.0.0.1");
      await once(asked, "listening");
      folder = await mkdtemp(join(tmpdir(), "mnema-pages-"));
      await cp(PAGES, folder, { recursive: true });
      const curious = join(folder, "kinds", "curious.html");
      const address = `http://127.0.0.1:${(asked.address() as AddressInfo).port}/`;
      await writeFile(curious, (await readFile(curious, "utf8")).replace("ADDRESS", address));
      await writeFile(join(folder, "kinds", ".hidden"), "hidden");
      await symlink(join(packageRoot(), "package.json"), join(folder, "kinds", "linked.txt"));
      web = createWebEnvironment({ chromium, seeds: [1, 2], pages: 2 }) as Environment;
      tasks = await web.tasks(folder);
    });
    afterAll(async () => {
      await web?.close();
      asked?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const task = (id: string): Task => tasks.find((one) => one.id === id) as Task;
    const start = (id: string, maxSteps?: number): Promise<Episode> =>
      web.start(task(id), { seed: 0, ...(maxSteps === undefined ? {} : { maxSteps }) });
    const during = async (id: string, work: (episode: Episode) => Promise<void>, maxSteps?: number): Promise<void> => {
      const episode = await start(id, maxSteps);
      try {
        await work(episode);
      } finally {
        await episode.close();
      }
    };
    const line = (text: string, pattern: RegExp): string => text.split("\n").find((one) => pattern.test(one)) ?? "";
    const number = (text: string, pattern: RegExp): string => /\d+/.exec(line(text, pattern))?.[0] ?? "";

    it("lists pages that begin a task, once with each seed, with what they ask", () => {
      const kinds = ["curious", "drawing", "order-form", "restless"];
      expect(tasks.map(({ id }) => id)).toEqual([1, 2].flatMap((seed) => kinds.map((kind) => `${kind}/${seed}`)));
      expect(tasks.map(({ domain }) => domain)).toEqual([...kinds, ...kinds]);
      expect(task("order-form/1").input.goal).toMatch(/^Order a \w+ tea for "[\w ]+" with milk\.$/);
      expect(new Set(tasks.map(({ maxSteps }) => maxSteps))).toEqual(new Set([15]));
    });

    it("takes a list of pages, with seeds of its own", async () => {
      const list = join(folder, "list.json");
      await writeFile(list, JSON.stringify({ pages: ["kinds/restless.html", "kinds/drawing.html"], seeds: [7] }));
      expect((await web.tasks(list)).map(({ id }) => id)).toEqual(["restless/7", "drawing/7"]);
      await writeFile(list, '{"pages": []}');
      await expect(web.tasks(list)).rejects.toMatchObject({ code: "INVALID_INPUT", place: list });
      await expect(web.tasks(join(folder, "no-list.json"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("names a source without pages, and one that is not there", async () => {
      await expect(web.tasks(join(folder, "core"))).rejects.toMatchObject({ code: "NOT_FOUND", place: join(folder, "core") });
      await expect(web.tasks(join(folder, "none"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("tells a page, and does what forms take", () =>
      during("order-form/1", async (episode) => {
        expect(episode.observation.split("\n")).toEqual([
          'Page "Order"',
          "- For whom:",
          '[1] textbox "For whom:" (holds "nobody")',
          '[2] combobox "Size" (chosen "Small"; choices "Small", "Medium", "Large")',
          '[3] checkbox "Milk" (unchecked)',
          '[4] radio "Cup" (unchecked)',
          '[5] radio "Glass" (checked)',
          "- Tea | 2 €",
          '[6] textbox "Note" (empty)',
          "- Note",
          '- button "Pay" (disabled)',
          '[7] button "Send"',
        ]);
        const { goal } = task("order-form/1").input;
        const [, size, name] = /a (\w+) tea for "(.*)"/.exec(goal) ?? [];
        expect(episode.actions()).toEqual(
          expect.arrayContaining([`type [1] "${name}" into textbox "For whom:"`, `select [2] "${size}" in combobox "Size"`, "wait"]),
        );
        const done: Step[] = [];
        for (const action of [`type [1] "${name}"`, `select [2] "${size}" in combobox "Size"`, "click [3]", 'click [4] radio "Cup"'])
          done.push(await episode.step(action));
        expect(done.map(({ legal, progress }) => [legal, progress])).toEqual(Array.from({ length: 4 }, () => [true, 0]));
        expect(done[0]?.observation).toMatch(new RegExp(`^Done: type \\[1\\] "${name}" into textbox "For whom:"\\.\n`));
        expect(done[3]?.observation).toContain(`(chosen "${size}";`);
        expect(done[3]?.observation).toContain('[3] checkbox "Milk" (checked)\n[4] radio "Cup" (checked)\n[5] radio "Glass" (unchecked)');
        // The number is of another page; the description finds the button.
        const last = await episode.step('click [2] button "Send"');
        expect(last).toMatchObject({ legal: true, done: true, progress: 1 });
        expect(last.observation).toContain("The task is done.");
        expect([episode.score(), episode.done, episode.actions()]).toEqual([1, true, []]);
        await expect(episode.step("wait")).rejects.toMatchObject({ code: "CONFLICT" });
      }));

    it("explains what cannot be done; it changes nothing and costs a step", () =>
      during(
        "order-form/2",
        async (episode) => {
          const before = episode.observation;
          const tried: readonly [string, string][] = [
            ["click [9]", "There is no element [9]."],
            ['click [1] button "Pay"', '[1] is textbox "For whom:", and nothing here is button "Pay".'],
            ['type [7] "x"', '[7] button "Send" takes no text.'],
            ['select [2] "Huge"', '[2] combobox "Size" has no choice "Huge".'],
            ["scroll down", "Nothing can be scrolled further down."],
            ["back", "There is no page to go back to."],
            ["dance", '"dance" is no action'],
          ];
          for (const [action, why] of tried) {
            const { legal, observation } = await episode.step(action);
            expect(legal).toBe(false);
            expect(observation.startsWith(`Not done. ${why}`)).toBe(true);
            expect(observation.endsWith(before)).toBe(true);
          }
          expect(await episode.step("wait")).toMatchObject({ legal: true, done: true, progress: 0 });
        },
        8,
      ));

    it("gives partial reward for an unfinished form, and ends with an answer", async () => {
      await during("order-form/1", async (episode) => {
        await episode.step("click [3]");
        expect(await episode.step("click [7]")).toMatchObject({ done: true });
        expect(episode.score()).toBeGreaterThan(0);
        expect(episode.score()).toBeLessThan(1);
      });
      await during("order-form/1", async (episode) => {
        expect(await episode.step('answer "enough"')).toMatchObject({ legal: true, done: true, progress: 0 });
      });
    });

    it("gives equal steps, scores and pictures for equal actions, whatever time it takes", async () => {
      const walk = async (pause: number): Promise<unknown[]> => {
        const episode = await start("restless/1");
        const seen: unknown[] = [episode.observation, episode.pictures?.[0]?.bytes.toString()];
        for (const action of ["wait", "click [1]"]) {
          await new Promise((resolve) => setTimeout(resolve, pause));
          const { observation, pictures, ...rest } = await episode.step(action);
          seen.push(observation, pictures?.[0]?.bytes.toString(), rest, episode.score());
        }
        await episode.close();
        return seen;
      };
      const [one, other] = [await walk(0), await walk(150)];
      expect(other).toEqual(one);
      expect(String(one[0])).toMatch(/- 12:00:00 0\.\d{6}\n/);
      expect(String(one[2])).toMatch(/- 12:00:01 0\.\d{6}\n- 7\d frames/);
    });

    it("lifts the time limit, and lets a page's time go by with actions alone", () =>
      during(
        "restless/2",
        async (episode) => {
          for (let step = 0; step < 14; step += 1) expect(await episode.step("wait")).toMatchObject({ done: false });
          expect(episode.observation).toContain("- 12:00:14 ");
        },
        20,
      ));

    it("numbers drawings that listen, scrolls to what lies beyond, and tells what dialogs say", () =>
      during("drawing/1", async (episode) => {
        expect(episode.observation).toContain("More below: scroll down.");
        expect(episode.observation).not.toContain("circle");
        await episode.step("scroll down");
        await episode.step("scroll down");
        expect(episode.observation).toMatch(/- rect gold 20×20 \(at \d+, \d+\)/);
        const colour = /the (\w+) circle/.exec(task("drawing/1").input.goal)?.[1];
        const wanted = number(episode.observation, new RegExp(`circle "${colour} 20×20"`));
        const { observation, progress } = await episode.step(`click [${wanted}] circle "${colour} 20×20"`);
        expect(progress).toBe(1);
        expect(observation).toContain(`The page said: "You chose ${colour}.".`);
        expect(episode.pictures?.[0]?.mime).toBe("image/png");
        expect([...(episode.pictures?.[0]?.bytes.subarray(1, 4) ?? [])]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
      }));

    it("goes back within a page, and ends with a page that was left", async () => {
      await during("drawing/1", async (episode) => {
        expect(episode.actions()).not.toContain("back");
        await episode.step('click [1] link "There"');
        expect(episode.actions()).toContain("back");
        expect(await episode.step("back")).toMatchObject({ legal: true, done: false });
      });
      await during("drawing/1", async (episode) => {
        const { observation, done, progress } = await episode.step('click [2] link "Away"');
        expect([done, progress]).toEqual([true, 0]);
        expect(observation).toContain("The page was left, and with it the task.");
      });
    });

    it("lets a page reach nothing but the files of its folder, and find nothing that another run left", async () => {
      for (const _ of [1, 2])
        await during("curious/1", async (episode) => {
          await episode.step('click [1] button "Go"');
          const { observation } = await episode.step("wait");
          const told = line(observation, /refused|absent|reached/).split(" ");
          expect(told.filter((word) => word === "reached")).toEqual([]);
          expect(told.filter((word) => /refused|absent/.test(word))).toHaveLength(6);
          expect(observation).toContain("- visit 1 1 1\n");
          expect(observation).toContain("- ways: closed closed closed");
        });
      expect(requests).toBe(0);
    });

    // Some thirty runs of pages: half a minute and more, which only CI and `MNEMA_THOROUGH` spend.
    it.skipIf(effort(0, 1) === 0)("is a world for a search: three kinds, seeds to learn on and seeds to be tested on apart", async () => {
      const list = join(folder, "three.json");
      const pages = ["drawing", "order-form", "restless"].map((kind) => `kinds/${kind}.html`);
      await writeFile(list, JSON.stringify({ pages, seeds: [3, 4, 5] }));
      const agent = createOfflineSoloAgent();
      const play = playerIn(web, agent);
      const arena: DesignArena = { environment: web, tasks: await web.tasks(list), agent, play, agentName: "offline", model: null };
      const designing = await openInFolder();
      try {
        const memory = await designing.memory("team");
        const report = await runDesign(
          memory,
          { checkpointer: new MemorySaver(), services: designing.mnema.space.services, arena: async () => arena },
          { environment: "miniwob", settings: { steps: 1, quickTasks: 2, finalRuns: 1, references: 0, interactionSteps: 2 } },
        );
        expect(report).toMatchObject({ steps: 1, generations: 1, failedGenerations: 0, stopped: null, test: { tasks: 3, runs: 1 } });
        const ledger = await memory.store.programs.runs(report.search);
        const tasksOf = (purpose: string) => [
          ...new Set(ledger.filter((run) => run.purpose === purpose && run.task !== "").map(({ task }) => task)),
        ];
        const batches = ["collect", "evaluate", "test"].map(tasksOf);
        expect(batches.map((ids) => new Set(ids.map((id) => id.split("/")[0])).size)).toEqual([3, 3, 3]);
        expect(new Set(batches.flat()).size).toBe(9);
      } finally {
        await designing.close();
      }
    });

    it("fails when the browser dies, and starts another for the next run", async () => {
      const episode = await start("restless/1");
      for (const child of childrenOf(process.pid)) process.kill(child, "SIGKILL");
      await expect(episode.step("wait")).rejects.toMatchObject({ code: "INTERNAL" });
      await episode.close();
      await during("restless/1", async (next) => expect(await next.step("wait")).toMatchObject({ legal: true }));
    });

    it("has no more pages open at once than it may; closed, it leaves no process behind and starts none", async () => {
      const [one, other] = await Promise.all([start("restless/1"), start("restless/2")]);
      let isBegun = false;
      const third = start("drawing/1").finally(() => (isBegun = true));
      await other.step("wait");
      expect(isBegun).toBe(false);
      await one.close();
      const last = await third;
      const late = expect(start("restless/1")).rejects.toMatchObject({ code: "CANCELLED" });
      await web.close();
      await last.close();
      await late;
      await expect(start("restless/1")).rejects.toMatchObject({ code: "CANCELLED" });
      await expect.poll(() => childrenOf(process.pid)).toEqual([]);
    });

    it("leaves no process behind when it is killed itself", async () => {
      const script = `
        const { createWebEnvironment } = await import(${JSON.stringify(join(inject("compiled"), "environments", "web", "environment.js"))});
        const web = createWebEnvironment({ chromium: ${JSON.stringify(chromium)}, seeds: [0] });
        await web.tasks(${JSON.stringify(join(folder, "kinds", "order-form.html"))});
        process.stdout.write("open");
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      const browsers = childrenOf(child.pid as number);
      expect(browsers.length).toBeGreaterThan(0);
      child.kill("SIGKILL");
      await expect.poll(() => browsers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    });

    it("says what is missing where there is no Chromium", async () => {
      const without = createWebEnvironment({ chromium: join(folder, "no-chromium") });
      await expect(without.tasks(folder)).rejects.toMatchObject({ code: "INVALID_CONFIG", place: "MNEMA_CHROMIUM" });
    });
  });
});

/** Browsers among the processes that a process started. */
function childrenOf(parent: number): number[] {
  return execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .flatMap((row) => (row !== null && Number(row[2]) === parent && /remote-debugging-pipe/.test(row[3] ?? "") ? [Number(row[1])] : []));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
