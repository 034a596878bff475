import { describe, expect, it } from "vitest";
import { readAction } from "../../../environments/web/action.js";
import { choicesOn } from "../../../environments/web/choices.js";
import { type SeenElement, type Sight, sightInWords } from "../../../environments/web/sight.js";
import { targetOf } from "../../../environments/web/target.js";
import { typedWords } from "../../../environments/web/typed-words.js";

const element = (role: string, name: string, rest: Partial<SeenElement> = {}): SeenElement => ({
  kind: "element",
  role,
  name,
  states: [],
  isTyped: role === "textbox",
  options: [],
  point: { x: 1, y: 1 },
  box: { x: 0, y: 0, width: 2, height: 2 },
  ...rest,
});
const sight = (entries: Sight["entries"], rest: Partial<Sight> = {}): Sight => ({
  title: "Shop",
  address: "http://shop.invalid/",
  entries,
  down: false,
  up: false,
  depth: 0,
  ...rest,
});

describe("actions on pages", () => {
  it("are read with a description and without", () => {
    expect(readAction("click [3]")).toEqual({ kind: "click", number: 3, description: null });
    expect(readAction('click [3] button "OK"')).toEqual({ kind: "click", number: 3, description: 'button "OK"' });
    expect(readAction('type [4] "a \\"b\\""')).toEqual({ kind: "type", number: 4, text: 'a "b"', enter: false, description: null });
    expect(readAction('type [4] "a" into textbox "Name, and press enter" and press enter')).toEqual({
      kind: "type",
      number: 4,
      text: "a",
      enter: true,
      description: 'textbox "Name, and press enter"',
    });
    expect(readAction('select [5] "M" in combobox "Size"')).toEqual({
      kind: "select",
      number: 5,
      text: "M",
      description: 'combobox "Size"',
    });
    expect(readAction("scroll down")).toEqual({ kind: "scroll", direction: "down" });
    expect(readAction("scroll up [7]")).toEqual({ kind: "scroll", direction: "up", number: 7, description: null });
    expect(readAction("wait")).toEqual({ kind: "wait" });
    expect(readAction("back")).toEqual({ kind: "back" });
    expect(readAction('answer "42"')).toEqual({ kind: "answer", text: "42" });
  });

  it("are read as the paper writes them", () => {
    expect(readAction("Click [3]")).toEqual({ kind: "click", number: 3, description: null });
    expect(readAction("Type [4]; red shoes")).toMatchObject({ kind: "type", number: 4, text: "red shoes", enter: false });
    expect(readAction("Scroll [WINDOW]; down")).toEqual({ kind: "scroll", direction: "down" });
    expect(readAction("Scroll [3]; up")).toEqual({ kind: "scroll", direction: "up", number: 3, description: null });
    expect(readAction("GoBack")).toEqual({ kind: "back" });
    expect(readAction("ANSWER; it is 42")).toEqual({ kind: "answer", text: "it is 42" });
  });

  it("are none without a verb or what it needs", () => {
    for (const text of ["", "clicks [3]", "click", "click OK", "type [3]", "scroll", "scroll left", "drag [1] [2]"])
      expect(readAction(text)).toBeNull();
  });
});

describe("the element that is meant", () => {
  const here = [element("button", "Cancel"), element("button", "OK"), element("textbox", ""), element("textbox", "")];

  it("is that of the number, where no description contradicts", () => {
    expect(targetOf(here, 2, null)).toBe(2);
    expect(targetOf(here, 2, 'Button  "ok"')).toBe(2);
    expect(targetOf(here, 4, "textbox (empty)")).toBe(4);
  });

  it("is the only one that the description fits, when the number's does not", () => {
    expect(targetOf(here, 1, 'button "OK"')).toBe(2);
    expect(targetOf(here, 40, 'button "OK"')).toBe(2);
  });

  it("is none when the description fits several others, or nothing", () => {
    expect(targetOf(here, 1, "textbox")).toBe('[1] is button "Cancel", and [3], [4] are textbox: say which.');
    expect(targetOf(here, 1, 'link "OK"')).toBe('[1] is button "Cancel", and nothing here is link "OK".');
    expect(targetOf(here, 9, null)).toBe("There is no element [9].");
  });
});

describe("a page as text", () => {
  it("numbers elements in order, beside lines of text", () => {
    const page = sight(
      [
        { kind: "text", text: "Sizes | Colours" },
        element("combobox", "Size", { states: ['chosen "S"'], options: ["S", 'M "new"'] }),
        element("button", 'Say "hi"'),
      ],
      { down: true, up: true },
    );
    expect(sightInWords(page).split("\n")).toEqual([
      'Page "Shop"',
      "More above: scroll up.",
      "- Sizes | Colours",
      '[1] combobox "Size" (chosen "S"; choices "S", "M \\"new\\"")',
      '[2] button "Say \\"hi\\""',
      "More below: scroll down.",
    ]);
  });

  it("offers what can be done, and steps can read what is offered", () => {
    const page = sight(
      [
        element("textbox", "Name"),
        element("textbox", "Code", { states: ['holds "X 1"'], point: null }),
        element("combobox", "", { options: ["S"] }),
      ],
      { down: true },
    );
    const offered = choicesOn(page, 'Enter "Ada" there.', true);
    expect(offered).toEqual([
      'click [1] textbox "Name"',
      'type [1] "Ada" into textbox "Name"',
      'type [1] "X 1" into textbox "Name"',
      'type [2] "Ada" into textbox "Code"',
      'type [2] "X 1" into textbox "Code"',
      'select [3] "S" in combobox',
      "scroll down",
      "wait",
      "back",
    ]);
    for (const action of offered) expect(readAction(action)).not.toBeNull();
  });
});

describe("what may be meant to be typed", () => {
  it("is what is quoted, then dates, numbers, names and other words, then what the page says", () => {
    const goal = `Enter "blue sky" on 10/11/2016 at 7:55 PM for Mary Ann Smith, 3 times quickly, by Ada's.`;
    expect(typedWords(goal, ["from page"], 20)).toEqual([
      "blue sky",
      "10/11/2016",
      "7:55 PM",
      "3",
      "Mary Ann Smith",
      "Mary",
      "Ann",
      "Smith",
      "times",
      "quickly",
      "Ada",
      "from page",
    ]);
  });

  it("is at most so many, and nothing twice", () => {
    expect(typedWords('"a" "a" "b" "c"', ["b", "d"], 3)).toEqual(["a", "b", "c"]);
  });
});
