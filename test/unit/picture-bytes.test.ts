import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pictureHeader } from "../../importers/picture-bytes.js";
import { png, TINY } from "../fixtures/pictures.js";

describe("pictures by their bytes", () => {
  it.each([
    ["image/png", TINY.png],
    ["image/jpeg", TINY.jpeg],
    ["image/gif", TINY.gif],
    ["image/webp", TINY.webp],
    ["image/webp", TINY.webpLossless],
    ["image/webp", TINY.webpAlpha],
    ["image/bmp", TINY.bmp],
  ])("tells type and size of %s", (mime, bytes) => {
    expect(pictureHeader(bytes)).toEqual({ mime, width: 6, height: 4, fault: null });
  });

  it("recognises HEIC (IMG-02)", () => {
    expect(pictureHeader(TINY.heic)?.mime).toBe("image/heic");
  });

  it.each([["png"], ["jpeg"], ["gif"], ["webp"], ["webpLossless"], ["bmp"]] as const)(
    "sees that half a %s is cut short (IMG-11)",
    (format) => {
      const bytes = TINY[format];
      expect(pictureHeader(bytes.subarray(0, bytes.length >> 1))?.fault).toEqual(expect.any(String));
    },
  );

  it("sees a wrong checksum (IMG-11)", () => {
    const broken = Buffer.from(png(8, 8));
    broken.writeUInt8(broken.readUInt8(20) ^ 1, 20);
    expect(pictureHeader(broken)?.fault).toMatch(/checksum/);
  });

  it("does not take text, nothing or zeros for a picture (IMG-03)", () => {
    for (const bytes of [Buffer.from("hello"), Buffer.alloc(0), Buffer.from("AAAA", "base64")]) expect(pictureHeader(bytes)).toBeNull();
  });

  it("never throws, whatever follows a signature", () => {
    const heads = Object.values(TINY).map((bytes) => bytes.subarray(0, 12));
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        expect(() => pictureHeader(Buffer.concat([head, rest]))).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(TINY)), fc.nat(), fc.integer({ min: 0, max: 255 }), (whole, at, byte) => {
        const changed = Buffer.from(whole);
        changed[at % changed.length] = byte;
        expect(() => pictureHeader(changed)).not.toThrow();
      }),
    );
  });
});
