/** Path of a Chromium; null when none is found. */
export function findChromium(): string | null;
