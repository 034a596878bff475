import { believe, noiseOf, outlookOf, outlookOfChild, type Belief, type Inheritance, type Outlook } from "./inheritance.js";
import { firstGreatest, type Search, type SearchAction } from "./search.js";
import type { ProgramNode, SearchTree } from "./tree.js";

/** Ways in which children may take after their parents; the scores tell how likely each is. */
const WAYS: readonly Inheritance[] = [0, 0.25, 0.5, 0.75, 1].flatMap((kept) =>
  [0.03, 0.06, 0.12, 0.24].map((spread) => ({ kept, spread })),
);
/** Ways less likely than this decide nothing. */
const NEGLIGIBLE = 1e-3;
/** Of generations that came to a valid program, counted before there are any: nearly all do (AutoMMemo Table 10). */
const VALID = { of: 5, valid: 4 };

interface LikelyBelief extends Belief {
  /** Probability, given the scores. */
  readonly weight: number;
}

/**
 * A search beyond the paper. It learns from the scores how much of a parent's lead its children keep and how far they
 * scatter, expects of every program what its own scores and those of its relatives say, and takes the step after which
 * the program that it would then choose is expected to be best (a knowledge gradient, for both actions in one unit). So it
 * climbs where leads are kept, samples widely where they are not, and evaluates again only where noise is what could make
 * it choose wrongly. `evals/results/design-simulation.md` compares it.
 */
export const inheritanceSearch: Search = {
  name: "inheritance",
  next: (tree) => {
    const beliefs = likelyBeliefs(tree);
    const noise = noiseOf(tree.reduce((sum, { variance }) => sum + variance, 0) / tree.length, 1);
    const worthOf = (outlook: (belief: Belief) => Outlook): number =>
      beliefs.reduce((sum, belief) => sum + belief.weight * worthOfScoring(belief, outlook(belief), noise), 0);
    const generations = tree.map((node) => ({
      ...action("generate", node),
      worth: validShare(node) * worthOf((belief) => outlookOfChild(belief, node.id)),
    }));
    const evaluations = tree.map((node) => ({ ...action("evaluate", node), worth: worthOf((belief) => outlookOf(belief, node.id)) }));
    const { kind, node } = firstGreatest([...generations, ...evaluations], ({ worth }) => worth);
    return { kind, node };
  },
  choose: (tree) => {
    const beliefs = likelyBeliefs(tree);
    return firstGreatest(tree, ({ id }) => beliefs.reduce((sum, { weight, mean }) => sum + weight * (mean[id] as number), 0)).id;
  },
};

function action(kind: SearchAction["kind"], { id }: ProgramNode): SearchAction {
  return { kind, node: id };
}

/** Share of further generations from a node that are expected to come to a valid program. */
function validShare({ children, failed }: ProgramNode): number {
  return (children + VALID.valid) / (children + failed + VALID.of);
}

function likelyBeliefs(tree: SearchTree): readonly LikelyBelief[] {
  const beliefs = WAYS.map((way) => believe(tree, way));
  const greatest = Math.max(...beliefs.map(({ evidence }) => evidence));
  const weighted = beliefs.map((belief) => ({ ...belief, weight: Math.exp(belief.evidence - greatest) }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  return weighted.map((belief) => ({ ...belief, weight: belief.weight / total })).filter(({ weight }) => weight >= NEGLIGIBLE);
}

/**
 * By how much the best expected quality is expected to rise when this one gets a score: the score moves every expectation
 * along a line of its own, in standard deviations of the score.
 */
function worthOfScoring({ mean }: Belief, { mean: own, variance, shared }: Outlook, noise: number): number {
  const deviation = Math.sqrt(Math.max(variance, 0) + noise);
  const programs = mean.length - 1;
  const before = mean.subarray(0, programs).reduce((best, one) => Math.max(best, one), -Infinity);
  // The mean gain, which comes last, is no program; the one to be scored takes its place.
  const at = mean.slice();
  const slopes = shared.map((covariance) => covariance / deviation);
  at[programs] = own;
  slopes[programs] = variance / deviation;
  return expectedGreatest(at, slopes) - before;
}

const REACH = 4;
const STEP = 0.25;
/** Points of a standard normal z within `REACH`, evenly, with the share of each. */
const POINTS = Float64Array.from({ length: (2 * REACH) / STEP + 1 }, (_, place) => place * STEP - REACH);
const DENSITIES = POINTS.map((z) => Math.exp(-(z ** 2) / 2));
const SHARES = DENSITIES.map((density) => density / DENSITIES.reduce((sum, other) => sum + other, 0));

/** E max(at + slope · z) over the lines. Changes the arrays: lines that are nowhere the greatest are taken out. */
function expectedGreatest(at: Float64Array, slopes: Float64Array): number {
  const top = at.reduce((best, value, line) => (value > (at[best] as number) ? line : best), 0);
  const [topAt, topSlope] = [at[top] as number, slopes[top] as number];
  let rivals = 0;
  for (let line = 0; line < at.length; line++) {
    if (topAt - (at[line] as number) >= REACH * Math.abs((slopes[line] as number) - topSlope)) continue;
    at[rivals] = at[line] as number;
    slopes[rivals] = slopes[line] as number;
    rivals++;
  }
  let expected = 0;
  for (let point = 0; point < POINTS.length; point++) {
    const z = POINTS[point] as number;
    let greatest = topAt + topSlope * z;
    for (let line = 0; line < rivals; line++) greatest = Math.max(greatest, (at[line] as number) + (slopes[line] as number) * z);
    expected += (SHARES[point] as number) * greatest;
  }
  return expected;
}
