/**
 * Settles time and chance of a page: clock, timers and frames go on only as far as they are told. Its text is sent to the
 * browser before any script of the page; it imports nothing.
 *
 * @param {number} start What the clock shows at first, in milliseconds.
 */
export function still(start) {
  /** Of the page's time, between frames. */
  const FRAME_MS = 16;
  /** Timers that one stretch of time may fire; a page that sets more has no end. */
  const MOST = 20_000;
  /** @type {Map<number, { due: number, every: number | null, run: () => void }>} */
  const timers = new Map();
  let now = start;
  let last = 0;

  const later = (run, milliseconds, isRepeated, args) => {
    const wait = Math.max(1, Math.floor(Number(milliseconds) || 0));
    last += 1;
    timers.set(last, {
      due: now + wait,
      every: isRepeated ? wait : null,
      run: () => (typeof run === "function" ? run(...args) : window.Function(String(run))()),
    });
    return last;
  };
  const forget = (id) => void timers.delete(id);
  window.setTimeout = (run, milliseconds, ...args) => later(run, milliseconds, false, args);
  window.setInterval = (run, milliseconds, ...args) => later(run, milliseconds, true, args);
  window.requestAnimationFrame = (run) => later(() => run(now - start), FRAME_MS - ((now - start) % FRAME_MS), false, []);
  window.requestIdleCallback = (run) => later(() => run({ didTimeout: false, timeRemaining: () => FRAME_MS }), 1, false, []);
  window.clearTimeout = window.clearInterval = window.cancelAnimationFrame = window.cancelIdleCallback = forget;
  window.Date = new Proxy(Date, {
    construct: (real, args, target) => Reflect.construct(real, args.length === 0 ? [now] : args, target),
    apply: (real) => new real(now).toString(),
    get: (real, name) => (name === "now" ? () => now : Reflect.get(real, name)),
  });
  performance.now = () => now - start;

  /** What was promised meanwhile comes before the next timer. */
  const { port1, port2 } = new MessageChannel();
  let resume = () => {};
  port1.addEventListener("message", () => resume());
  port1.start();
  const breath = () => new Promise((resolve) => ((resume = resolve), port2.postMessage(null)));

  const due = (until) => {
    let next = null;
    for (const [id, timer] of timers) if (timer.due <= until && (next === null || timer.due < next[1].due)) next = [id, timer];
    return next;
  };
  /** Lets so many milliseconds go by. */
  const advance = async (milliseconds) => {
    const until = now + milliseconds;
    await breath();
    for (let fired = 0; fired < MOST; fired += 1) {
      const next = due(until);
      if (next === null) break;
      const [id, timer] = next;
      now = Math.max(now, timer.due);
      if (timer.every === null) timers.delete(id);
      else timer.due = now + timer.every;
      try {
        timer.run();
      } catch (error) {
        window.reportError(error); // As with any timer: the page's own business.
      }
      await breath();
    }
    now = until;
  };

  const reseed = (seed) => {
    let state = seed | 0;
    Math.random = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  };
  reseed(0);

  return { advance, reseed };
}
