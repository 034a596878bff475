import { designEntry, type EntrySuite } from "../../runner/entry.js";

/** Small web tasks in a real browser: an agent whose memory is searched for (`design`). Needs Chromium. */
export const webPages: EntrySuite = {
  name: "web-pages",
  folder: "miniwob",
  source: "github.com/Farama-Foundation/miniwob-plusplus (MIT): miniwob/html as it is",
  entries: [designEntry("miniwob")],
};
