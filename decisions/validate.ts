import type { z } from "zod";

/** A value of the asked shape, or what is wrong with it as a sentence for the model. */
export type Validated<Value> = { readonly value: Value } | { readonly problem: string };

/**
 * Checks a value against an answer's shape. A null where the shape has none counts as left out: models write null for
 * optional members.
 */
export function validate<Answer extends z.ZodType>(shape: Answer, value: unknown): Validated<z.infer<Answer>> {
  let candidate = value;
  for (;;) {
    const parsed = shape.safeParse(candidate);
    if (parsed.success) return { value: parsed.data };
    const trimmed = withoutNulls(candidate, issuePaths(parsed.error.issues));
    if (trimmed === null) return { problem: describeIssues(parsed.error.issues) };
    candidate = trimmed;
  }
}

type Issue = z.core.$ZodIssue;

/** Where a value does not fit, unions' branches included. */
function issuePaths(issues: readonly Issue[], base: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    return issue.code === "invalid_union" ? [path, ...issue.errors.flatMap((branch) => issuePaths(branch, path))] : [path];
  });
}

/** A copy without the object members at these paths that are null; null when there are none. */
function withoutNulls(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  const copy = structuredClone(value);
  let dropped = false;
  for (const path of paths) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((node, step) => (node as Record<PropertyKey, unknown> | null | undefined)?.[step], copy);
    const member = path.at(-1);
    if (member === undefined || parent === null || typeof parent !== "object" || Array.isArray(parent)) continue;
    if ((parent as Record<PropertyKey, unknown>)[member] !== null) continue;
    delete (parent as Record<PropertyKey, unknown>)[member];
    dropped = true;
  }
  return dropped ? copy : null;
}

/** At most five issues: where, and what is wrong. */
function describeIssues(issues: readonly Issue[]): string {
  return issues
    .slice(0, 5)
    .map((issue) => `${issue.path.length === 0 ? "the answer" : issue.path.map(String).join(".")}: ${issue.message}`)
    .join("; ");
}
