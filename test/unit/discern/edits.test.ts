import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, editSize, materialize, type RepairProposal, type RuleEdit } from "../../../core/discern/edits.js";

const BODY = "Pick up the ball, move to the goal room, and drop the ball.";
const edit = (operation: RuleEdit["operation"], anchor: string, text = ""): RuleEdit => ({ operation, anchor, text });
const edited = (given: RuleEdit, body = BODY) => {
  const result = applyEdit(body, given);
  return "body" in result ? result.body : result.refused;
};

describe("edits of a rule (eq. 7)", () => {
  it("add behind the anchor, with the spaces that are needed and no others", () => {
    expect(edited(edit("ADD", "Pick up the ball", "with a free gripper"))).toBe(
      "Pick up the ball with a free gripper, move to the goal room, and drop the ball.",
    );
    expect(edited(edit("ADD", "the ball,", "check the door,"))).toBe(
      "Pick up the ball, check the door, move to the goal room, and drop the ball.",
    );
    expect(edited(edit("ADD", "goal room", ", look around"))).toBe(
      "Pick up the ball, move to the goal room, look around, and drop the ball.",
    );
    expect(edited(edit("ADD", "drop the ball.", "Stop there."))).toBe(`${BODY} Stop there.`);
  });

  it("replace what is at the anchor, and touch nothing else", () => {
    expect(edited(edit("REPLACE", "move to", "carry it to"))).toBe("Pick up the ball, carry it to the goal room, and drop the ball.");
    expect(edited(edit("REPLACE", "grip", "hand"), "Free the gripper  first , please.")).toBe("Free the handper  first , please.");
  });

  it("delete what is at the anchor, with the punctuation that it leaves behind", () => {
    expect(edited(edit("DELETE", ", and drop the ball"))).toBe("Pick up the ball, move to the goal room.");
    expect(edited(edit("DELETE", "move to the goal room"))).toBe("Pick up the ball, and drop the ball.");
    expect(edited(edit("DELETE", "and drop the ball"))).toBe("Pick up the ball, move to the goal room.");
    expect(edited(edit("DELETE", "Pick up the ball"))).toBe("move to the goal room, and drop the ball.");
    expect(edited(edit("DELETE", "Wait"), "Go. Wait. Stop.")).toBe("Go. Stop.");
    expect(edited(edit("DELETE", "Stop."), "Go. Stop.")).toBe("Go.");
  });

  it("reorder the words of the anchor", () => {
    const swapped = edited(edit("REORDER", "Pick up the ball, move to the goal room", "Move to the goal room, pick up the ball"));
    expect(swapped).toBe("Move to the goal room, pick up the ball, and drop the ball.");
    expect(edited(edit("REORDER", "move to the goal room", "room the to goal go"))).toMatch(/keeps the words/);
    expect(edited(edit("REORDER", "move to the goal room", "Move to the goal room"))).toMatch(/keeps the words/);
  });

  it.each<[string, RuleEdit, RegExp]>([
    ["an anchor that is not there", edit("REPLACE", "pick up the ball", "x"), /does not stand in the rule/],
    ["an anchor that is there twice", edit("DELETE", "the ball"), /2 times/],
    ["an empty anchor", edit("ADD", " ", "x"), /empty/],
    ["no text to add", edit("ADD", "Pick up", " "), /needs a text/],
    ["no text to put in place", edit("REPLACE", "Pick up"), /needs a text/],
    ["a text to delete", edit("DELETE", "Pick up", "x"), /takes no text/],
    ["the whole rule rewritten", edit("REPLACE", BODY, "Do otherwise."), /whole rule/],
    ["the whole rule but for its end rewritten", edit("REPLACE", BODY.slice(0, -1), "Do otherwise"), /whole rule/],
    ["the whole rule deleted", edit("DELETE", BODY), /whole rule/],
    ["several lines", edit("ADD", "Pick up", "it\nand"), /one line/],
    ["a change of case alone", edit("REPLACE", "Pick up", "pick up"), /changes nothing/],
    ["a text without end", edit("ADD", "Pick up", "now ".repeat(400)), /longer than/],
    ["no edit", edit("NO_UPDATE", "", ""), /no edit/],
  ])("are refused for %s", (_, given, why) => expect(edited(given)).toMatch(why));

  it("count overlapping places of an anchor", () => {
    expect(edited(edit("REPLACE", "aa", "b"), "x aaa y")).toMatch(/2 times/);
  });

  it("take special characters in text and anchor as they are", () => {
    expect(edited(edit("REPLACE", "$1 (a|b)", "$& \\n"), "Use $1 (a|b) now.")).toBe("Use $& \\n now.");
  });

  it("change nothing before or behind the anchor but its edges", () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const operation = fc.constantFrom("ADD" as const, "REPLACE" as const, "DELETE" as const);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 3, maxLength: 12 }),
        fc.nat(),
        operation,
        fc.stringMatching(/^[A-Z]{1,6}$/),
        (words, at, how, text) => {
          const anchor = words[at % words.length] as string;
          const result = applyEdit(words.join(" "), edit(how, anchor, how === "DELETE" ? "" : text));
          // A word may stand within another.
          fc.pre("body" in result);
          const place = words.indexOf(anchor);
          const expected = { ADD: [anchor, text], REPLACE: [text], DELETE: [] }[how];
          expect(result).toEqual({ body: [...words.slice(0, place), ...expected, ...words.slice(place + 1)].join(" ") });
        },
      ),
    );
  });
});

describe("the size of an edit", () => {
  it("is what was taken out and put in", () => {
    expect(editSize("abc", "abc")).toBe(0);
    expect(editSize("abc", "abxc")).toBe(1);
    expect(editSize("abc", "axc")).toBe(2);
    expect(editSize("aa", "aaa")).toBe(1);
    expect(editSize("", "abc")).toBe(3);
    expect(editSize("go home now", "go now")).toBe(5);
  });
});

describe("a proposed repair", () => {
  const proposal: RepairProposal = { edit: edit("REPLACE", "move", "walk"), evidence: ["with:s2"], correction: "walk", preserves: [] };
  const ground = { body: BODY, steps: ["with:s1", "with:s2"], capabilities: ["c1"], tried: [] };

  it("becomes a candidate with its body", () => {
    expect(materialize(proposal, ground)).toEqual({ ...proposal, body: BODY.replace("move", "walk") });
  });

  it("is refused for an edit that fails, steps or capabilities that are not there, and a body that was tried", () => {
    const refused = (rest: Partial<RepairProposal>, tried: readonly string[] = []) =>
      materialize({ ...proposal, ...rest }, { ...ground, tried });
    expect(refused({ edit: edit("DELETE", "nowhere") })).toEqual({ refused: expect.stringContaining("nowhere") });
    expect(refused({ evidence: ["with:s2", "with:s7"] })).toEqual({ refused: expect.stringContaining("with:s7") });
    expect(refused({ preserves: ["c2"] })).toEqual({ refused: expect.stringContaining("c2") });
    expect(refused({ preserves: ["c1"] })).toHaveProperty("body");
    expect(refused({}, [BODY.replace("move", "WALK").slice(0, -1)])).toEqual({ refused: expect.stringContaining("tried") });
  });
});
