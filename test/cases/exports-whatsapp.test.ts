import { describe, expect, it } from "vitest";
import { imported, withExports } from "../care/exports.js";
import { TINY } from "../fixtures/pictures.js";
import { zip } from "../fixtures/zip.js";

withExports();

describe("a WhatsApp chat", () => {
  const at = async (text: string) => imported({ "chat.txt": text }, "chat.txt");
  it.each<[string, string, Record<string, string[]>]>([
    [
      "EXP-13: a narrow space before the half of the day",
      "3/9/24, 6:41\u202fPM - Ana: hi\n[22/08/2020, 4:17:33\u202fPM] Ben: yo",
      { "2024-03-09": ["18:41 Ana: hi"], "2020-08-22": ["16:17:33 Ben: yo"] },
    ],
    [
      "EXP-13: noon, midnight, marks before the line, and Windows' line ends",
      "\ufeff\u200e[1/13/24, 12:05:01\u202fAM] Ana: a\r\n\u200e[1/13/24, 12:05:02\u00a0PM] Ben: b\r\n",
      { "2024-01-13": ["00:05:01 Ana: a | Ben: b"] },
    ],
    [
      "EXP-14: halves of the day and points",
      "9/7/2018 7:36 p.\u00a0m. - Eva: test\n21/09/24 17.05 - Adi: ok",
      { "2018-07-09": ["19:36 Eva: test"], "2024-09-21": ["17:05 Adi: ok"] },
    ],
    ["EXP-14: halves that stand first, in Chinese", "2018/7/9 下午7:36 - 王: 你好", { "2018-07-09": ["19:36 王: 你好"] }],
    ["EXP-14: in Korean", "2018. 7. 9. 오전 12:36 - 김: 안녕", { "2018-07-09": ["00:36 김: 안녕"] }],
    [
      "EXP-14: in Arabic, with its digits and marks",
      "\u200f٩\u200f/٧\u200f/٢٠١٨, ٧:٣٦ م - أحمد: مرحبا",
      { "2018-07-09": ["19:36 أحمد: مرحبا"] },
    ],
    ["EXP-14: a word for at, in Finnish", "[12.3.2022 klo 14.08.18] Matti: hei", { "2022-03-12": ["14:08:18 Matti: hei"] }],
    ["EXP-14: year first, and a hyphen in a name", "2018-07-09, 5:46 p.m. - Jean-Luc: salut", { "2018-07-09": ["17:46 Jean-Luc: salut"] }],
    [
      "EXP-14: a later day decides the order of all",
      "3/4/24, 10:00 - Ana: a\n13/4/24, 10:00 - Ana: b",
      { "2024-04-03": ["10:00 Ana: a"], "2024-04-13": ["10:00 Ana: b"] },
    ],
    [
      "EXP-14: and so does time, which does not run backwards",
      "3/4/24, 10:00 - Ana: a\n4/4/24, 10:00 - Ana: b\n5/4/24, 10:00 - Ana: c\n1/5/24, 10:00 - Ana: d",
      { "2024-04-03": ["10:00 Ana: a"], "2024-04-04": ["10:00 Ana: b"], "2024-04-05": ["10:00 Ana: c"], "2024-05-01": ["10:00 Ana: d"] },
    ],
    [
      "EXP-16: notices under the name of a group or partner",
      "[03.02.2023, 19:40:05] Trip Group: Ana added you\n[03.02.2023, 19:40:05] Ben: Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them.\n[03.02.2023, 19:41:05] Ben: hello",
      {
        "2023-02-03": [
          "19:40:05 (system) : Ana added you | (system) : Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them. | Ben: hello",
        ],
      },
    ],
    [
      "EXP-16: notices in other languages, with a mark, under who did it, and without a name",
      "[03.02.2023, 19:40:05] Reise: Ana hat dich hinzugefügt\n[03.02.2023, 19:40:06] Ben: Ben created group “Trip: 2023”\n[03.02.2023, 19:40:07] Ben: \u200eBen changed this group's icon\n[03.02.2023, 19:41:05] Ben: Is WhatsApp end-to-end encrypted?\n03.02.2023, 19:42 - Ana changed the subject from “a: b” to “c”",
      {
        "2023-02-03": [
          "19:40:05 (system) : Ana hat dich hinzugefügt | (system) : Ben created group “Trip: 2023” | (system) : Ben changed this group's icon | Ben: Is WhatsApp end-to-end encrypted? | (system) : Ana changed the subject from “a: b” to “c”",
        ],
      },
    ],
    [
      "EXP-16: but not what somebody tells",
      "[03.02.2023, 19:40:05] Ben: Ana added you\n[03.02.2023, 19:40:06] Ben: to the list",
      { "2023-02-03": ["19:40:05 Ben: Ana added you | Ben: to the list"] },
    ],
    [
      "EXP-17: lines like dates, and with colons",
      "12/05/2021, 10:00 - Ana: list:\n12/05/2021 dentist\nnote: bring card",
      { "2021-05-12": ["10:00 Ana: list:\n12/05/2021 dentist\nnote: bring card"] },
    ],
    [
      "EXP-17: blank lines, and times in the text",
      "13/05/2021, 10:00 - Ana: one\n\n10:30 - 11:00 gym\n[maybe] Ben: no\n13/05/2021, 10:01 - Ben: http://x.test: see",
      { "2021-05-13": ["10:00 Ana: one\n\n10:30 - 11:00 gym\n[maybe] Ben: no | Ben: http://x.test: see"] },
    ],
    [
      "EXP-16: a name without contact, and two messages of a minute",
      "13/05/2021, 10:00 - ~ Dicle: a\n13/05/2021, 10:00 - \u202a+49 171 1234567\u202c: b\n13/05/2021, 24:61 - Ana: c",
      { "2021-05-13": ["10:00 Dicle: a | +49 171 1234567: b", "Ana: c"] },
    ],
  ])("%s", async (_, text, told) => {
    expect((await at(text)).told).toEqual(told);
  });

  it("EXP-13: says where it cannot know the order of day and month", async () => {
    expect((await at("3/4/24, 10:00 - Ana: a")).warned).toEqual({ "time-order": 1 });
    expect((await at("03.04.24, 10:00 - Ana: a")).warned).toEqual({});
  });

  it("EXP-17: has its pictures beside it or in its archive, and notes those that it has not", async () => {
    const chat = [
      "13/05/2021, 10:00 - Ana: IMG-20210513-WA0001.jpg (archivo adjunto)",
      "the view",
      "13/05/2021, 10:01 - Ana: IMG-20210513-WA0002.jpg (file attached)",
      "13/05/2021, 10:02 - Ana: <Media omitted>",
      "13/05/2021, 10:03 - Ana: doc.pdf (file attached)",
      "13/05/2021, 10:04 - Ana: \u200e<attached: 00000012-PHOTO.png>",
      "13/05/2021, 10:05 - Ana: I <3 you <all>",
      "13/05/2021, 10:06 - Ana: ../secret.png (file attached)",
    ].join("\n");
    const files = { "_chat.txt": chat, "IMG-20210513-WA0001.jpg": TINY.jpeg, "00000012-PHOTO.png": TINY.png };
    const told = {
      "2021-05-13": [
        "10:00 Ana: the view [stored] | Ana: [missing] | Ana: [missing] | Ana: doc.pdf (file attached) | Ana: [stored] | Ana: I <3 you <all> | Ana: ../secret.png (file attached)",
      ],
    };
    expect((await imported(files)).told).toEqual(told);
    const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
    const archived = await imported({ "WhatsApp Chat - Ana.zip": zip(...entries) }, "WhatsApp Chat - Ana.zip");
    expect(archived.told).toEqual(told);
    expect(archived.sessions[0]?.rounds[0]?.history).toBe("WhatsApp Chat - Ana");
    expect(archived.warned).toEqual({ "picture-not-stored": 2, "part-not-read": 1 });
  });
});
