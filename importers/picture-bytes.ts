/** What the bytes of a picture say about it. */
export interface PictureHeader {
  readonly mime: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/bmp" | "image/heic" | "image/avif";
  readonly width: number;
  readonly height: number;
  /** Why the bytes cannot be a whole picture; null when nothing speaks against it. */
  readonly fault: string | null;
}

/** Reads type, size and wholeness from the bytes, without decoding them. Null when they are no picture known here. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = KINDS.find(({ matches }) => matches(data));
  if (kind === undefined) return null;
  try {
    return { mime: kind.mime, ...kind.measure(data) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { mime: kind.mime, width: 0, height: 0, fault: CUT };
  }
}

type Measure = Pick<PictureHeader, "width" | "height" | "fault">;

interface Kind {
  readonly mime: PictureHeader["mime"];
  matches(data: Buffer): boolean;
  /** Throws RangeError where it reads past the end. */
  measure(data: Buffer): Measure;
}

const CUT = "it is cut short";
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"];

const KINDS: readonly Kind[] = [
  { mime: "image/png", matches: (data) => data.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1A\n", measure: measurePng },
  { mime: "image/jpeg", matches: (data) => startsWith(data, "\xFF\xD8\xFF"), measure: measureJpeg },
  { mime: "image/gif", matches: (data) => startsWith(data, "GIF87a") || startsWith(data, "GIF89a"), measure: measureGif },
  { mime: "image/webp", matches: (data) => startsWith(data, "RIFF") && ascii(data, 8, 12) === "WEBP", measure: measureWebp },
  { mime: "image/bmp", matches: (data) => startsWith(data, "BM") && data.length >= 26, measure: measureBmp },
  {
    mime: "image/heic",
    matches: (data) => ascii(data, 4, 8) === "ftyp" && HEIC_BRANDS.includes(ascii(data, 8, 12)),
    measure: () => UNMEASURED,
  },
  {
    mime: "image/avif",
    matches: (data) => ascii(data, 4, 8) === "ftyp" && ascii(data, 8, 12).startsWith("avi"),
    measure: () => UNMEASURED,
  },
];

/** Recognised by name only: these are not stored. */
const UNMEASURED: Measure = { width: 0, height: 0, fault: null };

function ascii(data: Buffer, from: number, to: number): string {
  return data.subarray(from, to).toString("latin1");
}

function startsWith(data: Buffer, signature: string): boolean {
  return ascii(data, 0, signature.length) === signature;
}

/** Walks the chunks, each with its checksum, to IEND. */
function measurePng(data: Buffer): Measure {
  const size = { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  for (let at = 8; ;) {
    const end = at + 12 + data.readUInt32BE(at);
    if (end > data.length) return { ...size, fault: CUT };
    if (crc32(data.subarray(at + 4, end - 4)) !== data.readUInt32BE(end - 4)) return { ...size, fault: "a checksum in it is wrong" };
    if (ascii(data, at + 4, at + 8) === "IEND") return { ...size, fault: null };
    at = end;
  }
}

/** Walks the segments to the first scan, which must come to an end-of-image mark. */
function measureJpeg(data: Buffer): Measure {
  let size = { width: 0, height: 0 };
  for (let at = 2; ; at += 2 + data.readUInt16BE(at + 2)) {
    while (data.readUInt16BE(at) === 0xffff) at += 1;
    const marker = data.readUInt16BE(at);
    if (marker >>> 8 !== 0xff || marker === 0xffd9) return { ...size, fault: "its segments do not follow one another" };
    if (isFrame(marker & 0xff)) size = { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    if (marker === 0xffda) return { ...size, fault: data.includes("\xFF\xD9", at, "latin1") ? null : CUT };
  }
}

/** Start-of-frame marks are C0–CF but for C4 (tables), C8 (reserved) and CC (tables). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Walks extensions and images to the trailer. */
function measureGif(data: Buffer): Measure {
  const size = { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  let at = 13 + colorTableBytes(data.readUInt8(10));
  for (;;) {
    const block = data.readUInt8(at);
    if (block === 0x3b) return { ...size, fault: null };
    if (block === 0x21) at = afterSubBlocks(data, at + 2);
    else if (block === 0x2c) at = afterSubBlocks(data, at + 11 + colorTableBytes(data.readUInt8(at + 9)));
    else return { ...size, fault: "its blocks do not follow one another" };
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(data: Buffer, start: number): number {
  let at = start;
  while (data.readUInt8(at) !== 0) at += 1 + data.readUInt8(at);
  return at + 1;
}

function measureWebp(data: Buffer): Measure {
  const fault = data.readUInt32LE(4) + 8 > data.length ? CUT : null;
  const chunk = ascii(data, 12, 16);
  if (chunk === "VP8X") return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1, fault };
  if (chunk === "VP8L") {
    const bits = data.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, fault };
  }
  return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff, fault };
}

/** The rows of an uncompressed bitmap fill whole words; a negative height means top to bottom. */
function measureBmp(data: Buffer): Measure {
  const width = data.readInt32LE(18);
  const height = Math.abs(data.readInt32LE(22));
  const rows = Math.ceil((width * data.readUInt16LE(28)) / 32) * 4 * height;
  const uncompressed = data.readUInt32LE(30) === 0;
  return { width, height, fault: uncompressed && data.readUInt32LE(10) + rows > data.length ? CUT : null };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** CRC-32 as PNG chunks carry it (ISO 3309). */
function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
