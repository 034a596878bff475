/** Names that `--env` and `--host` take; apart from what they open, which is loaded only where it is used. */
export const ENVIRONMENT_NAMES = ["planning", "pddl", "code", "questions", "miniwob"] as const;
export const HOST_NAMES = ["autogen", "camel", "macnet"] as const;
