import { access, constants, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../config.js";
import { type Check, serviceChecks } from "./doctor-services.js";

const PROBE_MS = 5_000;

/** What is configured, reachable and missing. Changes nothing. */
export async function doctor(config: Config): Promise<Check[]> {
  const checks = [dataCheck(config), serviceChecks(config), modelCheck(config), encoderCheck(config), visualCheck(config)];
  return [nodeCheck(), ...(await Promise.all(checks)).flat()];
}

function nodeCheck(): Check {
  const major = Number(process.versions.node.split(".")[0]);
  return major >= 20
    ? { name: "node", state: "ok", detail: process.version, advice: null }
    : { name: "node", state: "missing", detail: process.version, advice: "Install Node 20 or newer." };
}

async function dataCheck({ dataFolder }: Config): Promise<Check> {
  try {
    const there = await nearestFolder(dataFolder);
    await access(there, constants.W_OK);
    const detail = there === dataFolder ? dataFolder : `${dataFolder} (made when it is first used)`;
    return { name: "data folder", state: "ok", detail, advice: null };
  } catch {
    return {
      name: "data folder",
      state: "missing",
      detail: `${dataFolder} cannot be written`,
      advice: "Name another with --data or MNEMA_DATA, or make it writable.",
    };
  }
}

/** The folder itself, or the nearest one above it that is there. */
async function nearestFolder(folder: string): Promise<string> {
  for (let there = resolve(folder); ; there = dirname(there)) {
    const found = await stat(there).catch(() => null);
    if (found?.isDirectory() === true) return there === resolve(folder) ? folder : there;
    // A file in the way, or nothing up to the root.
    if (found !== null || there === dirname(there)) throw new Error(there);
  }
}

async function modelCheck({ model }: Config): Promise<Check> {
  const name = "language model";
  if (model === null) {
    return {
      name,
      state: "off",
      detail: "offline: stand-ins answer every decision",
      advice: "Set MNEMA_MODEL and OPENAI_API_KEY (OPENAI_BASE_URL for another endpoint) to use one.",
    };
  }
  const base = model.baseUrl ?? "https://api.openai.com/v1";
  try {
    const reply = await fetch(`${base.replace(/\/$/, "")}/models`, {
      headers: { authorization: `Bearer ${model.apiKey}` },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    if (reply.status === 401 || reply.status === 403)
      return { name, state: "missing", detail: `${base} refuses the key (${reply.status})`, advice: "Check OPENAI_API_KEY." };
    return { name, state: "ok", detail: `${model.name} at ${base}`, advice: null };
  } catch {
    return {
      name,
      state: "missing",
      detail: `${base} does not answer`,
      advice: "Check OPENAI_BASE_URL and that the endpoint runs; unset MNEMA_MODEL to work offline.",
    };
  }
}

async function encoderCheck({ encoder, weightsFolder }: Config): Promise<Check> {
  const name = "text encoder";
  if (encoder === "hashing") {
    return {
      name,
      state: "ok",
      detail: "hashing encoder: matches words, not meanings",
      advice: "For better retrieval unset MNEMA_ENCODER.",
    };
  }
  const file = join(weightsFolder, "all-MiniLM-L6-v2", "onnx", "model_quantized.onnx");
  return (await exists(file))
    ? { name, state: "ok", detail: "all-MiniLM-L6-v2, int8", advice: null }
    : {
        name,
        state: "missing",
        detail: `no weights at ${file}`,
        advice: "Run `npm run setup`, set MNEMA_WEIGHTS, or set MNEMA_ENCODER=hashing.",
      };
}

async function visualCheck({ visualWeightsFolder }: Config): Promise<Check> {
  const name = "visual encoder";
  if (visualWeightsFolder === null) {
    return {
      name,
      state: "off",
      detail: "memories are text-only: pictures count by captions and the text read from them",
      advice: "Set MNEMA_VISUAL_WEIGHTS to a SigLIP model in ONNX form to compare pictures.",
    };
  }
  return (await exists(join(visualWeightsFolder, "config.json")))
    ? { name, state: "ok", detail: visualWeightsFolder, advice: null }
    : {
        name,
        state: "missing",
        detail: `no model in ${visualWeightsFolder}`,
        advice: "Point MNEMA_VISUAL_WEIGHTS at a folder with config.json and onnx/.",
      };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
