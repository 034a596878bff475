/**
 * What can be seen of a page and done on it, in document order. Its text is sent to the browser, after that of
 * `describers`; it imports nothing.
 *
 * @param {ReturnType<import("./describe.mjs").describers>} words
 * @param {{ hidden: string, told: string }} page Selectors of what does not belong to the task, and of what is told elsewhere
 */
export function observe(words, { hidden, told }) {
  const MADE_FOR_IT = "a[href],button,input,select,textarea,summary,[contenteditable=''],[contenteditable=true],[onclick]";
  const ROLES = /^(button|link|checkbox|radio|switch|tab|menuitem\w*|option|treeitem|slider|spinbutton|combobox|gridcell)$/;
  const PLACES = /^(dialog|alertdialog|menu|menubar|tablist|tabpanel|tree|grid|table|toolbar|group|region|presentation|none)$/;
  const SILENT = new Set(["script", "style", "noscript", "template", "defs", "head", "option", "title", "desc"]);
  /** Longest text that is taken for the name of the control that it stands beside, and how near, in pixels. */
  const BESIDE = 40;
  const NEAR = 30;
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const { tidy, isShape, isTyped, isLong, nameOf, roleOf, statesOf, shape } = words;
  const { hearsPresses, hearsHovers, pointOf } = window.mnemaPage;
  const origin = document.querySelector("#wrap")?.getBoundingClientRect() ?? { left: 0, top: 0 };

  const overlap = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const around = (one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  });
  const gap = (one, other) => {
    const part = overlap(one, other);
    return Math.hypot(Math.max(0, part.left - part.right), Math.max(0, part.top - part.bottom));
  };
  const area = ({ left, top, right, bottom }) => (right - left < 1 || bottom - top < 1 ? 0 : (right - left) * (bottom - top));
  /** The largest part of boxes that lies within the clip; null when none can be seen. */
  const visible = (boxes, clip) =>
    boxes.map((box) => overlap(box, clip)).reduce((best, part) => (area(part) > (best === null ? 0 : area(best)) ? part : best), null);

  /** Elements that a listener of jQuery's further up answers for. */
  const answered = new WeakSet();
  const jq = window.jQuery;
  const heardBy = jq?.["_data"];
  if (heardBy !== undefined)
    for (const owner of document.querySelectorAll("*"))
      for (const type of ["click", "mousedown", "mouseup"])
        for (const { selector } of heardBy(owner, "events")?.[type] ?? [])
          if (selector) for (const element of jq(owner).find(selector)) answered.add(element);

  const isOff = (element) => element.disabled === true || element.getAttribute("aria-disabled") === "true";
  const hears = (element) =>
    hearsPresses(element) ||
    element.onclick !== null ||
    element.onmousedown !== null ||
    element.onmouseup !== null ||
    answered.has(element);
  /** Whether a label stands for a control that cannot be seen itself. */
  const standsFor = ({ control }) => control !== null && control.getClientRects().length === 0 && /^(checkbox|radio)$/.test(control.type);
  const pointerBegins = (element, style) =>
    style.cursor === "pointer" && element.parentElement !== null && getComputedStyle(element.parentElement).cursor !== "pointer";
  /** `"sure"` for what is made to be acted on, `"heard"` for what only listens, null for what cannot be acted on. */
  const actable = (element, style) => {
    const role = element.getAttribute("role") ?? "";
    if (isOff(element) || element === document.body || element === document.documentElement) return null;
    if (element.localName === "label") return standsFor(element) ? "sure" : element.control === null && hears(element) ? "heard" : null;
    if (isTyped(element) || element.matches(MADE_FOR_IT) || ROLES.test(role)) return "sure";
    if (PLACES.test(role)) return null;
    if (hears(element) || pointerBegins(element, style)) return "heard";
    if (element.tabIndex >= 0 && element.hasAttribute("tabindex")) return "heard";
    if (!isShape(element) || element.localName === "line") return null;
    // A drawing that listens hears where in it one presses.
    return hearsHovers(element) || (element.ownerSVGElement !== null && hears(element.ownerSVGElement)) ? "heard" : null;
  };

  /** Walks the page once. `idle` are elements that only pass presses on. */
  const look = (idle) => {
    const seen = [];
    let line = "";
    let box = null;
    let end = null;
    const flush = () => {
      const text = tidy(line).replace(/^[|\s]+|[|\s]+$/g, "");
      if (text !== "") seen.push({ kind: "text", text, box });
      line = "";
      box = null;
      end = null;
    };
    const put = (entry) => {
      flush();
      seen.push(entry);
    };
    /** Words that stand apart are told apart. */
    const say = (node, clip) => {
      if (node.data.trim() === "") return void (line += " ");
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => visible([box], clip) !== null);
      if (boxes.length === 0) return;
      // Letters that are drawn one by one are a word all the same.
      const isApart = end !== null && (Math.abs(boxes[0].left - end.right) > 2 || Math.abs(boxes[0].top - end.top) > end.height / 2);
      if (isApart && (tidy(node.data).length > 1 || !/(^|\s)\S$|^\S+$/.test(line))) line += " ";
      line += node.data;
      end = boxes.at(-1);
      box = boxes.reduce((all, part) => (all === null ? part : around(all, part)), box);
    };
    const walk = (node, clips, quiet) => {
      if (node.nodeType === Node.TEXT_NODE) return quiet ? undefined : say(node, clips.flow);
      if (node.nodeType !== Node.ELEMENT_NODE || SILENT.has(node.localName)) return;
      const element = node;
      if ((hidden !== "" && element.matches(hidden)) || (told !== "" && element.matches(told))) return;
      const style = getComputedStyle(element);
      if (style.display === "none") return;
      if (element.localName === "br") return flush();
      const isCell = style.display === "table-cell";
      const isBlock = !isCell && !/^(inline|contents|ruby)/.test(style.display) && !(element instanceof SVGElement);
      if (isCell) line += " | ";
      if (isBlock) flush();

      const clip = style.position === "fixed" ? view : style.position === "absolute" ? clips.placed : clips.flow;
      const isDrawn = style.visibility === "visible" && (Number(style.opacity) > 0 || isTyped(element));
      const box = isDrawn ? visible([...element.getClientRects()], clip) : null;
      const acted = box === null || idle.has(element) ? null : actable(element, style);
      const point = acted === null ? null : pointOf(element, box);
      const how = point === null && !isTyped(element) ? null : acted;
      let isQuiet = quiet;
      if (how !== null) {
        put({ kind: "element", element, box, how, style, point });
        isQuiet ||= how === "sure" || !isLong(element); // What is said inside is its name.
      } else if (box !== null && !isQuiet) {
        if (isShape(element))
          put({ kind: "text", text: `${element.localName} ${shape(element, style)} (${drawnStates(element, box, style).join("; ")})` });
        else if (element instanceof HTMLImageElement) line += ` ${tidy(element.alt)} `;
        else if (isOff(element)) put({ kind: "text", text: outOfUse(element, style, "disabled") });
        else if (acted === "sure") put({ kind: "text", text: outOfUse(element, style, "covered") });
        isQuiet ||= isOff(element) || acted === "sure" || element.localName === "text";
      }
      // A label's text is the name of its control.
      isQuiet ||= element.localName === "label" && (element.control?.getClientRects().length ?? 0) > 0;

      const isClipping = style.overflowX !== "visible" && !(element instanceof SVGElement) && element !== document.body;
      const inner = isClipping ? overlap(clip, element.getBoundingClientRect()) : clip;
      const isPlace = style.position !== "static" || style.transform !== "none";
      const isControl = element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
      if (!isControl)
        for (const child of (element.shadowRoot ?? element).childNodes)
          walk(child, { flow: inner, placed: isPlace ? inner : clips.placed }, isQuiet);
      if (isBlock) flush();
    };
    walk(document.body, { flow: view, placed: view }, false);
    flush();
    return seen;
  };
  const place = ({ left, right, top, bottom }) =>
    `at ${Math.round((left + right) / 2 - origin.left)}, ${Math.round((top + bottom) / 2 - origin.top)}`;
  const drawnStates = (element, box, style) => [place(box), ...(element.localName === "text" ? [style.fontSize] : [])];
  const outOfUse = (element, style, why) =>
    `${roleOf(element)} ${JSON.stringify(nameOf(element, style))} (${[why, ...statesOf(element)].join("; ")})`;

  /** Elements that only pass presses on: places for others, and such as say what the one that they hold or lie in says. */
  const passing = (found) => {
    const called = new Map(found.map(({ element, style }) => [element, nameOf(element, style)]));
    const isPassing = ({ element, how, box }) => {
      const within = found.filter((other) => other.element !== element && element.contains(other.element));
      const isTwin = (other) => called.get(other.element) === called.get(element);
      // Of two that are one, the control itself is meant, but not a link that only fills the other.
      if (how === "sure" && element.localName === "a")
        return found.some((other) => other.how === "sure" && other.element !== element && other.element.contains(element) && isTwin(other));
      if (how === "sure") return within.some((other) => other.how === "sure" && other.element.localName !== "a" && isTwin(other));
      if (within.length === 0) return false;
      const said = within.reduce((sum, other) => sum + tidy(other.element.innerText ?? "").length, 0);
      const isSaidWithin = said > 0.8 * tidy(element.innerText ?? "").length && said > 0;
      return (
        (within.length === 1 && isTwin(within[0])) ||
        (within.length > 1 && isSaidWithin) ||
        within.length > 3 ||
        area(box) > 0.5 * area(view)
      );
    };
    return new Set(found.filter(isPassing).map(({ element }) => element));
  };

  const idle = passing(look(new Set()).filter(({ kind }) => kind === "element"));
  const seen = look(idle);
  const elements = [];
  const entries = seen.map((one, index) => {
    if (one.kind === "text") return { kind: "text", text: one.text };
    const { element, box, style, point } = one;
    elements.push(element);
    const beside = [seen[index - 1], seen[index + 1]]
      .filter((other) => other?.kind === "text" && other.box && other.text.length <= BESIDE && gap(other.box, box) <= NEAR)
      .sort((one, other) => gap(one.box, box) - gap(other.box, box))[0]?.text;
    const isControl = isTyped(element) || element instanceof HTMLSelectElement;
    const isWordless = isShape(element) || (!isControl && tidy(element.innerText ?? "") === "" && element.localName !== "input");
    return {
      kind: "element",
      role: roleOf(element),
      name: nameOf(element, style) || (isControl ? (beside ?? "") : ""),
      states: [...statesOf(element), ...(isWordless ? drawnStates(element, box, style) : [])],
      isTyped: isTyped(element) && element.readOnly !== true,
      options:
        element instanceof HTMLSelectElement ? [...element.options].filter((one) => !one.disabled).map((one) => tidy(one.label)) : [],
      point,
      box: { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top },
    };
  });
  window.mnemaPage.elements = elements;
  const [down, up] = [1, -1].map(window.mnemaPage.canScroll);
  return { title: tidy(document.title), address: location.href, entries, down, up, depth: window.navigation?.currentEntry?.index ?? 0 };
}
