import { readFileSync } from "node:fs";

/** Texts that go to the browser; each file holds one function, and imports nothing. */
const TEXTS = ["prepare", "still", "describe", "observe", "act"].map((name) =>
  // A compiled copy may end in an empty export.
  readFileSync(new URL(`./page/${name}.mjs`, import.meta.url), "utf8").replaceAll(/^export (?:\{\s*\};?)?/gm, ""),
);

/**
 * A script that a page runs before its own: from then on `mnemaPage` looks and acts from inside. With `start`, in
 * milliseconds since 1970, the page's time and chance stand still (`page/still.mjs`); null leaves them alone.
 */
export function inPageScript(start: number | null): string {
  return `(() => {
${TEXTS.join("\n")}
prepare();
const words = describers();
Object.assign(window.mnemaPage, ${start === null ? "{}" : `still(${start})`}, acting(), { observe: (page) => observe(words, page) });
})();`;
}
