import { href } from "../../api/route.js";
import type { Rule, RuleEffect } from "../../api/shapes.js";
import { PairMark, tone } from "./effect-mark.js";
import { ORIGINS, sayEffect, sayScore } from "./words.js";

/** The effect plot: a line a task, from the score without the rule to that with it. */
export function Effects({ memory, rule: { id, effects, versions } }: { readonly memory: string; readonly rule: Rule }) {
  return (
    <>
      <p className="legend muted small-text" aria-hidden="true">
        <span className="dot" /> score with the rule alone <span className="dot without" /> score without any rule
      </p>
      <ol className="effects">
        <li className="effects-axis" aria-hidden="true">
          <span>0</span>
          <span>0.5</span>
          <span>1</span>
        </li>
        {effects.map((effect) => (
          <li key={effect.task}>
            <p className="effects-task">
              <a href={href(memory, "rules", id, effect.task)}>{effect.task}</a>
              <span className="muted small-text">{sayHow(effect, versions.length)}</span>
            </p>
            <PairMark supplied={effect.with} without={effect.without} />
            <p className="effects-scores">
              <strong className={tone(effect.with - effect.without)}>{sayEffect(effect.with - effect.without)}</strong>
              <span className="muted small-text">
                {sayScore(effect.with)} with, {sayScore(effect.without)} without
              </span>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** How an effect was measured, and what a harmful one was put down to. */
export function sayHow({ origin, version, changed, avoidMatch, attribution, undecided, joint }: RuleEffect, versions: number): string {
  return [
    ORIGINS[origin],
    ...(versions > 1 ? [`version ${version}`] : []),
    ...(changed ? [] : ["same run"]),
    ...(avoidMatch ? ["to be avoided here"] : []),
    ...(attribution === "scope" ? ["out of place"] : []),
    ...(attribution === "content" ? ["its words were at fault"] : []),
    ...(undecided === null ? [] : [`not judged: ${undecided}`]),
    ...(joint === null ? [] : [`${sayEffect(joint.with - joint.without)} beside the other rules`]),
  ].join(" · ");
}
