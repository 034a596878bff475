import { afterEach, describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import { openWorkerPool, type WorkerPool } from "../../models/worker-pool.js";

const FILE = new URL("../fixtures/workers/odd-jobs.mjs", import.meta.url);

let pool: WorkerPool<number | string, number>;
const open = (size: number, setup = {}) => (pool = openWorkerPool(FILE, setup, size, (reason) => new MnemaError("INTERNAL", reason)));

afterEach(() => pool.close());

describe("a pool of workers", () => {
  it("gives every job its own result, whichever worker did it", async () => {
    open(2);
    const jobs = Array.from({ length: 40 }, (_, i) => i);
    expect(await Promise.all(jobs.map((job) => pool.run(job)))).toEqual(jobs.map((job) => job * 2));
  });

  it("starts no more workers than it has jobs, or than its size", async () => {
    open(2);
    await pool.run(1);
    const [first, second] = [await pool.run("pid"), await pool.run("pid")];
    expect(first).toBe(second);
    expect(new Set(await Promise.all(Array.from({ length: 9 }, () => pool.run("pid")))).size).toBeLessThanOrEqual(2);
  });

  it("fails a job that fails, and goes on", async () => {
    open(1);
    await expect(pool.run("fail")).rejects.toThrow("not today");
    expect(await pool.run(2)).toBe(4);
  });

  it.each([
    ["die", "exit code 7"],
    ["crash", "SIGSEGV"],
  ])("fails the job of a worker that ends (%s), and replaces it for those that wait", async (job, reason) => {
    open(1);
    const [failed, ...others] = await Promise.allSettled([pool.run(job), pool.run(2), pool.run(3)]);
    expect(failed).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining(reason) } });
    expect(others).toEqual([
      { status: "fulfilled", value: 4 },
      { status: "fulfilled", value: 6 },
    ]);
  });

  it("fails all jobs when workers cannot be opened, with the reason", async () => {
    open(2, { broken: true });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((job) => pool.run(job)));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("no way in") } });
  });

  it("fails what waits when it is closed, and whatever comes after", async () => {
    open(1);
    const waiting = [pool.run(1), pool.run(2), pool.run(3)].map((job) => job.catch(({ message }: Error) => message));
    await pool.close();
    expect(await Promise.all(waiting)).toEqual(Array(3).fill("it was closed"));
    await expect(pool.run(4)).rejects.toThrow("it was closed");
  });
});
