/**
 * Runs in a page before any of its own scripts. What it hands out (`window.mnemaPage`) is what observing and acting go by.
 * Its text is sent to the browser; it imports nothing.
 */
export function prepare() {
  /** What makes an element one that can be clicked, and a shape one that the pointer can be brought to. */
  const PRESSES = new Set(["click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "dblclick"]);
  const HOVERS = new Set(["mouseenter", "mouseover", "pointerenter", "pointerover"]);
  const pressed = new WeakSet();
  const hovered = new WeakSet();
  const frame = window.requestAnimationFrame.bind(window);
  const listen = EventTarget.prototype.addEventListener;

  EventTarget.prototype.addEventListener = function addEventListener(type, ...rest) {
    if (this instanceof Element) {
      if (PRESSES.has(type)) pressed.add(this);
      if (HOVERS.has(type)) hovered.add(this);
    }
    return listen.call(this, type, ...rest);
  };

  window.navigation?.addEventListener("navigate", ({ hashChange, downloadRequest, navigationType }) => {
    if (!hashChange && downloadRequest === null && navigationType !== "traverse") window.mnemaPage.isLeft = true;
  });

  // Ways to a network that no route of the browser's driver sees.
  for (const way of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete window[way];

  Object.defineProperty(window, "mnemaPage", {
    value: {
      /** Whether another page is on its way in place of this one. */
      isLeft: false,
      /** Elements of the last observation; the first has number 1. */
      elements: [],
      hearsPresses: (element) => pressed.has(element),
      hearsHovers: (element) => hovered.has(element),
      /** Two of the browser's own frames, whatever the page's clock says: what was changed has been laid out by then. */
      frames: () => new Promise((resolve) => frame(() => frame(resolve))),
    },
  });
}
