/** `["key",`: the first argument of a call, as JSON wrote it. */
const FIRST = /^\["(?:[^"\\]|\\.)*"(?=[,\]])/;

/**
 * What a program keeps by key, beside it in its thread, as JSON: `state.get(key)` (null for none), `state.set(key, value)`,
 * `state.delete(key)` and `state.keys()`. What is refused is thrown inside the program.
 *
 * @param {number} maxChars characters of JSON in all, keys among them
 * @param {(key: string, json: string | null) => void} onWritten told of each write; null: deleted
 */
export function createKept(maxChars, onWritten) {
  let values = new Map();
  let chars = 0;
  let isFrozen = false;

  const write = (key, json) => {
    if (typeof key !== "string") throw new Error("a key is text");
    if (isFrozen) throw new Error("state is frozen: it can be read, not written");
    const grown = chars - sizeOf(key, values.get(key)) + sizeOf(key, json);
    if (json !== undefined && grown > maxChars)
      throw new Error(`state may hold ${maxChars} characters of JSON; this would make it ${grown}`);
    chars = grown;
    if (json === undefined) values.delete(key);
    else values.set(key, json);
    onWritten(key, json ?? null);
    return "null";
  };

  return {
    names: ["state.get", "state.set", "state.delete", "state.keys"],
    /** The answer to a call, as JSON, from the JSON of its arguments. */
    answer(name, args) {
      if (name === "state.keys") return JSON.stringify([...values.keys()]);
      if (name === "state.set") return write(...pairOf(args));
      const [key] = JSON.parse(args);
      return name === "state.delete" ? write(key, undefined) : (values.get(String(key)) ?? "null");
    },
    freeze(yes) {
      isFrozen = yes;
    },
    /** Puts entries in place of everything; whoever gives them has checked their size. */
    restore(entries) {
      values = new Map(entries);
      chars = entries.reduce((sum, [key, json]) => sum + sizeOf(key, json), 0);
    },
  };
}

/** Key and value, whose JSON, which may be long, is written once. */
function pairOf(args) {
  const [first = ""] = FIRST.exec(args) ?? [];
  const [key, value = null, ...others] = JSON.parse(args);
  const isPair = first !== "" && args[first.length] === "," && others.length === 0;
  return [key, isPair ? args.slice(first.length + 1, -1) : JSON.stringify(value)];
}

function sizeOf(key, json) {
  return json === undefined ? 0 : key.length + json.length;
}
