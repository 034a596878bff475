import { PARTS } from "../../../environments/programs/baselines/parts.js";

/** Stands between a program as it was written and the functions that stand in for its own. */
const MARK = "// Mended: what follows stands in for the functions above.";

/** `kept`: a function's own code is called, and its fault caught; `replaced`: it is not. */
export interface Mending {
  readonly update: "kept" | "replaced";
  readonly retrieve: "kept" | "replaced";
}

/**
 * A program whose two functions are called under guard, or replaced by plain ones: an episode is also kept plainly, and the
 * nearest of these is given where the program's own gives no payload. Null where its functions cannot be told apart.
 */
export function mended(source: string, { update, retrieve }: Mending): string | null {
  const [own = ""] = source.split(MARK);
  const written = source.includes(MARK) ? own : renamed(renamed(own, "update"), "retrieve");
  if (written === null) return null;
  const parts = [
    written.trim(),
    MARK,
    update === "kept" ? GUARDED.update : PLAIN.update,
    retrieve === "kept" ? GUARDED.retrieve : PLAIN.retrieve,
    PLAIN.functions,
    ...(retrieve === "kept" ? [GUARDED.payload] : []),
    ...[PARTS.nearest, PARTS.bounded, PARTS.oneLine].filter((part) => !written.includes(nameIn(part))),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The source with a function of it under another name; null where it is not declared in a way that can be seen. A missing one is none. */
function renamed(source: string | null, name: string): string | null {
  if (source === null) return null;
  const declared = new RegExp(`((?:^|[\\n;])\\s*(?:(?:async\\s+)?function\\s*|(?:const|let|var)\\s+))${name}\\b`);
  if (declared.test(source)) return source.replace(declared, `$1${name}AsWritten`);
  return new RegExp(`\\b${name}\\b`).test(source) ? null : `${source}\n\nfunction ${name}AsWritten() {\n  return null;\n}`;
}

function nameIn(part: string): string {
  return /function \w+/.exec(part)?.[0] ?? part;
}

const GUARDED = {
  update: `async function update(recorder) {
  keepPlainly(recorder);
  try {
    await updateAsWritten(recorder);
  } catch (error) {
    state.set("fault", String(error));
  }
}`,
  retrieve: `async function retrieve(recorder) {
  try {
    const given = payloadOf(await retrieveAsWritten(recorder));
    if (given.items.length > 0) return given;
  } catch (error) {
    return { ...(await plainly(recorder.init)), metadata: { fault: String(error) } };
  }
  return plainly(recorder.init);
}`,
  payload: `/** Whatever a function gave, as a payload within its budget. */
function payloadOf(given) {
  const list = Array.isArray(given) ? given : (given?.items ?? (given === null || given === undefined ? [] : [given]));
  const items = list.slice(0, 10).map((item) => {
    const text = typeof item === "string" ? item : (item?.text ?? JSON.stringify(item));
    const images = Array.isArray(item?.images) ? item.images.filter((image) => image?.kind === "hash").slice(0, 2) : [];
    return { text: String(text).slice(0, 3000), ...(images.length > 0 ? { images } : {}) };
  });
  return { items, metadata: {} };
}`,
};

const PLAIN = {
  update: `async function update(recorder) {
  keepPlainly(recorder);
}`,
  retrieve: `async function retrieve({ init }) {
  return plainly(init);
}`,
  functions: `/** Keeps an episode's task, actions and score. */
function keepPlainly({ init, steps, reward }) {
  const entry = { goal: init.goal, reward, actions: steps.map(({ action }) => action) };
  state.set("plain", bounded([...(state.get("plain") ?? []), entry]));
}

/** What was done for the nearest tasks. */
async function plainly(init) {
  const found = await nearest(init.goal, state.get("plain") ?? [], ({ goal }) => goal, 3);
  const items = found.map(({ goal, reward, actions }) => ({
    text: ["Goal: " + oneLine(goal), "Score: " + reward + " of 1", ...actions].join("\\n"),
  }));
  return { items, metadata: {} };
}`,
};
