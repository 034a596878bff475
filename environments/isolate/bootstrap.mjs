/**
 * Runs first inside an isolate, before any program. What it hands out holds on to the language's own functions, so
 * that a program that replaces them deceives only itself. Its text is evaluated in QuickJS; it imports nothing.
 *
 * @param {(name: string, args: string) => string} askForValue
 * @param {(name: string, args: string) => Promise<string>} askForPromise
 * @param {{ capabilities: [name: string, gives: string][], seed: number, now: number }} settings
 */
export function bootstrap(askForValue, askForPromise, settings) {
  const { stringify, parse } = JSON;
  const evaluate = eval;
  const text = String;
  const slice = Function.prototype.call.bind(String.prototype.slice);
  const lastIndexOf = Function.prototype.call.bind(String.prototype.lastIndexOf);
  const { apply, construct, defineProperty } = Reflect;

  for (const [name, gives] of settings.capabilities) {
    const steps = name.split(".");
    const last = steps.pop();
    const place = steps.reduce((object, step) => (object[step] ??= {}), globalThis);
    place[last] =
      gives === "value"
        ? (...args) => parse(askForValue(name, stringify(args)))
        : async (...args) => parse(await askForPromise(name, stringify(args)));
  }

  let state = settings.seed | 0;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  const RealDate = Date;
  const { now } = settings;
  function FixedDate(...args) {
    if (new.target === undefined) return new RealDate(now).toString();
    return construct(RealDate, args.length === 0 ? [now] : args, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  FixedDate.now = () => now;
  FixedDate.parse = RealDate.parse;
  FixedDate.UTC = RealDate.UTC;
  defineProperty(RealDate.prototype, "constructor", { value: FixedDate, writable: true, configurable: true });
  globalThis.Date = FixedDate;
  delete globalThis.performance;

  return {
    /** JSON of a value, once it is there; a value that JSON has no word for is null. */
    settle: async (value) => stringify(await value) ?? "null",
    call: async (name, args) => {
      const end = lastIndexOf(name, ".");
      const owner = end === -1 ? undefined : evaluate(slice(name, 0, end));
      return stringify(await apply(evaluate(name), owner, parse(args))) ?? "null";
    },
    /** What a program threw, as JSON, whatever it was. */
    describe: (error) => {
      try {
        const isObject = typeof error === "object" && error !== null;
        const name = isObject ? text(error.name) : "";
        const message = text(isObject ? error.message : error);
        const trace = isObject ? text(error.stack ?? "") : "";
        return stringify({ name: slice(name, 0, 100), message: slice(message, 0, 2000), trace: slice(trace, 0, 1000) });
      } catch {
        return '{"name":"","message":"something that cannot be told","trace":""}';
      }
    },
  };
}
