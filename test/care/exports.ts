import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Session } from "../../core/history.js";
import type { Warning } from "../../importers/contract.js";
import { importPath } from "../../importers/registry.js";

/** Files by path: text, bytes, or what is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

let top: string;
let made = 0;

/** Where a test file writes exports; gone afterwards. Called once at its top. */
export function withExports(): void {
  beforeAll(async () => {
    top = await mkdtemp(join(tmpdir(), "mnema-exports-"));
  });
  afterAll(() => rm(top, { recursive: true, force: true }));
}

/** Writes files (what is neither text nor bytes as JSON) into a folder of their own. */
export async function written(files: Files): Promise<string> {
  const folder = join(top, `case-${++made}`);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return folder;
}

/** What comes of an import: each session as its id, then a line a round; warnings as code and count. */
export async function imported(
  files: Files,
  path = "",
  options = {},
): Promise<{ told: Record<string, string[]>; warned: Record<string, number>; sessions: Session[] }> {
  const folder = await written(files);
  const sessions: Session[] = [];
  const warnings: Warning[] = [];
  await importPath(join(folder, path), options, {
    history: async (history) => void sessions.push(...history.sessions),
    picture: async () => undefined,
    warning: (warning) => void warnings.push(warning),
  });
  const warned: Record<string, number> = {};
  for (const { code, count } of warnings) warned[code] = (warned[code] ?? 0) + count;
  return { told: Object.fromEntries(sessions.map(({ id, rounds }) => [id, rounds.map(lineOf)])), warned, sessions };
}

/** `12:00 user: text [missing] | Ana: text`, the clock where there is one. */
export function lineOf({ time, turns }: Session["rounds"][number]): string {
  const clock = time === null || time.iso.length < 16 ? "" : `${time.iso.slice(11)} `;
  const said = turns.map(({ role, speaker, text, pictures }) =>
    [
      `${role === "system" ? "(system) " : ""}${speaker ?? (role === "system" ? "" : role)}:`,
      text,
      ...pictures.map(({ state }) => `[${state}]`),
    ]
      .filter(Boolean)
      .join(" "),
  );
  return clock + said.join(" | ");
}
