import { describe, expect, it } from "vitest";
import { checkScope } from "../../../decisions/discern/check-scope.js";

const rule = { body: "Use the saw.", useWhen: ["a bench is there"], avoidWhen: ["The garden is wet.", "a crane stands by the river"] };
const input = { role: "worker", rule, context: "A bench is there. A crane stands by the river." };
const answer = { use_when_matches: true, avoid_when_matches: true, avoid_when_matched: ["the garden is wet"], deployment_avoid_when: "" };

describe("the scope check", () => {
  it("names avoidance conditions of the rule exactly when one matches", () => {
    expect(checkScope.check?.(answer, input)).toBeNull();
    expect(checkScope.check?.({ ...answer, avoid_when_matched: [] }, input)).toContain("exactly when");
    expect(checkScope.check?.({ ...answer, avoid_when_matches: false }, input)).toContain("exactly when");
    expect(checkScope.check?.({ ...answer, avoid_when_matched: ["it is late"] }, input)).toContain("it is late");
    expect(checkScope.check?.({ ...answer, avoid_when_matches: false, avoid_when_matched: [] }, input)).toBeNull();
  });

  it("names them offline too", () => {
    expect(checkScope.offline(input)).toMatchObject({ avoid_when_matches: true, avoid_when_matched: ["a crane stands by the river"] });
    expect(checkScope.offline({ ...input, context: "A bench is there." })).toMatchObject({
      avoid_when_matches: false,
      avoid_when_matched: [],
    });
  });
});
