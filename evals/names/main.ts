import { measured } from "./measure.js";
import { SEEN, UNSEEN } from "./pairs.js";

/** Prints precision and recall of joining attribute names over labelled pairs; `--misses`: with the pairs judged wrongly. */
for (const [title, pairs] of [
  ["seen", SEEN],
  ["unseen", UNSEEN],
  ["all", [...SEEN, ...UNSEEN]],
] as const) {
  const { precision, recall, misses } = measured(pairs);
  process.stdout.write(`${title}: ${pairs.length} pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`);
  if (process.argv.includes("--misses"))
    for (const [a, b, same] of misses) process.stdout.write(`  ${same ? "not joined" : "wrongly joined"}: ${a} | ${b}\n`);
}
