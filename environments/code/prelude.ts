/**
 * What a JavaScript program finds beside the language: a `console` whose checks are counted, `require` for the modules
 * that tasks use, `module`. A script for the isolate; `digest(algorithm, text)` is its one capability. Programs cannot
 * replace the console, so that a submission does not pass by silencing the tests.
 */
export const PRELUDE = `
"use strict";
(() => {
  const checks = { made: 0, failed: [] };
  const { stringify } = JSON;
  const check = (passed, message) => {
    checks.made += 1;
    if (!passed && checks.failed.length < 50) checks.failed.push({ message, trace: new Error().stack });
  };
  const quiet = () => {};
  const console = { assert: (condition, ...rest) => check(condition, rest.join(" ")) };
  for (const name of ["log", "error", "warn", "info", "debug", "trace", "dir", "table", "time", "timeEnd"]) console[name] = quiet;

  const show = (value) => {
    try { return typeof value === "number" ? String(value) : stringify(value) ?? String(value); } catch { return String(value); }
  };
  const same = (a, b) => {
    if (Object.is(a, b)) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (a instanceof Date) return a.getTime() === b.getTime();
    if (a instanceof Map || a instanceof Set) return same([...a], [...b]);
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
  };
  const demand = (passed, message) => {
    check(passed, message);
    if (!passed) throw new Error("assertion failed" + (message ? ": " + message : ""));
  };
  const assert = (value, message) => demand(value, message ?? "");
  const compare = (holds) => (a, b, message) => demand(holds(a, b), message ?? show(a) + " beside " + show(b));
  Object.assign(assert, {
    ok: assert,
    equal: compare((a, b) => a == b),
    notEqual: compare((a, b) => a != b),
    strictEqual: compare(Object.is),
    notStrictEqual: compare((a, b) => !Object.is(a, b)),
    deepEqual: compare(same),
    deepStrictEqual: compare(same),
    notDeepEqual: compare((a, b) => !same(a, b)),
    notDeepStrictEqual: compare((a, b) => !same(a, b)),
    throws: (run, message) => {
      let threw = false;
      try { run(); } catch { threw = true; }
      demand(threw, typeof message === "string" ? message : "it did not throw");
    },
  });
  assert.strict = assert;

  const ask = digest;
  const createHash = (algorithm) => {
    let text = "";
    const hash = { update: (more) => ((text += more), hash), digest: () => ask(algorithm, text) };
    return hash;
  };
  const md5 = (text) => ask("md5", String(text));
  md5.md5 = md5;
  const modules = { assert, "assert/strict": assert, crypto: { createHash }, "js-md5": md5, md5 };
  const require = (name) => {
    const found = modules[String(name).replace(/^node:/, "")];
    if (found === undefined) throw new Error("Module " + name + " is not there: the sandbox has " + Object.keys(modules).join(", ") + ".");
    return found;
  };

  const fixed = { console: Object.freeze(console), require, checksMade: () => checks, showValue: show };
  for (const [name, value] of Object.entries(fixed)) Object.defineProperty(globalThis, name, { value });
  globalThis.module = { exports: {} };
  globalThis.exports = globalThis.module.exports;
})();
`;
