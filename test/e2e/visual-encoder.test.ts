import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../core/canonical.js";
import { fusedSimilarity } from "../../core/hierarchy.js";
import type { Round } from "../../core/history.js";
import type { VisualEncoder } from "../../models/contract.js";
import { openVisualEncoder } from "../../models/visual-encoder.js";
import { openWoven, type Woven } from "../woven.js";

let folder: string;
let visual: VisualEncoder;
let pictures: Record<"red" | "blue", Uint8Array>;

const square = (background: string) => sharp({ create: { width: 40, height: 30, channels: 4, background } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-siglip-"));
  execFileSync(process.execPath, [join(import.meta.dirname, "../../scripts/make-tiny-siglip.mjs"), folder]);
  const opened = openVisualEncoder({ visualWeightsFolder: folder });
  if (opened === null) throw new Error("the made model was not taken");
  visual = opened;
  pictures = { red: await square("red").png().toBuffer(), blue: await square("blue").jpeg().toBuffer() };
});
afterAll(async () => {
  await visual.close();
  await rm(folder, { recursive: true });
});

describe("the visual encoder, with random weights", () => {
  it("gives pictures unit vectors of its dimension, the same for the same picture, and none for what is no picture", async () => {
    const [red, blue, again, broken] = await visual.encodePictures([pictures.red, pictures.blue, pictures.red, new Uint8Array([1, 2, 3])]);
    for (const vector of [red, blue])
      expect([vector?.length, Math.hypot(...(vector ?? []))]).toEqual([visual.dimension, expect.closeTo(1, 5)]);
    expect(again).toEqual(red);
    expect(blue).not.toEqual(red);
    expect(broken).toBeNull();
  });

  it("gives texts vectors in the same space, whatever their case, and none for nothing", async () => {
    const [text, upper, other, none] = await visual.encodeTexts(["a red square", "A Red Square", "quite another thing ".repeat(40), " "]);
    expect([text?.length, Math.hypot(...(text ?? []))]).toEqual([visual.dimension, expect.closeTo(1, 5)]);
    expect(upper).toEqual(text);
    expect(other).not.toEqual(text);
    expect(none).toBeNull();
  });

  it("is missing, said once with what to do, where no folder is set or the folder lacks a part of the model", async () => {
    const said: string[] = [];
    expect(openVisualEncoder({ visualWeightsFolder: null }, (line) => said.push(line))).toBeNull();
    expect(openVisualEncoder({ visualWeightsFolder: tmpdir() }, (line) => said.push(line))).toBeNull();
    expect(said).toEqual([
      expect.stringMatching(/text-only.*MNEMA_VISUAL_WEIGHTS/),
      expect.stringMatching(/text-only.*config\.json is missing/),
    ]);
  });

  it("fails with what to do when the weights are damaged", async () => {
    const damaged = await mkdtemp(join(tmpdir(), "mnema-siglip-"));
    execFileSync(process.execPath, [join(import.meta.dirname, "../../scripts/make-tiny-siglip.mjs"), damaged]);
    await writeFile(join(damaged, "onnx", "vision_model.onnx"), "damaged");
    const encoder = openVisualEncoder({ visualWeightsFolder: damaged });
    await expect(encoder?.encodePictures([pictures.red])).rejects.toMatchObject({
      code: "ENCODER_MISSING",
      message: expect.stringContaining("MNEMA_VISUAL_WEIGHTS"),
    });
    await encoder?.close();
    await rm(damaged, { recursive: true });
  });
});

const round = (place: number, text: string, shown: readonly ("red" | "blue")[]): Round => ({
  ids: [`r${place}`],
  history: "h",
  session: "s",
  position: place,
  time: { iso: "2024-05-01", precision: "day", zone: null },
  turns: [
    {
      id: `r${place}`,
      role: "user",
      speaker: null,
      text,
      pictures: shown.map((name) => ({ id: name, caption: null, state: "stored", hash: sha256(pictures[name]), note: null })),
    },
  ],
});

async function woven(rounds: readonly Round[], encoder: VisualEncoder | null): Promise<Woven> {
  const made = await openWoven({ visual: encoder });
  for (const bytes of Object.values(pictures)) await made.store.log.putPicture({ hash: sha256(bytes), mime: "image/png", bytes });
  await made.append(rounds);
  await made.weave();
  return made;
}

describe("a hierarchy with pictures", () => {
  it("pools the vectors of an event's pictures, and of the events that have any, up to the topic", async () => {
    const words = "We painted the garden fence at home again today.";
    const memory = await woven(
      [round(0, words, ["red", "blue", "blue"]), round(1, words, []), round(2, words, ["red"]), round(3, "Quarterly taxes are due.", [])],
      visual,
    );
    const [red, blue] = (await visual.encodePictures([pictures.red, pictures.blue])) as [Float32Array, Float32Array];
    const mean = (...vectors: readonly Float32Array[]) => {
      const sum = Array.from(red, (_, i) => vectors.reduce((total, vector) => total + (vector[i] ?? 0), 0));
      return sum.map((value) => expect.closeTo(value / Math.hypot(...sum), 5));
    };
    const { topics, episodes, events } = await memory.hierarchy();
    const byRound = [...events].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).map((event) => event.visual);
    expect([...(byRound[0] ?? [])]).toEqual(mean(red, blue, blue));
    expect([byRound[1], byRound[2], byRound[3]]).toEqual([null, red, null]);
    const pooled = mean(byRound[0] ?? red, red);
    expect(episodes.map(({ closed, visual: vector }) => [closed, vector && [...vector]])).toEqual([
      [false, null],
      [true, pooled],
    ]);
    expect(topics.map(({ visual: vector }) => [...(vector ?? [])])).toEqual([pooled]);
    expect(await memory.store.info()).toMatchObject({ visualModel: visual.model });
    await memory.close();
  });

  it("lets unlike pictures part what the texts alone would join", async () => {
    const rounds = [round(0, "Here is the new wall in the hall.", ["red"]), round(1, "The new wall in the hall now.", ["blue"])];
    const [red, blue] = await visual.encodePictures([pictures.red, pictures.blue]);
    expect(
      fusedSimilarity({ text: null, visual: red ?? null }, { text: null, visual: blue ?? null }, { textWeight: 0.6, visualWeight: 0.4 }),
    ).toBeLessThan(0);
    const counts = [];
    for (const encoder of [null, visual]) {
      const memory = await woven(rounds, encoder);
      counts.push((await memory.hierarchy()).episodes.length);
      await memory.close();
    }
    expect(counts).toEqual([1, 2]);
  });
});
