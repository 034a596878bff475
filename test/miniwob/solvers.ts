import type { Hand, Seen } from "./hand.js";

type Solver = (hand: Hand) => Promise<void>;

/** Anything but a text box. */
const THING = /^(?!text(box|area)$)/;

const after = (goal: string, pattern: RegExp): string => {
  const found = pattern.exec(goal)?.[1];
  if (found === undefined) throw new Error(`The goal is not as expected: ${goal}`);
  return found.trim();
};
const ordinal = (text: string): number => Number(/(\d+)(?:st|nd|rd|th)/.exec(text)?.[1]) - 1;
const nth = (seen: readonly Seen[], index: number): Seen => {
  const found = seen.at(index);
  if (found === undefined) throw new Error(`There are only ${seen.length}.`);
  return found;
};
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const starts = (text: string): RegExp => new RegExp(`^${escaped(text)}`);
const pixels = ({ states }: Seen): [number, number] => {
  const [, x, y] = /at (-?\d+), (-?\d+)/.exec(states) ?? [];
  return [Number(x), Number(y)];
};

const clickQuoted: Solver = (hand) => hand.click(THING, hand.quoted[0]);
const typeQuoted: Solver = async (hand) => {
  await hand.type(hand.quoted[0] ?? "");
  await hand.submit();
};
const checkNamed =
  (named: (goal: string) => string[]): Solver =>
  async (hand) => {
    for (const name of named(hand.goal)) await hand.click(/checkbox|radio/, name);
    await hand.submit();
  };
const list = (goal: string): string[] =>
  after(goal, /^Select (.*?)(?: from the scroll list)? and click Submit/)
    .split(", ")
    .filter((name) => name !== "nothing");

/** Goes through what opens something until a thing of a name is there. */
const openUntil =
  (opens: (hand: Hand) => Seen[], wanted: (hand: Hand) => string): Solver =>
  async (hand) => {
    for (let index = 0; !hand.isDone(); index += 1) {
      if (hand.has(THING, wanted(hand))) return hand.click(THING, wanted(hand));
      await hand.press(nth(opens(hand), index));
    }
  };

const MONTHS = "January February March April May June July August September October November December".split(" ");
const pickDate = async (hand: Hand, month: number, day: number): Promise<void> => {
  const shown = (): number => MONTHS.findIndex((name) => hand.texts().some((text) => text.startsWith(name)));
  while (shown() !== month) await hand.click(THING, shown() > month ? "Prev" : "Next");
  await hand.click(THING, String(day));
};
const chooseDate: Solver = async (hand) => {
  const [month, day] = after(hand.goal, /(\d+\/\d+)\/\d+/)
    .split("/")
    .map(Number) as [number, number];
  await hand.click("textbox");
  await pickDate(hand, month - 1, day);
  await hand.submit();
};

const hours = (text: string): number => Number(/(\d+)h/.exec(text)?.[1]) * 60 + Number(/(\d+)m/.exec(text)?.[1]);
const bestOf = (seen: readonly Seen[], goal: string): Seen => {
  const price = ({ name }: Seen): number => Number(/\$(\d+)/.exec(name)?.[1]);
  const took = ({ before }: Seen): number => hours(before.findLast((line) => /\d+h \d+m/.test(line)) ?? "");
  const cost = /cheap/.test(goal) ? price : took;
  const sign = /expensive|longest/.test(goal) ? -1 : 1;
  const by = /expensive/.test(goal) ? price : cost;
  return nth(
    [...seen].sort((one, other) => sign * (by(one) - by(other))),
    0,
  );
};
const bookFlight: Solver = async (hand) => {
  const [from, to] = [after(hand.goal, /from: (.*) to:/), after(hand.goal, /to: (.*) on /)];
  for (const [box, place] of [from, to].entries()) {
    await hand.type(place.replace(/[()]/g, "").slice(0, 12), nth(hand.all("textbox"), box));
    await hand.press(hand.all("item").find(({ name }) => name.includes(place)) ?? hand.one("item"));
  }
  const [month, day] = after(hand.goal, /on (\d+\/\d+)\/\d+/)
    .split("/")
    .map(Number) as [number, number];
  await hand.press(nth(hand.all("textbox"), 2));
  await pickDate(hand, month - 1, day);
  await hand.submit();
  const offers: { text: string; better: number }[] = [];
  const score = (seen: Seen): number => {
    const price = Number(/\$(\d+)/.exec(seen.name)?.[1]);
    return /cheapest/.test(hand.goal) ? price : hours(seen.before.findLast((line) => /\d+h \d+m/.test(line)) ?? "");
  };
  const look = (): void => {
    for (const seen of hand.all("button").filter(({ name }) => name.startsWith("Book")))
      offers.push({ text: seen.name, better: score(seen) });
  };
  look();
  while (
    await hand.do("scroll down").then(
      () => true,
      () => false,
    )
  )
    look();
  const wanted = offers.sort((one, other) => one.better - other.better)[0]?.text ?? "";
  while (!hand.has("button", wanted)) await hand.do("scroll up");
  await hand.click("button", wanted);
};

/** The inbox: the row of a sender, scrolled to. */
const rowOf = async (hand: Hand, sender: string): Promise<Seen> => {
  while (!hand.has("item", starts(`${sender} `))) await hand.do("scroll down");
  return hand.one("item", starts(`${sender} `));
};
const iconOf = async (hand: Hand, sender: string, icon: string): Promise<void> => {
  const row = await rowOf(hand, sender);
  const next = hand.all("item").find(({ number, name }) => number > row.number && name === icon);
  if (next !== undefined && next.number <= row.number + 2) return hand.press(next);
  await hand.press(row);
  await hand.click("item", icon);
};
const email: Solver = async (hand) => {
  const sender = after(hand.goal, /email by (\S+)/);
  if (/trash/.test(hand.goal)) return iconOf(hand, sender, "trash");
  if (/star/.test(hand.goal)) return iconOf(hand, sender, "star");
  await hand.press(await rowOf(hand, sender));
  while (!hand.has("item", /Forward/)) await hand.do("scroll down");
  if (/forward/.test(hand.goal)) {
    await hand.click("item", "Forward");
    await hand.type(after(hand.goal, / to (\S+?)\.$/), hand.one("textbox"));
    return hand.click(THING, /send/);
  }
  await hand.click("item", "Reply");
  await hand.type(hand.quoted[0] ?? "", hand.one("textarea"));
  return hand.click(THING, /send/);
};
/** Names in the goal that are senders in the inbox: who is written about comes first or is told by "from", "'s", "by". */
const emailInWords: Solver = async (hand) => {
  const words = [...hand.goal.matchAll(/\b(\p{Lu}[\p{L}-]+)\b/gu)].map(([, name = ""]) => name);
  const told = /(?:from|by|of) (\p{Lu}[\p{L}-]+)|(\p{Lu}[\p{L}-]+)(?:'s|’s| sent| wrote)/u.exec(hand.goal);
  let sender: string | undefined;
  const seek = (): string | undefined => [told?.[1] ?? told?.[2] ?? "", ...words].find((word) => hand.has("item", starts(`${word} `)));
  for (sender = seek(); sender === undefined; sender = seek()) await hand.do("scroll down");
  if (/delete|trash|bin|erase|remove|get rid/i.test(hand.goal)) return iconOf(hand, sender, "trash");
  if (/star|important|mark/i.test(hand.goal)) return iconOf(hand, sender, "star");
  await hand.press(await rowOf(hand, sender));
  if (hand.quoted.length > 0) {
    await hand.click("item", "Reply");
    await hand.type(hand.quoted[0] ?? "", hand.one("textarea"));
  } else {
    await hand.click("item", "Forward");
    await hand.type(words.filter((word) => word !== sender).at(-1) ?? "", hand.one("textbox"));
  }
  return hand.click(THING, /send/);
};

const media =
  (count: (goal: string) => number, isSubmitted: boolean): Solver =>
  async (hand) => {
    const user = after(hand.goal, /(@\w+)/);
    const button = (hand.quoted[0] ?? "").toLowerCase();
    let left = count(hand.goal);
    const isOf = ({ before }: Seen): boolean => before.findLast((line) => line.includes("@"))?.includes(user) === true;
    const pressed = new Set<string>();
    const key = (seen: Seen): string =>
      seen.before
        .slice(-20)
        .filter((line) => line.startsWith("- "))
        .slice(-2)
        .join();
    for (let scrolls = 0; left > 0 && !hand.isDone();) {
      const target = hand.all("item").find((seen) => seen.name === button && isOf(seen) && !pressed.has(key(seen)));
      if (target !== undefined) {
        pressed.add(key(target));
        left -= 1;
        await hand.press(target);
      } else if (scrolls < 5) {
        scrolls += 1;
        const moved = await hand.do("scroll down").then(
          () => true,
          () => false,
        );
        if (!moved) break;
      } else break;
    }
    if (!isSubmitted || hand.isDone()) return;
    while (!hand.has("button", "Submit")) await hand.do("scroll down");
    await hand.submit();
  };
const socialMedia: Solver = async (hand) => {
  const [user, label] = [after(hand.goal, /(@\w+)/), hand.quoted[0] ?? ""];
  const isOf = ({ before }: Seen): boolean => before.findLast((line) => line.includes("@"))?.includes(user) === true;
  const button = label.toLowerCase();
  for (;;) {
    const own = hand.all("item").filter(isOf);
    const direct = own.find(({ name }) => name.toLowerCase() === button);
    if (direct !== undefined) return hand.press(direct);
    const more = own.find(({ name }) => name === "more");
    if (more !== undefined) {
      await hand.press(more);
      if (hand.has(THING, starts(label))) return hand.click(THING, starts(label));
    }
    await hand.do("scroll down");
  }
};

const findShape: Solver = async (hand) => {
  const words = after(hand.goal, /^Click on an? (.*)$/i).split(" ");
  await hand.press(
    nth(
      hand.all().filter((seen) => isLike(seen, words)),
      0,
    ),
  );
};
/** Whether a drawn thing is what words say: size, colour, kind. */
function isLike({ role, name, states }: Pick<Seen, "role" | "name"> & Partial<Seen>, words: readonly string[]): boolean {
  const text = role === "text" ? (name.split(" ").at(-1) ?? "") : "";
  const width = Number((/(\d+)×/.exec(name) ?? /([\d.]+)px/.exec(states ?? ""))?.[1]);
  return words.every((word) => {
    const bare = word.replace(/s$/, "");
    if (["large", "small"].includes(word)) return word === "large" ? width > 14 : width <= 14;
    if (["rectangle", "triangle", "circle"].includes(bare))
      return { rectangle: "rect", triangle: "polygon", circle: "circle" }[bare] === role;
    if (["letter", "digit", "number"].includes(bare)) return role === "text" && (bare === "letter" ? /^[A-Za-z]$/ : /^\d$/).test(text);
    if (["shape", "item"].includes(bare)) return bare === "item" || role !== "text";
    if (word.length === 1) return text === word;
    return name.split(" ")[0] === word;
  });
}

const HUES: Readonly<Record<string, (red: number, green: number, blue: number) => boolean>> = {
  red: (red, green, blue) => red > green && red > blue,
  green: (red, green, blue) => green > red && green > blue,
  blue: (red, green, blue) => blue > red && blue > green,
};

const arithmetic: Solver = async (hand) => {
  const [, left, sign, right] = /(-?\d+) ([-+x*/]) (-?\d+) =/.exec(hand.texts().join(" ")) ?? [];
  const [one, other] = [Number(left), Number(right)];
  const value = sign === "+" ? one + other : sign === "-" ? one - other : one * other;
  await hand.type(String(value));
  await hand.submit();
};
const algebra: Solver = async (hand) => {
  const [equation = ""] = hand.texts();
  const [, left = "", right = ""] = /^(.*) = (.*)$/.exec(equation) ?? [];
  const value = (side: string, x: number): number => {
    const [first = "0", sign = "+", second = "0"] = side.split(" ");
    const part = (text: string): number => (text === "x" ? x : Number(text));
    return sign === "-" ? part(first) - part(second) : part(first) + part(second);
  };
  const solution = Array.from({ length: 801 }, (_, index) => index - 400).find((x) => value(left, x) === value(right, x));
  await hand.type(String(solution));
  await hand.submit();
};

/** One per kind; each reaches what the page asks for on any seed that asks what it reads. */
export const SOLVERS: Readonly<Record<string, Solver>> = {
  "ascending-numbers": async (hand) => {
    // Their numbers are hidden after the first.
    const value = ({ name }: Seen): number => Number(name.split(" ").at(-1));
    const far = (one: Seen, other: Seen): number => Math.hypot(pixels(one)[0] - pixels(other)[0], pixels(one)[1] - pixels(other)[1]);
    for (const wanted of hand.all("text").sort((one, other) => value(one) - value(other)))
      await hand.press(
        nth(
          hand.all(/^(text|rect)$/).sort((one, other) => far(one, wanted) - far(other, wanted)),
          0,
        ),
      );
  },
  "book-flight": bookFlight,
  "book-flight-nodelay": bookFlight,
  "button-delay": async (hand) => {
    await hand.click("button", "ONE");
    for (let waited = 1; waited < Number(after(hand.goal, /wait (\d)/)); waited += 1) await hand.do("wait");
    await hand.click("button", "TWO");
  },
  "buy-ticket": (hand) => hand.press(bestOf(hand.all("button"), hand.goal)),
  "choose-date": chooseDate,
  "choose-date-easy": chooseDate,
  "choose-date-medium": chooseDate,
  "choose-date-nodelay": chooseDate,
  "choose-list": async (hand) => {
    await hand.do(`select [${hand.one("combobox").number}] ${JSON.stringify(after(hand.goal, /^Select (.*) from the list/))}`);
    await hand.submit();
  },
  "click-button": (hand) => hand.click("button", new RegExp(`^${escaped(hand.quoted[0] ?? "")}$`)),
  "click-button-sequence": async (hand) => {
    await hand.click("button", "ONE");
    await hand.click("button", "TWO");
  },
  "click-checkboxes": checkNamed(list),
  "click-checkboxes-large": checkNamed(list),
  "click-checkboxes-transfer": checkNamed(list),
  "click-collapsible": async (hand) => {
    await hand.click("tab");
    await hand.submit();
  },
  "click-collapsible-2": openUntil(
    (hand) => hand.all("tab"),
    (hand) => hand.quoted[0] ?? "",
  ),
  "click-collapsible-2-nodelay": openUntil(
    (hand) => hand.all("tab"),
    (hand) => hand.quoted[0] ?? "",
  ),
  "click-collapsible-nodelay": async (hand) => {
    await hand.click("tab");
    await hand.submit();
  },
  "click-color": (hand) => hand.click("item", new RegExp(`${after(hand.goal, /Click on the (\S+) colored/)}$`)),
  "click-dialog": (hand) => hand.click("button", "Close"),
  "click-dialog-2": (hand) => hand.click("button", hand.quoted[0] === "x" ? "Close" : hand.quoted[0]),
  "click-link": clickQuoted,
  "click-menu": async (hand) => {
    for (const name of after(hand.goal, /^Select (.*)$/).split(">")) await hand.click("menuitem", name);
  },
  "click-menu-2": async (hand) => {
    await hand.click("button", "Menu");
    const wanted = hand.quoted[1] ?? hand.quoted[0] ?? "";
    if (hand.has("menuitem", wanted)) return hand.click("menuitem", wanted);
    for (const { name } of hand.all("menuitem")) {
      await hand.click("menuitem", name);
      if (hand.isDone()) return;
      if (hand.has("menuitem", wanted)) return hand.click("menuitem", wanted);
    }
  },
  "click-option": checkNamed(list),
  "click-pie-nodelay": clickPie,
  "click-pie": clickPie,
  "click-scroll-list": async (hand) => {
    for (const name of list(hand.goal)) await hand.do(`select [${hand.one("listbox").number}] ${JSON.stringify(name)}`);
    await hand.submit();
  },
  "click-shades": async (hand) => {
    const is = HUES[after(hand.goal, /shades of (\w+)/)];
    const shades = hand.all("item").filter(({ name }) => {
      const parts = (name.split("#").at(-1) ?? "").match(/../g) ?? [];
      const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
      return is?.(red, green, blue) === true;
    });
    for (const shade of shades) await hand.press(shade);
    await hand.submit();
  },
  "click-shape": findShape,
  "click-tab": (hand) => hand.click("tab", after(hand.goal, /Click on (.*)\.$/)),
  "click-tab-2": openUntil(
    (hand) => hand.all("tab"),
    (hand) => hand.quoted[0] ?? "",
  ),
  "click-tab-2-easy": openUntil(
    (hand) => hand.all("tab"),
    (hand) => hand.quoted[0] ?? "",
  ),
  "click-tab-2-hard": openUntil(
    (hand) => hand.all("tab"),
    (hand) => hand.quoted[0] ?? "",
  ),
  "click-tab-2-medium": openUntil(
    (hand) => hand.all("tab"),
    (hand) => hand.quoted[0] ?? "",
  ),
  "click-test": (hand) => hand.click("button"),
  "click-test-2": (hand) => hand.click("button", "ONE"),
  "click-test-transfer": (hand) => hand.click("button", "ONE"),
  "click-widget": (hand) => hand.click({ text: "textbox" }[hand.quoted[0] ?? ""] ?? hand.quoted[0] ?? ""),
  "copy-paste": async (hand) => {
    const held = /holds ("(?:[^"\\]|\\.)*")/.exec(hand.one("textarea").states)?.[1] ?? '""';
    await hand.type(JSON.parse(held) as string, hand.one("textbox"));
    await hand.submit();
  },
  "copy-paste-2": async (hand) => {
    const held = /holds ("(?:[^"\\]|\\.)*")/.exec(nth(hand.all("textarea"), ordinal(hand.goal)).states)?.[1] ?? '""';
    await hand.type(JSON.parse(held) as string, hand.one("textbox"));
    await hand.submit();
  },
  "count-shape": async (hand) => {
    const words = after(hand.goal, /How many (.*) are there/).split(" ");
    const count = hand.all().filter((seen) => seen.role !== "button" && isLike(seen, words)).length;
    await hand.click("button", String(count));
  },
  "email-inbox": email,
  "email-inbox-delete": email,
  "email-inbox-forward": email,
  "email-inbox-forward-nl": emailInWords,
  "email-inbox-forward-nl-turk": emailInWords,
  "email-inbox-important": email,
  "email-inbox-nl-turk": emailInWords,
  "email-inbox-noscroll": email,
  "email-inbox-reply": email,
  "email-inbox-star-reply": email,
  "enter-date": async (hand) => {
    await hand.type(after(hand.goal, /(\d+\/\d+\/\d+)/));
    await hand.submit();
  },
  "enter-password": async (hand) => {
    for (const box of [0, 1]) await hand.type(hand.quoted[0] ?? "", nth(hand.all("textbox"), box));
    await hand.submit();
  },
  "enter-text": typeQuoted,
  "enter-text-2": async (hand) => {
    const text = hand.quoted[0] ?? "";
    await hand.type(/upper/.test(hand.goal) ? text.toUpperCase() : text.toLowerCase());
    await hand.submit();
  },
  "enter-text-dynamic": typeQuoted,
  "enter-time": async (hand) => {
    await hand.type(after(hand.goal, /(\d+:\d+ [AP]M)/));
    await hand.submit();
  },
  "find-greatest": async (hand) => {
    const seen = hand.all("item");
    await hand.press(
      nth(
        seen.sort((one, other) => Number(other.name) - Number(one.name)),
        0,
      ),
    );
    await hand.submit();
  },
  "find-word": async (hand) => {
    const words = hand.texts().join(" ").split(/\s+/);
    await hand.type((words[ordinal(hand.goal)] ?? "").replace(/[.,]/g, ""));
    await hand.submit();
  },
  "focus-text": (hand) => hand.click("textbox"),
  "focus-text-2": (hand) => hand.press(nth(hand.all("textbox"), ordinal(hand.goal))),
  "form-sequence-2": async (hand) => {
    const [first = "", second = ""] = hand.goal.split(" and ");
    await hand.press(nth(hand.all("radio"), ordinal(first)));
    await hand.type(hand.quoted[0] ?? "", nth(hand.all("textbox"), ordinal(second)));
    await hand.submit();
  },
  "form-sequence-3": async (hand) => {
    await hand.click("item");
    const size = after(hand.goal, /Choose (.*) from/);
    while (!hand.has("item", size)) await hand.do("scroll down");
    await hand.click("item", size);
    await hand.click("button", hand.quoted[0]);
  },
  "generate-number": async (hand) => {
    const [, limit] = /(?:than) (-?\d+)/.exec(hand.goal) ?? [];
    const fits = (value: number): boolean => {
      if (/even/.test(hand.goal)) return value % 2 === 0;
      if (/odd/.test(hand.goal)) return Math.abs(value % 2) === 1;
      return /greater/.test(hand.goal) ? value > Number(limit) : value < Number(limit);
    };
    for (;;) {
      await hand.click("button", "Generate");
      if (fits(Number(hand.texts().at(-1)))) return hand.submit();
    }
  },
  "grid-coordinate": async (hand) => {
    const [x = 0, y = 0] = after(hand.goal, /\((.*)\)/)
      .split(",")
      .map(Number);
    const wanted = [79 + 30 * x, 129 - 30 * y];
    await hand.press(
      nth(
        hand.all("circle").filter((seen) => pixels(seen).join() === wanted.join()),
        0,
      ),
    );
  },
  "guess-number": async (hand) => {
    for (let [low, high] = [0, 9]; !hand.isDone();) {
      const guess = Math.floor((low + high) / 2);
      await hand.type(String(guess));
      await hand.submit();
      if (hand.texts().some((text) => /higher/.test(text))) low = guess + 1;
      else high = guess - 1;
    }
  },
  "identify-shape": async (hand) => {
    const drawn = hand
      .all()
      .filter(({ role }) => role !== "button")
      .map(({ role, name }) => ({ role, name }));
    const told = hand.texts().map((text) => ({ role: text.split(" ")[0] ?? "", name: text.replace(/^\S+ /, "").replace(/ \(.*\)$/, "") }));
    const [shape] = [...drawn, ...told];
    const kinds = ["Rectangle", "Circle", "Triangle", "Letter", "Number"];
    await hand.click(
      "button",
      kinds.find((kind) => shape !== undefined && isLike(shape, [kind.toLowerCase()])),
    );
  },
  "login-user": async (hand) => {
    for (const box of [0, 1]) await hand.type(hand.quoted[box] ?? "", nth(hand.all("textbox"), box));
    await hand.submit();
  },
  "login-user-popup": async (hand) => {
    for (const box of [0, 1]) {
      while (hand.has("button", /^(cancel|close|no|x)$/i)) await hand.click("button", /^(cancel|close|no|x)$/i);
      await hand.type(hand.quoted[box] ?? "", nth(hand.all("textbox"), box));
    }
    while (hand.has("button", /^(cancel|close|no|x)$/i)) await hand.click("button", /^(cancel|close|no|x)$/i);
    await hand.click(/button|item/, /^(login|submit|ok|go|enter|proceed)$/i);
  },
  "multi-layouts": searchMovies,
  "multi-orderings": searchMovies,
  "navigate-tree": openUntil(
    (hand) => hand.all("item").filter(({ name }) => !/hitarea/.test(name)),
    (hand) => hand.quoted[0] ?? "",
  ),
  "odd-or-even": async (hand) => {
    const rows = hand.all("button").filter(({ name }) => name === "Odd").length;
    for (let row = 0; row < rows; row += 1) {
      const value = Number(hand.texts().filter((text) => /^-?\d+$/.test(text))[row]);
      await hand.press(
        nth(
          hand.all("button").filter(({ name }) => name === (value % 2 === 0 ? "Even" : "Odd")),
          row,
        ),
      );
    }
    await hand.submit();
  },
  "order-food": orderFood,
  "phone-book": async (hand) => {
    const [name, what] = [after(hand.goal, /Find (.*) in the/), after(hand.goal, /their (.*)\.$/)];
    while (hand.texts()[0] !== name) await hand.click("link", ">");
    const link = hand.all("link").find(({ before }) => `- ${what}`.startsWith((before.at(-1) ?? "").toLowerCase().replace(/:$/, "")));
    await hand.press(nth(link === undefined ? [] : [link], 0));
  },
  "read-table": async (hand) => {
    const label = after(hand.goal, /value of (.*) into/);
    await hand.type(
      hand
        .texts()
        .find((text) => text.startsWith(`${label} | `))
        ?.split(" | ")[1] ?? "",
    );
    await hand.submit();
  },
  "read-table-2": async (hand) => {
    for (const box of [0, 1]) {
      const into = nth(hand.all("textbox"), box);
      const label = into.name.replace(/:$/, "");
      await hand.type(
        hand
          .texts()
          .find((text) => text.startsWith(`${label} | `))
          ?.split(" | ")[1] ?? "",
        into,
      );
    }
    await hand.submit();
  },
  "scroll-text": async (hand) => {
    const held = JSON.parse(/holds ("(?:[^"\\]|\\.)*")/.exec(hand.one("textarea").states)?.[1] ?? '""') as string;
    await hand.type(held.trim().split(/\s+/).at(-1)?.replace(/[.,]/g, "") ?? "", hand.one("textbox"));
    await hand.submit();
  },
  "scroll-text-2": async (hand) => {
    const way = /bottom/.test(hand.goal) ? "down" : "up";
    for (;;) {
      const moved = await hand.do(`scroll ${way} [${hand.one("textarea").number}]`).then(
        () => true,
        () => false,
      );
      if (!moved) return hand.submit();
    }
  },
  "search-engine": async (hand) => {
    await hand.type(hand.quoted[0] ?? "");
    await hand.click("button", "Search");
    const index = ordinal(hand.goal);
    const results = (): Seen[] => hand.all(/link|item/).filter(({ name }) => !/^([<>]|[«»‹›]|\d+|first|last|next|previous)$/i.test(name));
    for (let page = 0; page < Math.floor(index / 3); page += 1) await hand.click("link", />$/);
    await hand.press(nth(results(), index % 3));
  },
  "sign-agreement": async (hand) => {
    if (hand.quoted.length === 0) return hand.click("button", "Cancel");
    const open = (): boolean => hand.has("textbox");
    while (!open()) await hand.do("scroll down");
    await hand.type(hand.quoted[0] ?? "", hand.one("textbox"));
    await hand.click("button", hand.quoted[1]);
  },
  "simple-algebra": algebra,
  "simple-arithmetic": arithmetic,
  "social-media": socialMedia,
  "social-media-all": media(() => 99, true),
  "social-media-some": media((goal) => Number(after(goal, /on (\d+) post/)), true),
  "stock-market": async (hand) => {
    const limit = Number(after(hand.goal, /less than \$([\d.]+\d)/));
    const price = (): number => Number(/\$([\d.]+)/.exec(hand.texts().join(" "))?.[1]);
    while (!(price() < limit)) await hand.do("wait");
    await hand.click("button", "Buy");
  },
  terminal: async (hand) => {
    const box = (): Seen => nth(hand.all("textbox"), 0);
    const enter = (text: string): Promise<void> => hand.do(`type [${box().number}] ${JSON.stringify(text)} and press enter`);
    await enter("ls");
    const [, ending = ""] = /extension \.(\w+)/.exec(hand.goal) ?? [];
    const files = hand.texts().join(" ").split("ls ").at(-1)?.split(" ") ?? [];
    await enter(`rm ${files.find((file) => (ending === "" ? /^\w+$/.test(file) && !file.includes("user") : file.endsWith(`.${ending}`)))}`);
  },
  "text-transform": async (hand) => {
    await hand.type(hand.texts()[0] ?? "");
    await hand.submit();
  },
  "unicode-test": (hand) => hand.click("button", new RegExp(`^${escaped(hand.quoted[0] ?? "")}$`)),
  "use-autocomplete": autocomplete,
  "use-autocomplete-nodelay": autocomplete,
  "use-colorwheel": async (hand) => {
    const CODES: Readonly<Record<string, string>> = {
      black: "000000", white: "ffffff", aqua: "00ffff", blue: "0000ff", gray: "808080", green: "008000", lime: "00ff00", maroon: "800000",
      navy: "000080", olive: "808000", purple: "800080", red: "ff0000", silver: "c0c0c0", teal: "008080", yellow: "ffff00", pink: "ffc0cb",
      magenta: "ff00ff", gold: "ffd700", orange: "ffa500",
    }; // prettier-ignore
    await hand.do(`type [1] "${CODES[after(hand.goal, /^Select (\w+)/)]}" and press enter`);
    await hand.submit();
  },
  "use-spinner": async (hand) => {
    const wanted = Number(after(hand.goal, /Select (-?\d+)/));
    for (let value = 0; value !== wanted; value += Math.sign(wanted)) await hand.click("button", wanted > 0 ? /\bup\b/ : /\bdown\b/);
    await hand.submit();
  },
};

async function searchMovies(hand: Hand): Promise<void> {
  const fields = {
    genre: after(hand.goal, /^Search for (.*) movies/),
    director: after(hand.goal, /directed by (\S+)/),
    year: after(hand.goal, /year (\d+)/),
  };
  for (const [field, value] of Object.entries(fields))
    await hand.type(value, hand.one("textbox", new RegExp(field === "year" ? "year|date" : field, "i")));
  await hand.click(THING, /^(submit|search|go!?|ok)$/i);
}

async function autocomplete(hand: Hand): Promise<void> {
  const [start = "", end = ""] = hand.quoted;
  await hand.type(start);
  const fitting = (): Seen | undefined =>
    hand.all(THING).find(({ name, role }) => role !== "button" && name.startsWith(start) && name.endsWith(end));
  for (;;) {
    const item = fitting();
    if (item !== undefined) {
      await hand.press(item);
      return hand.submit();
    }
    await hand.do("scroll down");
  }
}

async function orderFood(hand: Hand): Promise<void> {
  const type = /(?:that are|with|items? of) (?:not )?(\S+?)\.?$/.exec(hand.goal)?.[1] ?? "";
  const one = /^Order one of each item: (.*)$/.exec(hand.goal)?.[1]?.split(", ");
  const wanted = one?.length ?? Number(/\d+/.exec(hand.goal)?.[0]);
  const ordered = new Set<string>();
  const dish = ({ before }: Seen): string[] =>
    before.slice(before.findLastIndex((line) => line.endsWith('"+"')) + 1).filter((line) => line.startsWith("- "));
  for (let scrolls = 0; scrolls < 8 && ordered.size < wanted;) {
    const next = hand.all("item").find((seen) => {
      if (seen.name !== "+") return false;
      const words = dish(seen).join(" ");
      return !ordered.has(words) && (one === undefined ? words.includes(type) : one.some((name) => words.includes(name)));
    });
    if (next === undefined) {
      scrolls += 1;
      await hand.do("scroll down");
    } else {
      ordered.add(dish(next).join(" "));
      await hand.press(next);
    }
  }
  while (!hand.has("button", /Order/)) await hand.do("scroll down");
  await hand.click("button", /Order/);
}

async function clickPie(hand: Hand): Promise<void> {
  await hand.click("text", /\+$/);
  await hand.press(
    nth(
      hand.all("text").filter(({ name }) => name.split(" ").at(-1) === hand.quoted[0]),
      0,
    ),
  );
}
