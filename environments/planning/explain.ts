import { holds, substituted, type State } from "./conditions.js";
import { conjuncts, isOfType, type Action } from "./syntax.js";
import { conditionInWords } from "./words.js";
import type { World } from "./world.js";

/** Words of an action as an agent may write it: `stack b1 b2`, `(stack b1 b2)`, `Stack(b1, b2).` */
export function actionWords(text: string): string[] {
  return text.toLowerCase().match(/[^\s(),.;`"']+/g) ?? [];
}

/** Why an action cannot be done now: what it is written wrongly, or which of its needs do not hold. */
export function explainIllegal({ domain, problem, numbers }: World, state: State, text: string): string {
  const [name = "", ...objects] = actionWords(text);
  const action = domain.actions.find((one) => one.name === name);
  if (action === undefined) return `There is no action "${name}". The actions are: ${domain.actions.map((one) => one.name).join(", ")}.`;
  const { parameters } = action;
  if (objects.length !== parameters.length)
    return `${name} is done with ${parameters.length} things, not ${objects.length}: ${usage(action)}.`;
  const wrong = objects.flatMap((object, index) => {
    const types = problem.objects.get(object);
    const wanted = parameters[index]?.types ?? [];
    if (types === undefined) return [`there is no "${object}" here`];
    return types.some((type) => isOfType(type, wanted, domain.types))
      ? []
      : [`${object} is a ${types.join(" or ")}, not a ${wanted.join(" or ")}`];
  });
  if (wrong.length > 0) return `${name} cannot be done with these: ${wrong.join("; ")}.`;
  const binding = Object.fromEntries(parameters.map((parameter, index) => [parameter.name, objects[index] ?? ""]));
  const missing = conjuncts(action.precondition).filter((condition) => !holds(condition, binding, { domain, problem, numbers, state }));
  return `${[name, ...objects].join(" ")} needs what does not hold now: ${missing.map((condition) => conditionInWords(substituted(condition, binding))).join("; ")}.`;
}

function usage({ name, parameters }: Action): string {
  return [name, ...parameters.map((parameter) => parameter.name.slice(1).toUpperCase())].join(" ");
}
