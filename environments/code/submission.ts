/** What a task gives a program to begin with, and the name that it must define. */
export interface Beginning {
  /** Helpers that come before, and the opening line of what is asked; empty where the task gives none. */
  readonly declaration: string;
  /** Name of what is asked; empty where the tests tell it alone. */
  readonly entry: string;
}

/** Code of an agent's reply: what its first fence with code holds, else the reply itself. */
export function codeOf(reply: string): string {
  const fenced = [...reply.matchAll(/```[^\n`]*\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  return fenced.find((code) => code.trim() !== "") ?? reply;
}

/**
 * The program that a reply makes with the task's beginning. A reply that defines the entry stands for itself, after
 * the beginning's helpers that it lacks; any other goes on where the beginning ends.
 */
export function programOf(reply: string, { declaration, entry }: Beginning): string {
  const code = codeOf(reply).replace(/^export\s+(?:default\s+)?(?=const|let|var|function|async|class)/gm, "");
  if (entry === "" || !defines(code, entry)) return `${declaration}${code}`;
  const start = declaration.search(definition(entry));
  const helpers = start <= 0 ? "" : declaration.slice(0, start);
  const names = [...helpers.matchAll(/^(?:const|let|var|function|class)\s+([\w$]+)/gm)].map((match) => match[1] ?? "");
  return names.some((name) => defines(code, name)) ? code : `${helpers}${code}`;
}

/** The last thing that a beginning opens; like every definition here, it starts its line. */
export function entryOf(declaration: string): string {
  return [...declaration.matchAll(/^(?:const|let|var|(?:async\s+)?function\*?|class)\s+([\w$]+)/gm)].at(-1)?.[1] ?? "";
}

function defines(code: string, name: string): boolean {
  return definition(name).test(code);
}

function definition(name: string): RegExp {
  return new RegExp(`^(?:const|let|var|(?:async\\s+)?function\\*?|class)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`, "m");
}
