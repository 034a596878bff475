/** `npx tsx evals/bench/observations.ts FOLDER`: what offline extraction finds in conversations, scored where records are given. */
import { measureObservations } from "../observations/measure.js";
import { shares } from "../observations/score.js";

const RECURS = 4;

for (const path of process.argv.slice(2)) {
  const measures = await measureObservations(path);
  for (const { file, rounds, observations, ms, score, recurring } of measures) {
    const counts = `${file}: ${rounds} rounds, ${observations} observations, ${ms.toFixed(3)} ms a round`;
    const often = recurring.filter((one) => one.rounds >= RECURS).map(({ attribute, rounds: times }) => `${attribute} (${times})`);
    console.log(
      score === null
        ? `${counts}; recurring: ${often.join(", ") || "none"}`
        : `${counts}; F1 ${score.f1.toFixed(4)} (P ${score.precision.toFixed(4)}, R ${score.recall.toFixed(4)})`,
    );
    for (const line of score?.missing ?? []) console.log(`  missing ${line}`);
    for (const line of score?.wrong ?? []) console.log(`  wrong   ${line}`);
    for (const { attribute, rounds: times } of score?.others ?? []) console.log(`  other   ${attribute} (${times})`);
  }
  const scores = measures.flatMap(({ score }) => score ?? []);
  const total = (count: "gold" | "found" | "correct") => scores.reduce((sum, score) => sum + score[count], 0);
  if (scores.length > 0) console.log(`all: F1 ${shares(total("gold"), total("found"), total("correct")).f1.toFixed(4)}`);
}
