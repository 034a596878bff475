import * as fc from "fast-check";
import { dataUrl, TINY } from "../fixtures/pictures.js";
import { zip } from "../fixtures/zip.js";

/** One whole file of each format. */
export const SAMPLES: readonly unknown[] = [
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

/** Whole files of the formats that are exports of chats. */
export const EXPORTS: readonly unknown[] = [
  [
    {
      title: "t",
      create_time: 1714564800.5,
      update_time: 1714564900,
      conversation_id: "c",
      current_node: "a",
      mapping: {
        r: { id: "r", message: null, parent: null, children: ["u"] },
        u: {
          id: "u",
          parent: "r",
          children: ["a", "b"],
          message: {
            id: "m1",
            author: { role: "user", name: null },
            create_time: null,
            content: {
              content_type: "multimodal_text",
              parts: [
                "a",
                { content_type: "image_asset_pointer", asset_pointer: "file-service://file-1" },
                { content_type: "audio_transcription", text: "b" },
              ],
            },
            metadata: { attachments: [{ id: "file-2", name: "x.png", mime_type: "image/png" }] },
          },
        },
        a: {
          id: "a",
          parent: "u",
          children: [],
          message: { id: "m2", author: { role: "assistant" }, recipient: "python", content: { content_type: "code", text: "1" } },
        },
        b: {
          id: "b",
          parent: "u",
          children: [],
          message: { id: "m3", author: { role: "tool" }, content: { content_type: "tether_quote", title: "t", text: "x" } },
        },
      },
    },
  ],
  [
    {
      uuid: "1",
      name: "n",
      created_at: "2024-05-01T10:00:00Z",
      updated_at: "2024-05-02T10:00:00Z",
      chat_messages: [
        {
          uuid: "a",
          sender: "human",
          text: "q",
          content: [{ type: "text", text: "q" }],
          attachments: [{ file_name: "a.txt", extracted_content: "x" }],
          files: [{ file_name: "b.png" }],
        },
        {
          uuid: "b",
          parent_message_uuid: "a",
          sender: "assistant",
          text: "",
          content: [
            { type: "tool_use", name: "f", input: {} },
            { type: "image", source: { data: "AAAA", media_type: "image/png" } },
          ],
        },
      ],
    },
  ],
  {
    thread_id: "t",
    messages: [
      {
        type: "human",
        data: {
          content: [
            { type: "text", text: "a" },
            { type: "image", base64: "AAAA", mime_type: "image/png" },
          ],
          id: "1",
        },
      },
      {
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "messages", "AIMessage"],
        kwargs: { content: "b", tool_calls: [{ name: "f", args: {} }], additional_kwargs: { timestamp: 1714564800 } },
      },
      { type: "tool", content: "7", name: "f" },
    ],
  },
  [
    {
      type: "message",
      user: "U1",
      text: "a &lt;b&gt; <@U1|ana> <https://x.test|x>",
      ts: "1700000001.000100",
      thread_ts: "1700000001.000100",
      files: [{ id: "F1", mimetype: "image/png", name: "x.png" }],
    },
    {
      type: "message",
      subtype: "channel_join",
      bot_id: "B",
      ts: "1700000002.000100",
      blocks: [{ type: "rich_text", elements: [{ type: "link", url: "http://x" }] }],
      attachments: [{ title: "t", fields: [{ title: "a", value: "b" }] }],
    },
  ],
  [
    {
      question_id: "q",
      question_type: "t",
      question: "?",
      answer: 1,
      haystack_session_ids: ["s", "t"],
      haystack_dates: ["2023/05/20 (Sat) 02:21", null],
      haystack_sessions: [
        [{ role: "user", content: "a", has_answer: true }],
        { session_id: "t", turns: [{ role: "assistant", content: "b" }] },
      ],
    },
  ],
];

const TEXTS = [
  "\u200e[22/08/2020, 4:17:33\u202fPM] Ana: hi\nlist:\n[22/08/2020, 4:18:33\u202fPM] Trip: \u200eAna added you\n[23/08/2020, 4:18:33\u202fPM] Ben: \u200e<attached: 1-PHOTO.png>\n",
  "9/7/2018 7:36 p.\u00a0m. - Eva: IMG-20180709-WA0001.jpg (archivo adjunto)\n9/7/2018 7:37 p.\u00a0m. - Eva changed the subject\n2018/7/9 下午7:36 - 王: <Media omitted>\n",
  "---\ndate: 2024-05-01\n---\n# T\n\n## User (2024-05-01 10:00)\n\nhi ![x](a.png)\n\n```\n## Assistant\n```\n\n## Assistant\n\nyo\n\n---\n\n## 2024-05-02\n\n## User\n\nmore\n",
  "**Ana:** hi\n\n**Ben** (10:00): yo\n\n**Ana:** bye\n",
] as const;

/** A text with some of its pieces replaced, removed or repeated. */
export const damagedText = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 12 }),
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 6 }),
          fc.constantFrom(...TEXTS, ": ", " - ", "[", "]", "/", "\n", "99", "**", "##", "```"),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([text, damages]) =>
    damages.reduce<string>(
      (damaged, [at, length, piece]) =>
        damaged.slice(0, at % (damaged.length + 1)) + piece + damaged.slice((at % (damaged.length + 1)) + length),
      text,
    ),
  );

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
export const damaged = fc
  .tuple(
    fc.constantFrom(...SAMPLES, ...EXPORTS),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("replace", "remove", "repeat"), odd), { minLength: 1, maxLength: 3 }),
  )
  .map(([sample, damages]) => {
    const copy = structuredClone(sample);
    for (const [at, how, value] of damages) {
      const places = placesIn(copy);
      const place = places[at % places.length];
      if (place === undefined) continue;
      if (how === "replace") place.holder[place.key] = structuredClone(value);
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

/** An archive with some of its bytes replaced, a third of them cut. */
const ARCHIVE = zip(
  { name: "_chat.txt", data: TEXTS[0] },
  { name: "a/conversations.json", data: JSON.stringify(EXPORTS[0]) },
  { name: "1-PHOTO.png", data: TINY.png },
);
export const damagedArchive = fc
  .tuple(fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }), fc.nat())
  .map(([damages, cut]) => {
    const bytes = Buffer.from(ARCHIVE);
    for (const [at, byte] of damages) bytes[at % bytes.length] = byte;
    return cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
  });

/** A whole file of any format that ends somewhere. */
export const cutShort = fc
  .tuple(fc.constantFrom(...SAMPLES, ...EXPORTS), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([sample, share]) => {
    const text = JSON.stringify(sample);
    return text.slice(0, Math.floor(text.length * share));
  });
