/** Which files a phase of ingest is made of, the first that fits; what they call counts with them. */
const PHASES: readonly (readonly [string, RegExp])[] = [
  ["import", /\/importers\//],
  ["extract", /\/nodes\/ingest\/extract\.|\/decisions\/(extract\.|extraction\/)/],
  ["decision log", /\/decisions\/(decide|record|validate|ask-model)\./],
  ["vectors", /\/nodes\/ingest\/(embed|vectors)\.|\/models\/text-encoder/],
  ["mine", /\/nodes\/ingest\/(mine|miners|names)\.|\/core\/mining\//],
  ["tables", /\/nodes\/ingest\/(discover|evolve|confirm|materialize|tabling\/)/],
  ["hierarchy", /\/nodes\/ingest\/(weave\.|weaving\/)/],
  ["slices", /\/nodes\/ingest\/(take|settle|standing)\./],
  ["checkpoint", /langgraph-checkpoint|\/stores\/(sqlite\/checkpoint-care|checkpoints|postgres-checkpoints)/],
  ["graph", /node_modules\/@langchain\//],
];

/** A node of V8's processor profile, as far as it is read. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** A profile of V8: `samples` are ids of nodes, `timeDeltas` the microseconds before each. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/**
 * Milliseconds by phase: a sample belongs to the phase of the innermost function that has one. What waits for nothing but
 * another process is `waiting`, what V8 does for itself `garbage`, and what belongs to no phase `other`.
 */
export function msByPhase({ nodes, samples = [], timeDeltas = [] }: Profile): Record<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = new Map<number, string>();
  const phaseOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return "other";
    const phase = known.get(node.id) ?? ownPhase(node) ?? phaseOf(parents.get(node.id));
    known.set(node.id, phase);
    return phase;
  };
  const ms: Record<string, number> = {};
  samples.forEach((id, index) => {
    const phase = phaseOf(id);
    ms[phase] = (ms[phase] ?? 0) + (timeDeltas[index] ?? 0) / 1_000;
  });
  return ms;
}

function ownPhase({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  if (functionName === "(idle)") return "waiting";
  if (functionName === "(garbage collector)") return "garbage";
  return PHASES.find(([, files]) => files.test(url))?.[0];
}
