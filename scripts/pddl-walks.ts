/**
 * Holds the planning environment against an independent library on a folder of PDDL problems:
 * `npm run pddl-walks -- ../shared/data/pddl [walks a domain, 1000] [steps a walk, 40]`. Ends with 1 on a difference.
 */
import { createPlanningEnvironment } from "../environments/planning/environment.js";
import { compareWalks } from "../test/pddl/walks.js";

const [folder = "", walks = "1000", length = "40"] = process.argv.slice(2);
const tasks = await createPlanningEnvironment().tasks(folder);
let differences = 0;
for (const domain of new Set(tasks.map((task) => task.domain))) {
  const problems = tasks.filter((task) => task.domain === domain).map(({ data }) => data);
  const compared = await compareWalks(problems, { walks: Number(walks), length: Number(length), seed: 42, library: "pyperplan" });
  differences += compared.differences.length;
  console.log(
    `${domain}: ${problems.length} problems, ${walks} walks, ${compared.states} states, ${compared.differences.length} differences`,
  );
  for (const difference of compared.differences) console.log(`  ${difference}`);
}
process.exitCode = differences === 0 ? 0 : 1;
