import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { effort } from "../effort.js";

const run = promisify(execFile);
const root = packageRoot();
const environment = { ...process.env, MNEMA_MODEL: "", OPENAI_API_KEY: "", NEO4J_URI: "", CHECKPOINT_URL: "" };

/** Building and packing takes half a minute, which only CI and `MNEMA_THOROUGH` spend. */
describe.skipIf(effort(0, 1) === 0)("the package", () => {
  let project: string;

  /** A project with nothing but the packed package and what its manifest depends on, linked from here: no network. */
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "mnema-package-"));
    // Types are checked by `npm run types`; here the time goes into what comes out.
    await run("npm", ["run", "build", "--", "--noCheck"], { cwd: root });
    const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], {
      cwd: root,
      maxBuffer: 1 << 26,
    });
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as { filename: string }[];
    const installed = join(project, "node_modules", "mnema");
    await mkdir(installed, { recursive: true });
    await run("tar", ["xzf", join(project, packed?.filename ?? ""), "-C", installed, "--strip-components=1"]);
    const { dependencies } = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    for (const name of [...Object.keys(dependencies), "@types/node"]) {
      const link = join(project, "node_modules", name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, "node_modules", name), link);
    }
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it("type-checks and runs in an empty project", async () => {
    const program = `
import { type Memory, memoryMiddleware, memoryTools, MnemaStore, openMemory } from "mnema";
const memory: Memory = await openMemory("me", { config: { dataFolder: "./data", encoder: "hashing", model: null } });
const { rounds } = await memory.remember({ user: "My bike is green.", session: "s" });
const names: string[] = memoryTools(memory).map((tool) => tool.name);
const store = new MnemaStore(memory);
await store.put(["a"], "k", { colour: "green" });
// @ts-expect-error A question is text.
const wrong = () => memory.ask(1);
process.stdout.write(JSON.stringify({ rounds, names, middleware: memoryMiddleware(memory).name, item: (await store.get(["a"], "k"))?.value, wrong: typeof wrong }));
await memory.close();
`;
    await writeFile(join(project, "program.ts"), program);
    const options = {
      target: "ES2023",
      module: "NodeNext",
      moduleResolution: "NodeNext",
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }));
    await run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", project]).catch(
      (error: { stdout: string }) => expect.fail(error.stdout),
    );
    expect(await readdir(join(project, "node_modules", "mnema"))).toEqual(
      expect.arrayContaining(["dist", "samples", "schemas", "scripts"]),
    );
    // The page is packed as it was built: no set-up of a package builds it.
    expect(await readdir(join(project, "node_modules", "mnema", "dist", "server", "web", "dist"))).toContain("index.html");
    const { stdout } = await run(process.execPath, ["program.js"], { cwd: project, env: environment });
    expect(JSON.parse(stdout)).toEqual({
      rounds: ["s:1"],
      names: ["remember", "ask", "list_tables", "query_table", "search", "forget"],
      middleware: "MnemaMemory",
      item: { colour: "green" },
      wrong: "function",
    });
  });

  it("runs its command from what is packed, with the encoder's workers and the weights beside it", async () => {
    const installed = join(project, "node_modules", "mnema");
    await symlink(join(root, ".weights"), join(installed, ".weights"));
    const command = async (...args: string[]) => {
      const at = [...args, "--data", join(project, "cli"), "--json"];
      const { stdout } = await run(process.execPath, [join(installed, "dist", "cli", "main.js"), ...at], {
        cwd: project,
        env: { ...environment, MNEMA_WEIGHTS: "", MNEMA_ENCODER: "" },
      });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const history = {
      sessions: [
        {
          id: "s",
          rounds: [
            { id: "s1", user: "The boiler makes a strange noise." },
            { id: "s2", user: "Nora moves to Lisbon." },
          ],
        },
      ],
    };
    await writeFile(join(project, "history.json"), JSON.stringify(history));
    expect(await command("ingest", join(project, "history.json"), "--memory", "me")).toMatchObject({ rounds: 2, failed: 0 });
    const { citations } = await command("ask", "Where does Nora move to?", "--memory", "me");
    expect(citations).toContain("s2");
    const { checks } = (await command("doctor")) as unknown as { checks: { name: string; state: string }[] };
    expect(checks.filter(({ state }) => state === "missing")).toEqual([]);
  });
});
