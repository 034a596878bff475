import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Word, Worker } from "tesseract.js";
import { MnemaError } from "../core/errors.js";
import type { PictureReader } from "./contract.js";

/** Raised when the engine, its data or the preparation changes: texts read under another name do not count. */
const NAME = "tesseract-7-eng-1";

/** Between the columns of a line. */
const COLUMN = "   ";

/** Pixels of a prepared picture's longer side. Screen text needs about three times its pixels to be read well. */
const SIDE = { least: 1600, most: 3000 } as const;
/** A picture is not magnified beyond this: it gains nothing more. */
const MOST_SCALE = 4;
/** Mean brightness (0–255) below which a picture is light text on dark. */
const DARK = 110;

/**
 * Reads text from pictures with Tesseract and the English data of its package: offline, nothing is fetched or cached. One
 * worker, loaded and started with the first picture and used for all; pictures are read one after another.
 */
export function openPictureReader(): PictureReader {
  let worker: Promise<Worker> | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const recognize = async (prepared: Buffer) => {
    worker ??= startWorker();
    try {
      return await (await worker).recognize(prepared, {}, { blocks: true });
    } catch (cause) {
      worker = null;
      throw new MnemaError("UNREADABLE_FILE", `The picture reader failed: ${String(cause)}.`, { place: "picture", cause });
    }
  };

  const read = async (bytes: Uint8Array): Promise<string> => {
    const prepared = await prepare(bytes);
    const { data } = await recognize(prepared);
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
    return lines
      .map(({ words }) => lineText(words))
      .filter((line) => line !== "")
      .join("\n");
  };

  return {
    name: NAME,
    read: (bytes) => {
      const next = queue.then(() => read(bytes));
      queue = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      await queue;
      await (await worker)?.terminate();
      worker = null;
    },
  };
}

/** Words of a line with what separates columns kept as three spaces: a gap wider than the line is high. */
function lineText(words: readonly Word[]): string {
  const gaps = words.map(({ bbox }, index) => {
    const before = words[index - 1]?.bbox;
    return before === undefined ? "" : bbox.x0 - before.x1 > 1.5 * Math.min(bbox.y1 - bbox.y0, before.y1 - before.y0) ? COLUMN : " ";
  });
  return words
    .map(({ text }, index) => `${gaps[index]}${text}`)
    .join("")
    .trim();
}

/** The engine with data from the installed package; its own default would fetch them. */
async function startWorker(): Promise<Worker> {
  const { createWorker, OEM } = await import("tesseract.js");
  const data = dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json"));
  return createWorker("eng", OEM.LSTM_ONLY, {
    langPath: join(data, "4.0.0_best_int"),
    gzip: true,
    cacheMethod: "none",
    errorHandler: () => undefined,
  });
}

/** Grey, dark text on white, large enough. Throws UNREADABLE_FILE for bytes that are no picture. */
async function prepare(bytes: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  try {
    const upright = sharp(bytes, { failOn: "error" }).rotate().flatten({ background: "white" }).greyscale();
    const { data, info } = await upright.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true });
    const { channels } = await sharp(data).stats();
    const side = Math.max(info.width, info.height);
    const wanted = Math.min(Math.max(side, SIDE.least), SIDE.most, side * MOST_SCALE);
    const sized = sharp(data).resize({ width: Math.round((info.width * wanted) / side), kernel: "cubic" });
    return await ((channels[0]?.mean ?? 255) < DARK ? sized.negate({ alpha: false }) : sized)
      .normalise()
      .png({ compressionLevel: 0 })
      .toBuffer();
  } catch (cause) {
    throw new MnemaError("UNREADABLE_FILE", "The picture's bytes cannot be decoded: store it again, or leave it out.", {
      place: "picture",
      cause,
    });
  }
}
