import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../../../config.js";
import type { Round } from "../../../core/history.js";
import { callsOf, type Contestant, type ContestantParts, NotInstalled } from "./contestant.js";

/** Folder in `.services` of the Python with the peers in it: `evals/peers/python/requirements.txt` says how it is made. */
const PLACE = "peers-py";

interface Reply {
  readonly ms?: number;
  readonly found?: readonly string[];
  readonly unknown?: true;
  readonly name?: string;
  readonly resident?: number;
  readonly error?: string;
}

/** A peer of Python by its script in `evals/peers/python`, in a Python of its own where it is not at `place`. Times are taken in its process. */
export async function openPythonPeer(script: string, { folder, modelUrl, neo4j }: ContestantParts, place = PLACE): Promise<Contestant> {
  const own = join(".services", place, "bin", "python");
  const python = join(packageRoot(), own);
  if (!existsSync(python)) throw new NotInstalled(`${own} is not there.`);
  const file = join(packageRoot(), "evals", "peers", "python", script);
  const child = spawn(python, [file, folder, modelUrl, neo4j ?? ""], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (command: object): Promise<Reply> => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new NotInstalled(`${script} ended before it answered.`);
    const reply = JSON.parse(value) as Reply;
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  };
  const { name = script } = await ask({ op: "rest" });
  return {
    name,
    add: async (round) => (await ask({ op: "add", round: flat(round) })).ms ?? 0,
    seed: async (rounds) => (await ask({ op: "seed", rounds: rounds.map(flat) })).unknown !== true,
    search: async (query, k) => {
      const { ms = 0, found = [] } = await ask({ op: "search", query, k });
      return { ms, found };
    },
    modelCalls: () => callsOf(modelUrl),
    residentMiB: async () => ((await ask({ op: "rest" })).resident ?? 0) / 2 ** 20,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

function flat({ ids: [id], session, time, turns }: Round) {
  const said = (role: string) => turns.find((turn) => turn.role === role)?.text ?? "";
  return { id, session, time: time?.iso ?? null, user: said("user"), assistant: said("assistant") };
}
