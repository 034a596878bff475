/**
 * What acting on a page needs from inside it; elements go by the numbers of the last observation. Its text is sent to
 * the browser, it imports nothing.
 */
export function acting() {
  const elementAt = (number) => window.mnemaPage.elements[number - 1];
  const INTO = 5;
  const PARTS = /^(date|time|month|week|datetime-local)$/;

  const parts = Array.from({ length: INTO }, (_, index) => (index + 1) / (INTO + 1)).sort(
    (one, other) => Math.abs(one - 0.5) - Math.abs(other - 0.5),
  );
  /** A point where a press meets the element: the middle of what can be seen of it, else another of a grid; null: it is covered. */
  const pointOf = (element, { left, top, right, bottom }) => {
    for (const across of parts)
      for (const down of parts) {
        const point = { x: left + across * (right - left), y: top + down * (bottom - top) };
        const hit = element.getRootNode().elementFromPoint(point.x, point.y);
        if (hit !== null && (element.contains(hit) || hit.closest("label")?.control === element)) return point;
      }
    return null;
  };

  /** Sets the cursor into a text box, with all that it holds selected: `"full"`; or with nothing in it: `"empty"`, or `"parts"` where one types a
   *  date's or time's parts one after another. */
  const enter = (number) => {
    const element = elementAt(number);
    if (element.isContentEditable) {
      element.focus();
      getSelection().selectAllChildren(element);
      return element.innerText === "" ? "empty" : "full";
    }
    if (!PARTS.test(element.type)) {
      element.focus();
      element.select();
      return element.value === "" ? "empty" : "full";
    }
    // From the first.
    element.blur();
    element.value = "";
    element.focus();
    return "parts";
  };

  /** Chooses an option of a list; takes it back where several may be chosen and it was. False when there is none. */
  const choose = (number, wanted) => {
    const element = elementAt(number);
    const tidy = (text) => text.replace(/\s+/g, " ").trim();
    const option = [...element.options].find(({ label, disabled }) => !disabled && tidy(label) === tidy(wanted));
    if (option === undefined) return false;
    element.focus();
    if (element.multiple) option.selected = !option.selected;
    else element.value = option.value;
    if (!element.multiple) option.selected = true;
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };

  const canScroll = (element, direction) =>
    direction > 0 ? element.scrollTop + element.clientHeight < element.scrollHeight - 1 : element.scrollTop > 0;
  const isScroller = (element) => {
    if (element === document.scrollingElement) return true;
    const style = getComputedStyle(element);
    return /auto|scroll/.test(style.overflowY) && element.getClientRects().length > 0;
  };
  const around = (element) => {
    for (let one = element; one !== null; one = one.parentElement) if (isScroller(one)) return one;
    return document.scrollingElement;
  };
  /** What a scroll moves: what is around the element; without one the page, else the first part that can move. */
  const scroller = (number, direction) => {
    if (number !== null) {
      const place = around(elementAt(number));
      return canScroll(place, direction) ? place : null;
    }
    const page = document.scrollingElement;
    if (canScroll(page, direction)) return page;
    return [...document.querySelectorAll("*")].find((one) => isScroller(one) && canScroll(one, direction)) ?? null;
  };
  /** Scrolls by four fifths of what is seen, down (1) or up (-1). False when there is nothing to scroll. */
  const scroll = (number, direction) => {
    const place = scroller(number, direction);
    if (place === null) return false;
    place.scrollBy({ top: direction * 0.8 * place.clientHeight, behavior: "instant" });
    return true;
  };

  const MARKS = "mnema-marks";
  /** Draws boxes with their numbers over the page; they take no part in it. */
  const mark = (boxes) => {
    const host = document.createElement(MARKS);
    host.style.cssText = "all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none";
    const root = host.attachShadow({ mode: "closed" });
    const COLOURS = ["#c00", "#06c", "#080", "#a0a", "#b50", "#066"];
    for (const [index, { x, y, width, height }] of boxes.entries()) {
      const colour = COLOURS[index % COLOURS.length];
      const frame = document.createElement("div");
      frame.style.cssText = `position:fixed;box-sizing:border-box;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border:1px dashed ${colour}`;
      const label = document.createElement("div");
      label.textContent = String(index + 1);
      label.style.cssText = `position:fixed;left:${x}px;top:${Math.max(0, y - 4)}px;background:${colour};color:#fff;font:bold 8px/9px sans-serif;padding:0 1px`;
      root.append(frame, label);
    }
    document.documentElement.append(host);
  };
  const unmark = () => {
    for (const host of document.querySelectorAll(MARKS)) host.remove();
  };

  return { pointOf, enter, choose, scroll, mark, unmark, canScroll: (direction) => scroller(null, direction) !== null };
}
