import { MnemaError } from "../../core/errors.js";
import type { Environment } from "../contract.js";
import { startCode } from "./episode.js";
import { createJavaScriptRunner } from "./javascript.js";
import type { CodeRunner } from "./runner.js";
import { codeTasks, type CodeData } from "./tasks.js";

/**
 * Coding tasks with unit tests. JavaScript runs in an isolate; for Python a runner must be given, since none that is
 * safe comes with the product: without one a Python task is UNSUPPORTED_OPERATION when it starts.
 */
export function createCodeEnvironment({
  maxSteps = 1,
  javascript = createJavaScriptRunner(),
  python,
}: { readonly maxSteps?: number; readonly javascript?: CodeRunner; readonly python?: CodeRunner } = {}): Environment<CodeData> {
  return {
    name: "code",
    tasks: (source) => codeTasks(source, "code", maxSteps),
    start: async (task, options) => {
      const runner = task.data.language === "python" ? python : javascript;
      if (runner === undefined)
        throw new MnemaError(
          "UNSUPPORTED_OPERATION",
          "Python tasks need a runner: pass `python` to createCodeEnvironment, one that runs code in a sandbox of yours.",
          {
            place: task.id,
          },
        );
      return startCode(task, runner, options.maxSteps ?? task.maxSteps);
    },
    close: async () => {
      await Promise.all([javascript.close(), python?.close()]);
    },
  };
}
