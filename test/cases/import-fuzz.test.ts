import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import { questionsOf } from "../../importers/questions.js";
import { formatNames, importFile, importPath } from "../../importers/registry.js";
import { readDocument } from "../../importers/source-document.js";
import { dataUrl, TINY } from "../fixtures/pictures.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-fuzz-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One whole file of each format. */
const SAMPLES: readonly unknown[] = [
  {
    character_profile: { name: "Dana" },
    multi_session_dialogues: [
      {
        session_id: "D1",
        date: "2025-01-04",
        dialogues: [{ round: "D1:1", user: "a", assistant: "b", image_id: ["i"], input_image: ["../x.png"], image_caption: ["c"] }],
      },
    ],
    "human-annotated QAs": [{ point: "p", question: "q", answer: "a", value: 1, clue: ["D1:1"], image_caption: "c" }],
  },
  {
    session_1_date_time: "7:42 pm on 3 June, 2023",
    session_1: [
      { speaker: "A", dia_id: "D1:1", text: "x", img_url: ["http://localhost/"], blip_caption: "c", query: "q" },
      { speaker: "B", dia_id: "D1:2", text: "y" },
    ],
    qa: [{ question: "q", answer: 1, evidence: ["D1:1"], category: 2 }],
  },
  {
    id: "h",
    sessions: [
      { id: 1, time: "2024", rounds: [{ id: "r", user: "a", pictures: [{ src: dataUrl("image/png", TINY.png) }] }] },
      {
        turns: [
          { role: "user", text: "a" },
          { speaker: "B", text: "b" },
        ],
      },
    ],
    questions: [{ question: "q", answer: "a", value: null, evidence: ["r"] }],
  },
  {
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "image_url", image_url: { url: "data:," } },
        ],
        create_time: 1709210096,
      },
      { role: "assistant", content: null, tool_calls: [{ function: { name: "f", arguments: "{}" } }] },
    ],
  },
];

const odd = fc.oneof(
  fc.constantFrom(
    null,
    "",
    -1,
    1e300,
    [],
    {},
    [[]],
    "__proto__",
    "\u0000",
    "\ud83d",
    "../../etc/passwd",
    "data:image/png;base64,iVBORw0KGgo",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A sample with some of its parts, chosen anywhere, replaced, removed or repeated. */
const damaged = fc
  .tuple(
    fc.constantFrom(...SAMPLES),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("replace", "remove", "repeat"), odd), { minLength: 1, maxLength: 3 }),
  )
  .map(([sample, damages]) => {
    const copy = structuredClone(sample);
    for (const [at, how, value] of damages) {
      const places = placesIn(copy);
      const place = places[at % places.length];
      if (place === undefined) continue;
      if (how === "replace") place.holder[place.key] = value;
      else if (how === "repeat" && Array.isArray(place.holder)) place.holder.push(structuredClone(place.holder[Number(place.key)]));
      else if (how === "remove" && Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1);
      else if (how === "remove") delete place.holder[place.key];
    }
    return copy;
  });

interface PlaceIn {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
}

function placesIn(value: unknown): PlaceIn[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as PlaceIn["holder"];
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** Imports; whatever comes of it is a MnemaError or a history that keeps its promises. */
async function survives(content: string | Uint8Array, options = {}) {
  const path = join(folder, "fuzz.json");
  await writeFile(path, content);
  try {
    await importPath(path, options, {
      picture: async ({ hash }) => expect(hash).toMatch(/^[\da-f]{64}$/),
      warning: ({ place }) => expect(place).toContain("fuzz.json"),
      history: async ({ id, sessions }) => {
        const rounds = sessions.flatMap((session) => session.rounds.map((round, position) => ({ round, position, session })));
        expect(rounds.length).toBeGreaterThan(0);
        for (const { round, position, session } of rounds) {
          expect(round).toMatchObject({ history: id, session: session.id, position });
          expect(round.ids.length).toBeGreaterThan(0);
          expect(new Set(round.ids).size).toBe(round.ids.length);
          expect(round.turns.every((turn) => round.ids.includes(turn.id))).toBe(true);
          expect(JSON.stringify(round)).not.toContain("\\u0000");
        }
        const keys = rounds.map(({ round, session }) => JSON.stringify([session.id, round.ids[0]]));
        expect(new Set(keys).size).toBe(keys.length);
      },
    });
  } catch (error) {
    if (!(error instanceof MnemaError)) throw error;
    expect(["UNKNOWN_FORMAT", "INVALID_INPUT", "UNREADABLE_FILE"]).toContain(error.code);
    expect(error.place).toContain("fuzz.json");
  }
}

describe("importers", () => {
  it("take the whole samples", async () => {
    for (const sample of SAMPLES) {
      const path = join(folder, "whole.json");
      await writeFile(path, JSON.stringify(sample));
      expect((await importFile(path)).history.sessions.length).toBeGreaterThan(0);
    }
  });

  it("survive damaged files, detected or held to any format", async () => {
    await fc.assert(
      fc.asyncProperty(damaged, fc.constantFrom("", ...formatNames()), (value, format) => survives(JSON.stringify(value), { format })),
      { numRuns: 600 },
    );
  });

  it("survive any JSON, any text and any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), fc.constantFrom("", ...formatNames()), (content, format) =>
        survives(content, { format }),
      ),
      { numRuns: 400 },
    );
  });

  it("survive whole files cut anywhere and JSON nested deeply", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SAMPLES), fc.double({ min: 0, max: 1, noNaN: true }), (sample, share) => {
        const text = JSON.stringify(sample);
        return survives(text.slice(0, Math.floor(text.length * share)));
      }),
    );
    await survives("[".repeat(50_000) + "]".repeat(50_000));
    await survives(`{"messages":[{"role":"user","content":${"[".repeat(50_000)}${"]".repeat(50_000)}}]}`);
    await survives(`{"multi_session_dialogues":[{"date":${"[".repeat(50_000)}${"]".repeat(50_000)},"dialogues":[{"user":"a"}]}]}`);
  });
});

describe("the loader of questions", () => {
  it("survives damaged files", async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (value) => {
        const path = join(folder, "questions.json");
        await writeFile(path, JSON.stringify(value));
        try {
          const { questions } = questionsOf(await readDocument(path, () => new MnemaError("UNKNOWN_FORMAT", "no JSON")));
          expect(
            questions.every(({ question, clues }) => typeof question === "string" && clues.every((clue) => typeof clue === "string")),
          ).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(MnemaError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
