import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { cosine } from "../../core/vectors.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import { openMiniLm } from "../../models/text-encoder/minilm.js";
import { textEncoderContract } from "../contract/text-encoder.js";

const { weightsFolder } = readConfig();
const hasWeights = existsSync(join(weightsFolder, "all-MiniLM-L6-v2", "onnx", "model_quantized.onnx"));

describe.skipIf(!hasWeights)("MiniLM with its weights (npm run setup)", () => {
  textEncoderContract("MiniLM", () => openMiniLm(weightsFolder));

  it("finds likeness of meaning without shared words", async () => {
    const encoder = openMiniLm(weightsFolder, 1);
    const [cat, kitten, rates] = await encoder.encode([
      "The cat sleeps on the warm stove.",
      "A kitten naps beside an oven.",
      "Interest rates rose by half a percent.",
    ]);
    if (!cat || !kitten || !rates) throw new Error("not encoded");
    expect(cosine(cat, kitten)).toBeGreaterThan(cosine(cat, rates) + 0.3);
    await encoder.close();
  });

  it("lets a program end that has used it and not closed it", async () => {
    const program = `import { openMiniLm } from ${JSON.stringify(join(import.meta.dirname, "../../models/text-encoder/minilm.ts"))};
      openMiniLm(${JSON.stringify(weightsFolder)}).encode(["hello"]).then(([vector]) => console.log(vector.length));`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (data: Buffer) => (output += data.toString()));
    const [code] = await once(child, "close");
    expect([code, output.trim()]).toEqual([0, "384"]);
  });
});

describe("MiniLM without usable weights", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-weights-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("opens all the same, and says with the first text what is missing and what to do", async () => {
    const encoder = await openTextEncoder({ encoder: "minilm", weightsFolder: folder });
    expect(await encoder.encode(["", "…"])).toEqual([null, null]);
    await expect(encoder.encode(["hello"])).rejects.toMatchObject({
      code: "ENCODER_MISSING",
      message: expect.stringMatching(/tokenizer\.json is missing.*npm run setup/),
    });
    await encoder.close();
  });

  it.skipIf(!hasWeights)("says so when they are damaged, each time it is asked", async () => {
    await cp(join(weightsFolder, "all-MiniLM-L6-v2"), join(folder, "all-MiniLM-L6-v2"), { recursive: true });
    await writeFile(join(folder, "all-MiniLM-L6-v2", "onnx", "model_quantized.onnx"), "damaged");
    const encoder = openMiniLm(folder);
    for (const text of ["hello", "again"]) await expect(encoder.encode([text])).rejects.toMatchObject({ code: "ENCODER_MISSING" });
    await encoder.close();
  });
});
