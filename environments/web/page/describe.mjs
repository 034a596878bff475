/** What an element is and what it is called, in words. Its text is sent to the browser; it imports nothing. */
export function describers() {
  const NAME = 100;
  const LONG = 80;
  const HELD = 2_000;
  const SHAPES = new Set(["circle", "ellipse", "rect", "polygon", "polyline", "path", "line", "image", "text", "tspan", "use"]);
  const TYPED = new Set([
    "text",
    "search",
    "email",
    "url",
    "tel",
    "password",
    "number",
    "date",
    "time",
    "month",
    "week",
    "datetime-local",
    "",
  ]);
  const BUTTONS = new Set(["button", "submit", "reset", "image"]);
  const COLOURS = new Map(
    Object.entries({
      black: "0,0,0", white: "255,255,255", red: "255,0,0", lime: "0,255,0", green: "0,128,0", blue: "0,0,255", yellow: "255,255,0",
      cyan: "0,255,255", magenta: "255,0,255", gray: "128,128,128", silver: "192,192,192", maroon: "128,0,0", olive: "128,128,0",
      purple: "128,0,128", teal: "0,128,128", navy: "0,0,128", orange: "255,165,0", pink: "255,192,203", gold: "255,215,0",
      brown: "165,42,42", violet: "238,130,238", indigo: "75,0,130",
    }).map(([name, parts]) => [parts, name]),
  ); // prettier-ignore

  const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const cut = (text, length = NAME) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
  const isShape = (element) => element instanceof SVGElement && SHAPES.has(element.localName);
  const isTyped = (element) =>
    (element instanceof HTMLInputElement && TYPED.has(element.type)) ||
    element instanceof HTMLTextAreaElement ||
    (element.isContentEditable === true && element.parentElement?.isContentEditable !== true);

  /** `"red"`, else `"#ab2567"`; empty for what cannot be seen. */
  const colour = (css) => {
    const [red, green, blue, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    if (!css.startsWith("rgb") || blue === undefined || alpha === 0) return "";
    const hex = [red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
    return COLOURS.get(`${red},${green},${blue}`) ?? `#${hex}`;
  };

  const size = (box) => `${Math.round(box.width)}×${Math.round(box.height)}`;

  const shape = (element, style) => {
    const painted = colour(style.fill) || colour(style.stroke);
    const box = element.getBoundingClientRect();
    if (element.localName === "text" || element.localName === "tspan") return tidy(`${painted} ${tidy(element.textContent)}`);
    const corners = element.localName === "polygon" ? `${(element.points ?? []).length}-cornered` : "";
    return tidy(`${painted} ${corners} ${size(box)}`);
  };

  const labelled = (element) =>
    tidy(
      (element.getAttribute("aria-labelledby") ?? "")
        .split(/\s+/)
        .filter((id) => id !== "")
        .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? "")
        .join(" "),
    );
  const ownLabels = (element) => tidy([...(element.labels ?? [])].map((label) => label.innerText).join(" "));
  const pictured = (element) => tidy([...element.querySelectorAll("img[alt]")].map((image) => image.alt).join(" "));
  /** Classes that say how something is at the moment or how it is drawn, not what it is. */
  const PASSING =
    /(^|[-_])(state|active|hover|focus|focused|selected|clicked|open|opened|close|closed|expanded|collapsed|checked|disabled|enabled|pressed|corner|corners|default|widget|all|first|last)([-_]|$)/;
  /** Words of an element's classes, else its id, with the colour it is filled with: the last thing to call it by. */
  const inside = (element, style) => {
    const classes = (element.getAttribute("class") ?? "").split(/\s+/).filter((name) => name !== "" && !PASSING.test(name));
    const words = (classes.length > 0 ? classes.join(" ") : element.id).replace(/[-_]+/g, " ");
    return tidy(`${words} ${colour(style.backgroundColor)}`);
  };

  /** Holds more text than a name should: the text is told line by line. */
  const isLong = (element) => tidy(element.innerText ?? "").length > LONG;

  /** What an element is called: what assistive technology would say, else what it looks like, else its classes. */
  const nameOf = (element, style) => {
    if (isShape(element)) return cut(shape(element, style));
    const said = tidy(element.getAttribute("aria-label")) || labelled(element) || ownLabels(element);
    const given = () => tidy(element.getAttribute("title")) || tidy(element.getAttribute("placeholder"));
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
      return cut(said || (BUTTONS.has(element.type) ? tidy(element.value) || tidy(element.alt) : "") || given());
    if (isTyped(element)) return cut(said || given());
    if (element instanceof HTMLCanvasElement) return cut(said || size(element.getBoundingClientRect()));
    const text = tidy(element.innerText ?? element.textContent);
    const named = said || (isLong(element) ? "" : text) || pictured(element) || tidy(element.alt) || given() || inside(element, style);
    return cut(named || text);
  };

  /** What an element is, in a word. */
  const roleOf = (element) => {
    const role = element.getAttribute("role");
    if (element instanceof HTMLInputElement) {
      if (BUTTONS.has(element.type)) return "button";
      return TYPED.has(element.type) ? "textbox" : element.type === "range" ? "slider" : element.type;
    }
    if (element instanceof HTMLTextAreaElement) return "textarea";
    if (isTyped(element)) return "textbox";
    if (element instanceof HTMLSelectElement) return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (role !== null && !["presentation", "none", "generic", ""].includes(role)) return role;
    if (element instanceof HTMLAnchorElement) return "link";
    if (element instanceof HTMLButtonElement) return "button";
    if (isShape(element) || ["canvas", "svg", "summary", "label", "img"].includes(element.localName)) return element.localName;
    return "item";
  };

  /** What changes about an element while it stays what it is. */
  const statesOf = (element) => {
    const states = [];
    const aria = (name) => element.getAttribute(`aria-${name}`) === "true";
    if (isTyped(element)) {
      const held = element.value ?? element.innerText;
      if (held === "") states.push("empty");
      else states.push(element.type === "password" ? `holds ${held.length} characters` : `holds ${JSON.stringify(cut(held, HELD))}`);
    } else if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"))
      states.push(element.checked ? "checked" : "unchecked");
    else if (element instanceof HTMLInputElement && element.type === "range")
      states.push(`at ${element.value} of ${element.min || 0} to ${element.max || 100}`);
    else if (element instanceof HTMLSelectElement) {
      const chosen = [...element.selectedOptions].map((option) => JSON.stringify(tidy(option.label)));
      states.push(chosen.length === 0 ? "nothing chosen" : `chosen ${chosen.join(", ")}`);
    }
    if (aria("checked")) states.push("checked");
    if (aria("selected")) states.push("selected");
    if (aria("pressed")) states.push("pressed");
    if (element.hasAttribute("aria-expanded")) states.push(aria("expanded") ? "open" : "closed");
    if (element.readOnly === true) states.push("read-only");
    if (element.ownerDocument.activeElement === element && isTyped(element)) states.push("focused");
    return states;
  };

  return { tidy, isShape, isTyped, isLong, nameOf, roleOf, statesOf, shape };
}
