#!/usr/bin/env node
/**
 * Starts a PostgreSQL server for checkpoints in development and tests, with a folder of its own, on this machine's
 * loopback alone and without a password, and prints its URI: `CHECKPOINT_URL=$(node scripts/postgres.mjs)`. Needs
 * PostgreSQL's server; --install gets Debian's, as root. Repeats nothing that is done.
 *
 *   node scripts/postgres.mjs [--port 54329] [--install]     start (by default on the first free port from 54329)
 *   node scripts/postgres.mjs --stop                         stop; the data stay
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { announce, answer, fail, findProgram, forget, freePort, installDebian, option, root, waitUntil } from "./service.mjs";

const services = join(root, ".services", "postgres");
const uriFile = join(services, "uri");

/** PostgreSQL does not run as root; its own user may not enter this checkout, so its folder is then a temporary one. */
const isRoot = process.getuid?.() === 0;
const folder = isRoot ? join(tmpdir(), `mnema-postgres-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`) : services;
const data = join(folder, "data");

/** Where ours listens, or is to listen: by default on the first port from 54329 that nothing listens on. */
const port = Number(knownPort() ?? option("port", null) ?? (await freePort(54329)));

/** The start of a connection that asks for TLS; any PostgreSQL answers with one letter. */
const HELLO = Buffer.from("0000000804d2162f", "hex");

mkdirSync(services, { recursive: true });
if (process.argv.includes("--stop")) stopServer();
else await startServer();

async function startServer() {
  if (!(await speaksPostgres())) {
    const pgCtl = program("pg_ctl") ?? install();
    const user = account();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isRoot) chownSync(folder, user.uid, user.gid);
    if (!existsSync(data)) run(program("initdb"), ["-D", data, "-U", "mnema", "-A", "trust", "-E", "UTF8", "--no-instructions"], user);
    const settings = [`-p ${port}`, "-c listen_addresses=127.0.0.1", `-c unix_socket_directories=${folder}`].join(" ");
    run(pgCtl, ["-D", data, "-l", join(folder, "log"), "-o", settings, "-w", "start"], user);
    await waitUntil(speaksPostgres, () => true, 60, `postgres (see ${join(folder, "log")})`);
  }
  announce(uriFile, `postgresql://mnema@127.0.0.1:${port}/postgres`);
}

function stopServer() {
  if (existsSync(join(data, "postmaster.pid"))) run(program("pg_ctl"), ["-D", data, "-m", "fast", "-w", "stop"], account());
  forget(uriFile);
}

/** The port of the server that runs in our folder: the fourth line of its own note. Null when there is none. */
function knownPort() {
  const note = join(data, "postmaster.pid");
  return existsSync(note) ? (readFileSync(note, "utf8").split("\n")[3] ?? null) : null;
}

/** A program of the server: on the path, or where Debian puts it. Null when there is none. */
function program(name) {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  return findProgram(
    [name],
    versions.map((version) => join(debian, version, "bin")),
  );
}

function install() {
  const advice = "there is no PostgreSQL server. Install it (Debian: apt-get install postgresql).";
  installDebian("postgres", "PostgreSQL", "postgresql", advice);
  return program("pg_ctl");
}

/** Whom the server runs as: us, or PostgreSQL's own user when we are root. */
function account() {
  if (!isRoot) return {};
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

function run(command, args, user) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ["ignore", 2, 2], ...user });
  if (status !== 0) fail(`postgres: ${command} failed; its own message is above.`);
}

async function speaksPostgres() {
  const letter = await answer(port, HELLO);
  return letter !== null && letter.length === 1;
}
