import { describe, expect, it } from "vitest";
import { actionText, worded } from "../../../../hosts/solo/offline/action-text.js";
import { counterparts, inPresentWords, quotedIn, rememberedGoal, withPresentGoal } from "../../../../hosts/solo/offline/goal-words.js";

/** What a remembered text becomes, by the goal that it was made for and the present one. */
const becomes = (text: string, was: string, is: string) => inPresentWords(text, counterparts(was, is), is);

describe("the words of a goal", () => {
  it("are those in any quotes, but no apostrophes", () => {
    expect(quotedIn(`Enter "a b" and “c”, it's Ann's, then press 'd'.`)).toEqual(["a b", "c", "d"]);
  });

  it("take the place of those of a goal of the same kind", () => {
    const [was, is] = ["Select Peru from the list and click Submit.", "Select Solomon Islands from the list and click Submit."];
    expect(becomes("Peru", was, is)).toEqual(["Solomon Islands"]);
    expect(becomes("Lima, Peru", was, is)).toEqual(["Lima, Solomon Islands"]);
    expect(becomes("Peruvian", was, is)).toEqual(["Peruvian"]);
    expect(becomes("Submit", was, is)).toEqual(["Submit"]);
  });

  it("stand for one another item by item in lists, the last for all that follow, none where the list is shorter", () => {
    const [two, four] = ["Select ab, cd and click Submit.", "Select kl, mn, op, qr and click Submit."];
    expect(becomes("ab", two, four)).toEqual(["kl"]);
    expect(becomes("cd", two, four)).toEqual(["mn", "op", "qr"]);
    expect(becomes("mn", four, two)).toEqual(["cd"]);
    expect(becomes("qr", four, two)).toEqual([]);
    expect(becomes("ab", "Select ab>cd", "Select kl>mn")).toEqual(["kl"]);
  });

  it("say nothing of a goal of another kind", () => {
    expect(counterparts("Delete the mail by Ann.", "Select Peru from the list and click Submit.")).toEqual([]);
  });

  it("fill slots; one that is not there leaves nothing", () => {
    expect(inPresentWords("{2} by {1}", [], 'Say "x" to "y".')).toEqual(["y by x"]);
    expect(inPresentWords("{3}", [], 'Say "x" to "y".')).toEqual([]);
    expect(withPresentGoal("search {goal}", null, "Who was it?")).toBe("search Who was it?");
    expect(withPresentGoal("search when was it?", "When was it?", "Who was it?")).toBe("search Who was it?");
    expect(withPresentGoal("take cup shelf", "cup", "Who was it?")).toBe("take cup shelf");
  });

  it("are found in a memory by a label, or by their likeness", () => {
    const goal = "Select Peru from the list.";
    expect(rememberedGoal(["Actions", "Task: Press OK"], goal)).toBe("Press OK");
    expect(rememberedGoal(["It went well.", "Select Mali from the list."], goal)).toBe("Select Mali from the list.");
    expect(rememberedGoal(["It went well."], goal)).toBeNull();
  });
});

describe("an action", () => {
  it("is told apart by its form, and by its key whatever its case and brackets", () => {
    expect(actionText('click [3] button "OK"').form).toBe("click nwq");
    expect(actionText("Stack(b1, b2).").key).toBe(actionText("stack b1 b2").key);
    expect(actionText('click [3] button "OK"').key).not.toBe(actionText('click [4] button "OK"').key);
  });

  it("becomes one for each text that may stand in its quotes, quotes in them kept", () => {
    const action = actionText(String.raw`click [3] link "a \"b\""`);
    expect(worded(action, (text) => (text === 'a "b"' ? ["c", 'd "e"'] : [])).map(({ text }) => text)).toEqual([
      'click [3] link "c"',
      String.raw`click [3] link "d \"e\""`,
    ]);
    expect(worded(action, () => [])).toEqual([]);
  });

  it("has an end, however many texts in quotes a line has", () => {
    const ways = worded(actionText('"a" '.repeat(30)), () => ["b", "c"]);
    expect(ways.length).toBeGreaterThan(1);
    expect(ways.length).toBeLessThan(10_000);
  });
});
