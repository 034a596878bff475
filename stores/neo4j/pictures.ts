import type { LogStore } from "../contract.js";
import { PICTURE, PICTURE_TEXTS, PUT_PICTURE, PUT_PICTURE_TEXT } from "./cypher/pictures.js";
import type { MemoryGraph } from "./memory-graph.js";
import { toBytes } from "./values.js";

type PictureMethods = Pick<LogStore, "putPicture" | "picture" | "putPictureText" | "pictureText" | "pictureTexts">;

/** The picture part of the log port. The bytes lie in the graph, so that several servers share them. */
export function pictureMethods({ rows, changeBy, noteBy }: MemoryGraph): PictureMethods {
  const texts = async (hash: string) =>
    new Map((await rows<{ reader: string; text: string }>(PICTURE_TEXTS, { hash })).map(({ reader, text }) => [reader, text]));
  return {
    putPicture: ({ hash, mime, bytes }) => noteBy(PUT_PICTURE, { hash, mime, bytes }),

    picture: async (hash) => {
      const [found] = await rows<{ mime: string; bytes: unknown }>(PICTURE, { hash });
      return found === undefined ? null : { hash, mime: found.mime, bytes: toBytes(found.bytes) };
    },

    putPictureText: (hash, reader, text) => changeBy(PUT_PICTURE_TEXT, { hash, reader, text }),

    pictureText: async (hash, reader) => (await texts(hash)).get(reader) ?? null,

    pictureTexts: texts,
  };
}
