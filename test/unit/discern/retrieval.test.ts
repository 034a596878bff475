import { describe, expect, it } from "vitest";
import { admit, ruleId } from "../../../core/discern/admission.js";
import { identityCandidates, isEligible, retrievable, supplied } from "../../../core/discern/retrieval.js";
import type { Rule } from "../../../core/discern/rule.js";
import { DISCERN_DEFAULTS } from "../../../core/discern/settings.js";
import { attachmentContext, calibrationQuery, relatedQuery, retrievalText } from "../../../core/discern/texts.js";
import { aRule } from "./rules.js";

const named = (id: string, rest: Partial<Rule> = {}) => aRule({ id, ...rest });
const ids = (rules: readonly Rule[]) => rules.map(({ id }) => id);

describe("retrieval (eq. 13)", () => {
  const similarities: Record<string, number> = { a: 0.3, b: 0.9, c: 0.25, d: 0.2499, e: 0.3, f: 0.99, g: 0.99 };
  const similarity = ({ id }: Rule) => similarities[id] ?? 0;
  const rules = [
    ...["a", "b", "c", "d", "e"].map((id) => named(id, { state: id === "b" ? "active" : "provisional" })),
    named("f", { owner: "critic" }),
    named("g", { state: "inactive" }),
  ];

  it("takes the k_ret most similar at or above θ of the role's provisional and active rules, the older of equals first", () => {
    expect(ids(retrievable(rules, "executor", similarity, DISCERN_DEFAULTS))).toEqual(["b", "a", "e"]);
    expect(ids(retrievable(rules, "executor", similarity, { ...DISCERN_DEFAULTS, retrieved: 9 }))).toEqual(["b", "a", "e", "c"]);
    expect(ids(retrievable(rules, "executor", similarity, { ...DISCERN_DEFAULTS, similarity: 0.5 }))).toEqual(["b"]);
  });

  it("takes any role's without meta-memory, inactive ones never", () => {
    expect(ids(retrievable(rules, "executor", similarity, { ...DISCERN_DEFAULTS, metaMemory: false }))).toEqual(["f", "b", "a"]);
    expect(rules.map(isEligible)).toEqual([true, true, true, true, true, true, false]);
  });

  it("supplies at most k_inj of the chosen, in order of similarity, and none for 0", () => {
    const candidates = [named("b"), named("a"), named("e")];
    expect(ids(supplied(candidates, ["e", "a", "x"], 1))).toEqual(["a"]);
    expect(ids(supplied(candidates, ["e", "b"], 2))).toEqual(["b", "e"]);
    expect(supplied(candidates, ["b"], 0)).toEqual([]);
    expect(supplied(candidates, [], 3)).toEqual([]);
  });

  it("compares a proposal with the k_id most similar of the role, inactive ones too, without threshold (eq. 3)", () => {
    expect(ids(identityCandidates(rules, "executor", similarity, { identityCandidates: 5 }))).toEqual(["g", "b", "a", "e", "c"]);
    expect(identityCandidates(rules, "executor", similarity, { identityCandidates: 0 })).toEqual([]);
    expect(ids(identityCandidates(rules, "critic", similarity, { identityCandidates: 5 }))).toEqual(["f"]);
  });
});

describe("texts that are compared (A.2, A.3)", () => {
  const rule = aRule({
    avoidWhen: [{ text: "it is dark", origin: "extraction", task: "src" }],
    capabilities: [{ id: "c1", correction: "look first", tasks: ["t1"] }],
  });
  const body = "Pick up the ball, then move.";

  it("hold what the paper names", () => {
    expect(retrievalText(rule, { metaMemory: true })).toBe(`${body}\na ball is here`);
    expect(retrievalText(rule, { metaMemory: false })).toBe(body);
    expect(relatedQuery(rule, "wrong order")).toBe(`${body}\na ball is here\nit is dark\nlook first\nwrong order`);
    expect(calibrationQuery(rule, "bring the ball")).toBe(`${body}\na ball is here\nbring the ball`);
    expect(attachmentContext("bring the ball", { body: "Lift it.", useWhen: [] })).toBe("bring the ball\nLift it.");
  });
});

describe("admission (eq. 2)", () => {
  const proposal = {
    owner: "critic",
    body: " Check the goal. ",
    useWhen: ["a plan is told", "A plan is told."],
    avoidWhen: ["it was checked"],
  };

  it("makes a provisional rule with one version, no effects, and its conditions once each", () => {
    expect(admit("s", proposal, { task: "t4", ordinal: 4 })).toEqual({
      id: ruleId("s", { owner: "critic", body: "Check the goal." }, "t4"),
      owner: "critic",
      sourceTask: "t4",
      sourceOrdinal: 4,
      useWhen: [{ text: "a plan is told", origin: "extraction", task: "t4" }],
      avoidWhen: [{ text: "it was checked", origin: "extraction", task: "t4" }],
      capabilities: [],
      versions: [{ version: 1, parent: null, body: "Check the goal.", task: "t4", ordinal: 4, correction: null, effects: [] }],
      state: "provisional",
      transitions: [{ from: null, to: "provisional", reason: "admitted", version: 1, task: "t4", ordinal: 4 }],
      uses: [],
    });
  });

  it("names a rule by stream, owner, source task and body", () => {
    const base = ["s", { owner: "a", body: "b" }, "t"] as const;
    const others = [
      ruleId("x", base[1], "t"),
      ruleId("s", { owner: "x", body: "b" }, "t"),
      ruleId("s", { owner: "a", body: "x" }, "t"),
      ruleId("s", base[1], "x"),
    ];
    expect(new Set([ruleId(...base), ...others]).size).toBe(5);
    expect(ruleId(...base)).toMatch(/^[0-9a-f]{16}$/);
  });
});
