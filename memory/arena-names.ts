/** Names that `--env` and `--host` take; apart from what they open, which is loaded only where it is used. */
export const ENVIRONMENT_NAMES = ["planning", "pddl", "code", "questions", "visual", "miniwob"] as const;
export const HOST_NAMES = ["autogen", "camel", "macnet"] as const;

/** Name of the world of questions about a memory that holds their history: `questions@ana`. */
export function worldAbout(environment: string, memoryId: string): string {
  return `${environment}@${memoryId}`;
}

/** The world's own name in such a name, and the memory; null where it is about none. */
export function worldNamed(environment: string): { readonly name: string; readonly about: string | null } {
  const at = environment.indexOf("@");
  return at === -1 ? { name: environment, about: null } : { name: environment.slice(0, at), about: environment.slice(at + 1) };
}
