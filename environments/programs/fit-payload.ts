import type { MemoryItem, MemoryPayload } from "./recorder.js";

/** What an agent is given of a payload. AutoMMemo Tables 7 and 8. */
export const PAYLOAD_BUDGET = {
  /** Characters of the payload as compact JSON. */
  chars: 50_000,
  images: 2,
} as const;

export type PayloadBudget = { readonly [Name in keyof typeof PAYLOAD_BUDGET]: number };

/** A payload within its budget, and what that cost. */
export interface FittedPayload {
  readonly payload: MemoryPayload;
  readonly cut: {
    /** Characters of JSON before, less those after. */
    readonly chars: number;
    /** Images and items that were left out. */
    readonly images: number;
    readonly items: number;
  };
}

/** Ends a text that was cut. */
const ELLIPSIS = " …";
/** A text that would be cut to less than this is left out. */
const SHORTEST = 40;

/**
 * Cuts a payload to its budget, by one rule. The first images stay, in order of items. Metadata of the payload stays if
 * it alone fits. Items stay whole, in order, while they fit; the text of the first that does not is cut at its end, without
 * its metadata, and is left out if next to nothing of it would stay; all after it are left out.
 */
export function fitPayload(payload: MemoryPayload, budget: PayloadBudget = PAYLOAD_BUDGET): FittedPayload {
  const withImages = firstImages(payload.items, budget.images);
  const fitted: MemoryPayload = { items: [], metadata: payload.metadata };
  if (sizeOf(fitted) > budget.chars) fitted.metadata = {};
  let left = budget.chars - sizeOf(fitted);
  for (const item of withImages) {
    const comma = fitted.items.length === 0 ? 0 : 1;
    const size = sizeOf(item) + comma;
    if (size <= left) {
      fitted.items.push(item);
      left -= size;
      continue;
    }
    const shortened = shorten(item, left - comma);
    if (shortened !== null) fitted.items.push(shortened);
    break;
  }
  return {
    payload: fitted,
    cut: {
      chars: Math.max(0, sizeOf(payload) - sizeOf(fitted)),
      images: imagesOf(payload) - imagesOf(fitted),
      items: payload.items.length - fitted.items.length,
    },
  };
}

function firstImages(items: readonly MemoryItem[], limit: number): readonly MemoryItem[] {
  let left = limit;
  return items.map((item) => {
    if (item.images === undefined) return item;
    const images = item.images.slice(0, left);
    left -= images.length;
    const { images: _, ...rest } = item;
    return images.length === 0 ? rest : { ...rest, images };
  });
}

/** The item with as much of its text as fits; null when that is next to nothing. */
function shorten({ text = "", images }: MemoryItem, limit: number): MemoryItem | null {
  const cutTo = (length: number): MemoryItem => ({
    text:
      text
        .slice(0, length)
        .toWellFormed()
        .replace(/\uFFFD$/, "") + ELLIPSIS,
    ...(images === undefined ? {} : { images }),
  });
  let fits = 0;
  let tooLong = text.length + 1;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (sizeOf(cutTo(middle)) <= limit) fits = middle;
    else tooLong = middle;
  }
  return fits < SHORTEST ? null : cutTo(fits);
}

function imagesOf({ items }: MemoryPayload): number {
  return items.reduce((sum, { images = [] }) => sum + images.length, 0);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
