/**
 * Takes in a seeded ChatGPT export by the command `mnema ingest --log-only` and says
 * how long that took and how much memory the process had at most (Linux).
 *   npx tsx evals/bench/chatgpt-export.ts [MB, 600 unless named]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seeded } from "../../core/seeded.js";

const WORDS = "harbour kettle lemon river piano market kayak winter ticket garden letter museum tomorrow seven quietly morning".split(" ");

const root = join(import.meta.dirname, "..", "..");
const megabytes = Number(process.argv[2] ?? "600");
const folder = mkdtempSync(join(tmpdir(), "mnema-bench-export-"));
try {
  const file = join(folder, "conversations.json");
  const conversations = await writeExport(file, megabytes * 2 ** 20);
  console.log(`${conversations} conversations, ${Math.round(statSync(file).size / 2 ** 20)} MB`);
  for (const what of ["first", "again"]) {
    const started = Date.now();
    const { report, peak } = await logOnly(file);
    console.log(`${what}: ${JSON.stringify(report)}`);
    console.log(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s, ${peak} MB at most`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the command as a person does; its report, and the most memory that its process had, in MB. */
async function logOnly(file: string): Promise<{ report: unknown; peak: number }> {
  const args = [
    "--import",
    "tsx",
    join(root, "cli", "main.ts"),
    "ingest",
    file,
    "--memory",
    "bench",
    "--data",
    join(folder, "data"),
    "--log-only",
    "--json",
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  let peak = 0;
  const watch = setInterval(() => void (peak = Math.max(peak, peakOf(child.pid ?? 0))), 500);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`mnema ended with ${code}: ${out}`);
  return { report: JSON.parse(out), peak };
}

/** The most memory that a process ever had, in MB; 0 once it has ended. */
function peakOf(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Writes conversations of one to eight rounds, some with an answer that was made twice, until the file has so many bytes; their number. */
async function writeExport(file: string, bytes: number): Promise<number> {
  const random = seeded(1);
  const stream = createWriteStream(file);
  let written = 0;
  let conversations = 0;
  while (written < bytes) {
    const text = `${conversations === 0 ? "[" : ",\n"}${JSON.stringify(conversation(conversations, random))}`;
    written += text.length;
    conversations += 1;
    if (!stream.write(text)) await once(stream, "drain");
  }
  stream.end("]");
  await once(stream, "finish");
  return conversations;
}

function conversation(number: number, random: () => number): object {
  const words = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const time = 1_650_000_000 + number * 900;
  const mapping: Record<string, object> = {};
  const id = (place: number | string) => `${number.toString(16).padStart(8, "0")}-0000-4000-8000-${String(place).padStart(12, "0")}`;
  const put = (place: number | string, parent: string | null, children: string[], role: string, text: string, at: number | null) => {
    const message = {
      id: id(place),
      author: { role, name: null, metadata: {} },
      create_time: at,
      update_time: null,
      content: { content_type: "text", parts: [text] },
      status: "finished_successfully",
      end_turn: true,
      weight: 1,
      metadata: { model_slug: "gpt", request_id: id(9_999), citations: [] },
      recipient: "all",
    };
    mapping[id(place)] = { id: id(place), message, parent, children };
  };
  const turns = 2 * (1 + Math.floor(random() * 8));
  put(0, null, [id(1)], "system", "", null);
  for (let turn = 1; turn <= turns; turn += 1) {
    const isAnswer = turn % 2 === 0;
    const again = isAnswer && random() < 0.1;
    put(
      turn,
      id(turn - 1),
      turn === turns ? [] : [id(turn + 1)],
      isAnswer ? "assistant" : "user",
      words(isAnswer ? 80 : 5, isAnswer ? 300 : 60),
      time + turn * 20.5,
    );
    if (again) put(`1${turn}`, id(turn - 1), [], "assistant", words(80, 300), time + turn * 20);
  }
  return {
    title: words(2, 5),
    create_time: time,
    update_time: time + 600,
    mapping,
    current_node: id(turns),
    conversation_id: id("c"),
    id: id("c"),
  };
}
