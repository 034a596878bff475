import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { newsOf } from "../../server/runs/news.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const LONG = 60_000;

it("waits for news no longer than it is told to, whatever is collected meanwhile", async () => {
  const emitter = new EventEmitter();
  const collecting = setInterval(collectGarbage, 5);
  const first = await Promise.race([
    newsOf(emitter, "run", new AbortController().signal, 40).then(() => "over"),
    wait(5_000, "still waiting", { ref: false }),
  ]);
  clearInterval(collecting);
  expect(first).toBe("over");
  expect(emitter.listenerCount("run")).toBe(0);
});

it("ends with the news, and with the signal, and leaves no listener", async () => {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  const [told, ended] = [newsOf(emitter, "run", controller.signal, LONG), newsOf(emitter, "other", controller.signal, LONG)];
  emitter.emit("run");
  await told;
  controller.abort();
  await ended;
  await newsOf(emitter, "run", controller.signal, LONG);
  expect(emitter.eventNames()).toEqual([]);
});
