#!/usr/bin/env node
/**
 * Starts a Neo4j Community server for development and tests, on this machine's loopback alone and without a password,
 * waits until it answers, and prints its URI: `NEO4J_URI=$(npm run --silent neo4j)`. Where Docker runs it is Neo4j's own
 * image (not yet tried: there was no Docker where this was written), else, or with --maven, the server's libraries from
 * Maven on Java 17 or 21. Repeats nothing that is done.
 *
 *   node scripts/neo4j.mjs [--port 7687] [--maven]     start (by default on the first free port from 7687)
 *   node scripts/neo4j.mjs --stop                      stop; the data stay in .services/neo4j or the image's volume
 *
 * With --name NAME it is another server, whose data lie in .services/NAME (from Maven only).
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { announce, answer, fail, forget, freePort, option, root, runningPid, say, stop, succeeds, waitUntil } from "./service.mjs";

const VERSION = "5.26.12";
const IMAGE = "neo4j:5.26-community";
const CONTAINER = "mnema-neo4j";

const folder = join(root, ".services", option("name", "neo4j"));
const libraries = join(root, ".services", "neo4j", "lib");
const [home, conf] = [join(folder, "home"), join(folder, "conf")];
const [pidFile, uriFile, logFile] = [join(folder, "pid"), join(folder, "uri"), join(folder, "log")];
const running = runningPid(pidFile, home);
const known = knownPort();
/** Where ours listens, or is to listen: by default on the first port from Neo4j's own that nothing listens on. */
const port = Number(known ?? option("port", null) ?? (await freePort(7687)));

/** Bolt's greeting: its magic number, and the versions that we would speak. */
const HELLO = Buffer.from("6060b01700080805000004040000000400000003", "hex");

mkdirSync(folder, { recursive: true });
if (process.argv.includes("--stop")) await stopServer();
else await startServer();

async function startServer() {
  if (known === null && (await speaksBolt()))
    fail(`neo4j: something else listens on port ${port}. Leave out --port, or set NEO4J_URI to use it.`);
  const fromMaven =
    running !== null || process.argv.includes("--maven") || process.argv.includes("--name") || !succeeds("docker", ["info"]);
  if (fromMaven) await startLibraries();
  else await startImage();
  announce(uriFile, `bolt://127.0.0.1:${port}`);
}

/** The port of the server that runs; null when none does. */
function knownPort() {
  if (running === null)
    return succeeds("docker", ["port", CONTAINER]) && existsSync(uriFile) ? new URL(readFileSync(uriFile, "utf8")).port : null;
  return /bolt\.listen_address=127\.0\.0\.1:(\d+)/.exec(readFileSync(join(conf, "neo4j.conf"), "utf8"))?.[1];
}

async function startImage() {
  say(`neo4j: starting the image ${IMAGE} …`);
  // The data lie in a volume, so a container that has ended can be made anew, on the port that is free now.
  if (known === null) succeeds("docker", ["rm", "--force", CONTAINER]);
  const options = ["--name", CONTAINER, "-p", `127.0.0.1:${port}:7687`, "-e", "NEO4J_AUTH=none", "-v", `${CONTAINER}:/data`];
  const started = known !== null || spawnSync("docker", ["run", "-d", ...options, IMAGE], { stdio: ["ignore", 2, 2] }).status === 0;
  if (!started) fail("neo4j: the image did not start; its own message is above. --maven starts it without Docker.");
  await waitUntil(speaksBolt, () => true, 120, "neo4j");
}

async function startLibraries() {
  const pid = running ?? launch();
  await waitUntil(speaksBolt, () => runningPid(pidFile, home) === pid, 240, `neo4j (see ${logFile})`);
}

/** Java 17 or 21: what Neo4j 5 runs on. */
function findJava() {
  const candidates = [process.env.JAVA_HOME && join(process.env.JAVA_HOME, "bin", "java"), "java"].filter(Boolean);
  const java = candidates.find((command) => /version "(17|21)\b/.test(spawnSync(command, ["-version"], { encoding: "utf8" }).stderr ?? ""));
  return (
    java ?? fail("neo4j: there is neither Docker nor Java 17 or 21. Install one (Debian: apt-get install openjdk-17-jre-headless maven).")
  );
}

/** The server's libraries: those of Neo4j's test harness, which has the whole server in it. */
function fetchLibraries() {
  const mark = join(libraries, VERSION);
  if (existsSync(mark)) return;
  say(`neo4j: fetching Neo4j ${VERSION} from Maven (135 MB) …`);
  rmSync(libraries, { recursive: true, force: true });
  mkdirSync(libraries, { recursive: true });
  const project = join(libraries, "pom.xml");
  writeFileSync(
    project,
    `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mnema</groupId><artifactId>neo4j-server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j.test</groupId><artifactId>neo4j-harness</artifactId><version>${VERSION}</version></dependency>
  </dependencies>
</project>
`,
  );
  const args = ["-q", "-B", "-f", project, "dependency:copy-dependencies", `-DoutputDirectory=${libraries}`, "-DincludeScope=runtime"];
  const { status, error } = spawnSync("mvn", args, { stdio: ["ignore", 2, 2] });
  if (error !== undefined) fail("neo4j: there is no Maven. Install it (Debian: apt-get install maven), or start Docker.");
  if (status !== 0) fail("neo4j: Maven could not fetch it; its own message is above.");
  writeFileSync(mark, "");
}

function launch() {
  const java = findJava();
  fetchLibraries();
  for (const path of [home, conf]) mkdirSync(path, { recursive: true });
  writeFileSync(
    join(conf, "neo4j.conf"),
    `server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:${port}
server.bolt.advertised_address=127.0.0.1:${port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=128m
dbms.memory.transaction.total.max=256m
dbms.security.auth_enabled=false
dbms.usage_report.enabled=false
`,
  );
  const opens = ["java.nio", "java.io", "sun.nio.ch", "java.util.concurrent"].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);
  const heap = ["-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"];
  const main = ["org.neo4j.server.CommunityEntryPoint", `--home-dir=${home}`, `--config-dir=${conf}`];
  const log = openSync(logFile, "a");
  say("neo4j: starting …");
  const server = spawn(java, [...heap, ...opens, "-cp", join(libraries, "*"), ...main], { detached: true, stdio: ["ignore", log, log] });
  server.unref();
  writeFileSync(pidFile, String(server.pid));
  return server.pid;
}

async function stopServer() {
  const pid = runningPid(pidFile, home);
  if (pid !== null) await stop(pid);
  else if (succeeds("docker", ["container", "inspect", CONTAINER])) succeeds("docker", ["stop", CONTAINER]);
  forget(pidFile, uriFile);
}

async function speaksBolt() {
  const version = await answer(port, HELLO);
  return version !== null && version.length === 4 && version.readUInt32BE() !== 0;
}
