import sharp from "sharp";

/** A picture ready to be sent. */
export interface SentPicture {
  /** `data:` URL. */
  readonly url: string;
  /** Estimated cost for services that do not report it: 85 tokens and 170 for each tile of 512 × 512 pixels. */
  readonly tokens: number;
}

/** Longest side sent, in pixels. */
const LONGEST = 2048;
/** More pixels than a picture in a chat has: a bomb. */
const MOST_PIXELS = 100_000_000;

/**
 * A picture as a model should see it: turned as its EXIF says, first frame, at most 2048 pixels long, without metadata
 * (places, names). PNG stays PNG, everything else is sent as JPEG. Null for bytes that are no readable picture.
 */
export async function preparePicture(bytes: Uint8Array): Promise<SentPicture | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
      .rotate()
      .resize(LONGEST, LONGEST, { fit: "inside", withoutEnlargement: true });
    const { format } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    const encoded = format === "png" ? picture.png() : picture.flatten({ background: "white" }).jpeg({ quality: 90 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return {
      url: `data:image/${info.format};base64,${data.toString("base64")}`,
      tokens: 85 + 170 * Math.ceil(info.width / 512) * Math.ceil(info.height / 512),
    };
  } catch {
    return null;
  }
}
