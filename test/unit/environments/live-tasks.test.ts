import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLiveWebEnvironment } from "../../../environments/web/live.js";

describe("tasks on the live web", () => {
  const web = createLiveWebEnvironment();
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "mnema-live-"))));
  afterAll(() => rm(folder, { recursive: true }));
  const read = async (text: string) => {
    const file = join(folder, "tasks.any");
    await writeFile(file, text);
    return web.tasks(file);
  };

  it("are read from WebVoyager's lines", async () => {
    const line = { web_name: "Teas", id: "Teas--3", ques: "Which tea is the cheapest?", web: "https://teas.example/shop" };
    const tasks = await read(`${JSON.stringify(line)}\n\n${JSON.stringify({ ...line, id: "Teas--4" })}\n`);
    expect(tasks.map(({ id, domain, maxSteps }) => [id, domain, maxSteps])).toEqual([
      ["Teas--3", "Teas", 15],
      ["Teas--4", "Teas", 15],
    ]);
    expect(tasks[0]).toMatchObject({ input: { goal: line.ques }, data: { address: line.web }, environment: "live-web" });
  });

  it("are read from Mind2Web's files, with the name of a site or its address", async () => {
    const task = { annotation_id: "a-1", website: "teas", domain: "Shopping", confirmed_task: "Buy the cheapest tea", action_reprs: ["…"] };
    const [one, other] = await read(
      JSON.stringify([task, { task_id: "b-2", website: "https://teas.example/", confirmed_task: "Sell it" }]),
    );
    expect(one).toMatchObject({
      id: "a-1",
      domain: "teas.com",
      data: { address: "https://www.teas.com/" },
      input: { goal: "Buy the cheapest tea" },
    });
    expect(other).toMatchObject({ id: "b-2", domain: "teas.example", data: { address: "https://teas.example/" } });
  });

  it("are refused with the place when they are something else", async () => {
    await expect(read("no tasks")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(read('[{"question": "?"}]')).rejects.toMatchObject({ code: "UNKNOWN_FORMAT", place: expect.stringMatching(/\[0\]$/) });
    await expect(read('[{"ques": "?", "web_name": "x", "id": "1"}]')).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("web"),
    });
    await expect(read('[{"confirmed_task": "?", "website": "x"}]')).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(web.tasks(folder)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(web.tasks(join(folder, "none"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("cannot be done without a judge", async () => {
    const [task] = await read('{"web_name": "x", "id": "1", "ques": "?", "web": "https://teas.example/"}');
    await expect(web.start(task as never, { seed: 0 })).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });
});
