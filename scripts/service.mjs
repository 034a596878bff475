/** What the scripts that start servers for development and tests have in common. Plain JavaScript without packages. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export function say(line) {
  process.stderr.write(`${line}\n`);
}

export function fail(line) {
  say(line);
  process.exit(1);
}

/** The value after `--name`, or `otherwise`. */
export function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}

/** True when the command ran and succeeded; its output is not shown. */
export function succeeds(command, args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** The first of these programs on the path, or in one of `places`; null when there is none. */
export function findProgram(names, places) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...places];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync) ?? null;
}

/** Installs a Debian package, where --install asks for it and we are root; else ends with `advice`. */
export function installDebian(what, title, name, advice) {
  if (!process.argv.includes("--install") || process.getuid?.() !== 0) fail(`${what}: ${advice}`);
  say(`${what}: installing Debian's ${title} …`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", name],
  ]) {
    const { status } = spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (status !== 0) fail(`${what}: apt-get failed; its own message is above.`);
  }
}

/** Process id kept in a file; null when there is none or that process has ended or is another one. */
export function runningPid(file, mark) {
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, "utf8"));
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  return stdout?.includes(mark) ? pid : null;
}

/** Asks a process to end and waits until it has. */
export async function stop(pid) {
  process.kill(pid, "SIGTERM");
  for (let waited = 0; waited < 600; waited++) {
    await sleep(100);
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
  }
  fail(`Process ${pid} does not end. End it yourself.`);
}

/** What a server answers to `hello`; null when nothing listens, or it answers nothing within two seconds. */
export function answer(port, hello) {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: 2000 });
    const done = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.on("connect", () => socket.write(hello));
    socket.on("data", done);
    socket.on("timeout", () => done(null));
    socket.on("error", () => done(null));
    socket.on("close", () => done(null));
  });
}

/** The first port from `first` on that nothing listens on. */
export async function freePort(first) {
  const isFree = (port) =>
    new Promise((resolve) => {
      const socket = connect({ host: "127.0.0.1", port });
      socket.on("connect", () => resolve(socket.destroy() && false));
      socket.on("error", () => resolve(true));
    });
  for (let port = first; ; port++) if (await isFree(port)) return port;
}

/** Waits until `ready` says so; `alive` tells whether it is still worth it. */
export async function waitUntil(ready, alive, seconds, what) {
  for (let waited = 0; waited < seconds * 2; waited++) {
    if (await ready()) return;
    if (!alive()) fail(`${what} ended while it started.`);
    await sleep(500);
  }
  fail(`${what} did not answer within ${seconds} seconds.`);
}

/** Where tests and people find the server. */
export function announce(file, uri) {
  writeFileSync(file, `${uri}\n`);
  process.stdout.write(`${uri}\n`);
}

export function forget(...files) {
  for (const file of files) rmSync(file, { force: true });
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
