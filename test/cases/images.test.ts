import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { audit } from "../../memory/audit.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { preparePicture } from "../../models/chat-pictures.js";
import type { ChatModel, Message } from "../../models/contract.js";
import { dataUrl, png, TINY } from "../fixtures/pictures.js";

const RED_BIKE = "a red bike";

/** A model with eyes: it sees a red bike in any picture, and answers from what it is shown. */
const seeing: ChatModel = {
  model: "seeing",
  parameters: {},
  complete: async (messages, { schemaName = "" }) => {
    const sees = messages.some(({ content }) => typeof content !== "string" && content.some(({ type }) => type === "picture"));
    const text = textOf(messages);
    const replies: Record<string, unknown> = {
      extract: { items: sees ? [{ attribute: "bike colour", value: "red", kind: "picture", turn: 0, picture: 0 }] : [] },
      plan: { steps: [{ goal: "Find the bike", tool: "SemanticMatch" }] },
      "instantiate-SemanticMatch": { query_content: "bike", retrieval_scope: "event" },
      answer: sees
        ? { answer: "Red.", value: null, items: ["red"], citations: [/(r\d+) picture: bike colour/.exec(text)?.[1] ?? "none"] }
        : { answer: "The memory does not hold this.", value: null, items: [], citations: [] },
    };
    const reply = replies[schemaName] ?? { description: "A talk." };
    return { text: JSON.stringify(reply), finish: "stop", tokens: { input: 10, output: 3, images: 0 } };
  },
};

function textOf(messages: readonly Message[]): string {
  return messages
    .map(({ content }) =>
      typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
    )
    .join("\n");
}

let folder: string;
let offline: Mnema;
let withEyes: Mnema;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-images-"));
  const open = (name: string, model: ChatModel | null) =>
    openMnema(readConfig({ MNEMA_DATA: join(folder, name), MNEMA_ENCODER: "hashing" }), {
      model,
      visual: null,
      reader: { name: "stub", read: async () => RED_BIKE, close: async () => undefined },
      clock: () => new Date("2024-05-01T08:00:00Z"),
    });
  offline = await open("offline", null);
  withEyes = await open("eyes", seeing);
});
afterAll(async () => {
  await offline.close();
  await withEyes.close();
  await rm(folder, { recursive: true, force: true });
});

/** Ingests rounds into a memory of their own. */
async function remembered(mnema: Mnema, rounds: readonly object[]) {
  const memory = `m${++made}`;
  await writeFile(
    join(folder, "log.json"),
    JSON.stringify({ id: "h", sessions: [{ id: "s", rounds: rounds.map((round, index) => ({ id: `r${index + 1}`, ...round })) }] }),
  );
  const report = await mnema.ingest(memory, { paths: [join(folder, "log.json")], onWarning: () => undefined });
  const { store } = await mnema.memory(memory);
  const stored = await store.log.roundsAfter(null, 100);
  return { memory, report, store, turns: stored.map(({ turns }) => turns[0]) };
}

describe("a picture that cannot be stored", () => {
  const half = TINY.jpeg.subarray(0, TINY.jpeg.length >> 1);
  const wrong = Buffer.from(png(8, 8));
  wrong.writeUInt8(wrong.readUInt8(20) ^ 1, 20);
  const cases: readonly (readonly [string, string, Uint8Array | string, string, RegExp])[] = [
    ["IMG-02: a HEIC photo", "IMG_0001.heic", TINY.heic, "refused", /HEIC/],
    ["IMG-02: a HEIC photo under another name", "IMG_0002.jpg", TINY.heic, "refused", /HEIC/],
    ["IMG-03: text under the name of a picture", "a.png", "these are words", "corrupt", /not PNG/],
    ["IMG-03: a page under the name of a picture", "b.gif", "<svg onload=alert(1)>", "corrupt", /not PNG/],
    ["IMG-06: a small file of 900 million pixels", "wide.png", png(30_000, 30_000), "refused", /30000 × 30000/],
    ["IMG-06: one that is wide alone", "long.png", png(60_000, 1_000), "refused", /60000 × 1000/],
    ["IMG-11: half a JPEG", "half.jpg", half, "corrupt", /cut short/],
    ["IMG-11: an empty file", "empty.png", "", "corrupt", /empty/],
    ["IMG-11: a wrong checksum", "sum.png", wrong, "corrupt", /checksum/],
    ["IMG-11: half a GIF", "half.gif", TINY.gif.subarray(0, 30), "corrupt", /cut short|follow/],
  ];

  it(`leaves its round and the others as they are: ${cases.map(([name]) => name).join("; ")}`, async () => {
    for (const [, name, bytes] of cases) await writeFile(join(folder, name), bytes);
    const rounds = cases.map(([, src], index) => ({ user: `look at number ${index}`, pictures: [{ src }] }));
    const { report, turns, store } = await remembered(offline, [
      ...rounds,
      { user: "and this one", pictures: [{ src: dataUrl("image/jpeg", TINY.png) }] },
    ]);
    expect(report).toMatchObject({ rounds: cases.length + 1, failed: 0 });
    expect(turns.map((turn) => turn?.pictures[0]?.state)).toEqual([...cases.map(([, , , state]) => state), "stored"]);
    for (const [index, [, , , , note]] of cases.entries()) {
      expect(turns[index]?.text).toBe(`look at number ${index}`);
      expect(turns[index]?.pictures[0]?.note).toMatch(note);
    }
    expect(await audit(store)).toMatchObject({ ok: true, pending: 0 });
  });
});

describe("IMG-03: what a file says it is", () => {
  it.each([
    ["BMP under the name of a JPEG", "photo.jpeg", TINY.bmp, "image/bmp"],
    ["PNG in a JPEG's data URL", dataUrl("image/jpeg", TINY.png), null, "image/png"],
    ["WebP under no name", "picture", TINY.webp, "image/webp"],
    ["GIF in a data URL without type", `data:;base64,${TINY.gif.toString("base64")}`, null, "image/gif"],
  ])("is not believed: %s", async (_, src, bytes, mime) => {
    if (bytes !== null) await writeFile(join(folder, src), bytes);
    const { store, turns } = await remembered(offline, [{ user: "look", pictures: [{ src }] }]);
    expect(await store.log.picture(turns[0]?.pictures[0]?.hash ?? "")).toMatchObject({ mime });
  });
});

describe("IMG-05: a photo that lies on its side", () => {
  it.each([
    [1, 40, 30],
    [3, 40, 30],
    [6, 30, 40],
    [8, 30, 40],
  ])("is shown upright to a model, without what else its EXIF says: turn %i", async (orientation, width, height) => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
      .withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "59/1 54/1 0/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const sent = await preparePicture(photo);
    const seen = await sharp(Buffer.from(sent?.url.split(",")[1] ?? "", "base64")).metadata();
    expect(seen).toMatchObject({ width, height });
    expect([seen.orientation, seen.exif, seen.xmp, seen.iptc]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("IMG-08: content in parts", () => {
  it.each<[string, unknown[], string, string[]]>([
    [
      "a picture that is none between two texts",
      [
        { type: "text", text: "hello" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        { type: "text", text: "again" },
      ],
      "hello again",
      ["corrupt"],
    ],
    [
      "a picture as text",
      [
        { type: "text", text: "hello" },
        { type: "image_url", image_url: dataUrl("image/png", TINY.png) },
      ],
      "hello",
      ["stored"],
    ],
    [
      "a picture by its bytes",
      [
        { type: "image", source: { type: "base64", media_type: "image/png", data: TINY.png.toString("base64") } },
        { type: "text", text: "hello" },
      ],
      "hello",
      ["stored"],
    ],
    [
      "pictures alone",
      [
        { type: "image_url", image_url: { url: "gone.png" } },
        { type: "input_image", file_id: "file-1" },
      ],
      "",
      ["missing", "refused"],
    ],
    ["nothing", [], "", []],
  ])("is stored without a model that sees: %s", async (_, content, text, states) => {
    const memory = `m${++made}`;
    await writeFile(join(folder, "chat.json"), JSON.stringify([{ role: "user", content }]));
    await offline.ingest(memory, { paths: [join(folder, "chat.json")], onWarning: () => undefined });
    const [round] = await (await offline.memory(memory)).store.log.roundsAfter(null, 2);
    expect(round?.turns[0]).toMatchObject({ text, pictures: states.map((state) => ({ state })) });
  });
});

describe("IMG-09: a round that is a picture alone", () => {
  it("is kept, and asked about with a model that sees it", async () => {
    const rounds = [{ user: "Bought bread." }, { pictures: [{ src: dataUrl("image/png", TINY.png) }] }, { user: "Rain all day." }];
    const { memory, report } = await remembered(withEyes, rounds);
    expect(report).toMatchObject({ rounds: 3, failed: 0, observations: 1 });
    expect(await withEyes.ask(memory, "Which colour is the bike?")).toMatchObject({ items: ["red"], citations: ["r2"] });
  });

  it("is found by its caption without one", async () => {
    const { memory } = await remembered(offline, [
      { user: "Bought bread." },
      { pictures: [{ src: dataUrl("image/png", TINY.png), caption: RED_BIKE }] },
    ]);
    const { evidence } = await offline.ask(memory, "Which colour is the bike?");
    expect(evidence[0]).toMatchObject({
      rounds: expect.arrayContaining(["r2"]) as string[],
      text: expect.stringContaining(RED_BIKE) as string,
    });
  });

  it("is found by what a reader reads in it", async () => {
    const { memory } = await remembered(offline, [{ user: "Bought bread." }, { pictures: [{ src: dataUrl("image/png", TINY.png) }] }]);
    const { evidence } = await offline.ask(memory, "Which colour is the bike?");
    expect(evidence[0]?.text).toContain(`r2 picture: ${RED_BIKE}`);
  });
});

describe("IMG-12: a caption that says otherwise than the talk", () => {
  it.each([
    ["what did Ana paint?", "I painted that harbour at dawn", "a harbour at night", /dawn/],
    ["what did Ana bake?", "I baked that cake with lemon", "a chocolate cake on a table", /lemon/],
  ])("counts for less than the speaker's words: %s", async (question, text, blip_caption, answer) => {
    const memory = `m${++made}`;
    const turns = [
      { speaker: "Ana", dia_id: "D1:1", text, img_url: ["http://127.0.0.1/x.png"], blip_caption },
      { speaker: "Ben", dia_id: "D1:2", text: "Lovely." },
    ];
    await writeFile(
      join(folder, "locomo.json"),
      JSON.stringify({ sample_id: "c", session_1_date_time: "7:42 pm on 3 June, 2023", session_1: turns }),
    );
    await offline.ingest(memory, { paths: [join(folder, "locomo.json")], onWarning: () => undefined });
    const asked = await offline.ask(memory, question);
    expect(asked).toMatchObject({ answer: expect.stringMatching(answer), citations: ["D1:1"] });
    expect(asked.evidence[0]?.text).toContain(blip_caption);
  });
});
