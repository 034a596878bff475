/**
 * The other end of worker-pool.ts, inside a worker process. Workers are plain JavaScript, since they are started by
 * file and so run from source and from the build alike.
 *
 * @template Setup, Job, Result
 * @param {(setup: Setup) => Promise<(job: Job) => Promise<Result>>} open Loads what jobs need.
 */
export function serve(open) {
  process.on("disconnect", () => process.exit(0));
  process.on("SIGINT", () => {}); // A terminal signals the whole group; when to end is the parent's to say.

  /** @type {Promise<(job: Job) => Promise<Result>> | null} */
  let opening = null;
  process.on("message", async (/** @type {{ setup: Setup } | { job: Job }} */ request) => {
    if ("job" in request) return process.send?.(await reply(opening, request.job));
    opening = open(request.setup);
    opening.catch(() => {}); // Told to whoever asks for a job.
  });
}

/** The result of a job, or why there is none; that the worker could not be opened is fatal. */
async function reply(opening, job) {
  let work;
  try {
    work = await opening;
  } catch (error) {
    return { fatal: String(error) };
  }
  try {
    return { result: await work(job) };
  } catch (error) {
    return { error: String(error) };
  }
}
