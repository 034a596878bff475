import type { ToolCall, ToolName } from "../../core/evidence.js";

/** A call that a good path makes. Table and columns are told by words that their names must hold, since a memory names them itself. */
export interface ExpectedCall {
  /** Any of these does it. */
  readonly tools: readonly ToolName[];
  /** A column that the right table has; left out of calls that use no table. */
  readonly table?: string;
  /** Words (lower case) that the call's arguments must hold, as JSON. */
  readonly arguments?: readonly string[];
}

/** Paths that answer a question equally well. */
export interface ExpectedPath {
  readonly question: string;
  readonly paths: readonly (readonly ExpectedCall[])[];
}

/** How the calls that were made compare with the expected path that they fit best. Shares in [0, 1]. */
export interface TrajectoryScores {
  /** Of the expected calls, those made with a right tool. */
  readonly tool: number;
  /** Of the expected calls with a table, those made on it; null where the path needs none. */
  readonly table: number | null;
  /** Of the expected calls, those with all of the right arguments. */
  readonly arguments: number;
  /** Calls beyond the expected ones, failed and repeated ones among them. */
  readonly unnecessary: number;
  /** Whether every expected call was made right, and no other. */
  readonly strict: 0 | 1;
  /** Whether every expected call was made right, whatever else was. */
  readonly superset: 0 | 1;
}

/** A table with the names of its columns, for calls that name it. */
export interface NamedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The scores against the path that fits best: most calls right, then fewest calls beyond it. */
export function scoreTrajectory(calls: readonly ToolCall[], { paths }: ExpectedPath, tables: readonly NamedTable[]): TrajectoryScores {
  const scored = paths.map((path) => scorePath(calls, path, tables));
  const [best] = scored.toSorted((a, b) => rankOf(b) - rankOf(a) || a.unnecessary - b.unnecessary);
  if (best === undefined) throw new TypeError("A question without an expected path cannot be scored.");
  return best;
}

function rankOf({ tool, table, arguments: args }: TrajectoryScores): number {
  return tool + (table ?? tool) + args;
}

function scorePath(calls: readonly ToolCall[], path: readonly ExpectedCall[], tables: readonly NamedTable[]): TrajectoryScores {
  const left = calls.filter(({ error }) => error === null);
  // Calls that rest on each other name what they rest on in their arguments; all others may come in any order.
  const matched = path.map((expected) => {
    const graded = left.map((call) => ({ call, grade: gradeOf(call, expected, tables) })).filter(({ grade }) => grade.tool);
    const best = graded.toSorted((a, b) => worth(b.grade) - worth(a.grade))[0];
    if (best !== undefined) left.splice(left.indexOf(best.call), 1);
    return { expected, grade: best?.grade ?? NOTHING };
  });
  const count = (of: (one: (typeof matched)[number]) => boolean) => matched.filter(of).length;
  const found = count(({ grade }) => grade.tool);
  const right = count(({ grade }) => grade.tool && grade.table && grade.arguments);
  const tabled = matched.filter(({ expected }) => expected.table !== undefined);
  return {
    tool: share(found, path.length),
    table: tabled.length === 0 ? null : share(tabled.filter(({ grade }) => grade.table).length, tabled.length),
    arguments: share(
      count(({ grade }) => grade.arguments),
      path.length,
    ),
    unnecessary: calls.length - found,
    strict: right === path.length && calls.length === path.length ? 1 : 0,
    superset: right === path.length ? 1 : 0,
  };
}

interface Grade {
  readonly tool: boolean;
  readonly table: boolean;
  readonly arguments: boolean;
}

const NOTHING: Grade = { tool: false, table: false, arguments: false };

function gradeOf(call: ToolCall, { tools, table, arguments: words = [] }: ExpectedCall, tables: readonly NamedTable[]): Grade {
  return { tool: tools.includes(call.tool), table: table === undefined || isOn(call, table, tables), arguments: holds(call, words) };
}

function worth({ table, arguments: args }: Grade): number {
  return Number(table) + Number(args);
}

function isOn({ arguments: args }: ToolCall, column: string, tables: readonly NamedTable[]): boolean {
  const named = tables.find(({ name }) => name === args["table"]);
  return named?.columns.some((name) => name.toLowerCase().includes(column)) ?? false;
}

function holds({ arguments: args }: ToolCall, words: readonly string[]): boolean {
  const text = JSON.stringify(args).toLowerCase();
  return words.every((word) => text.includes(word));
}

function share(count: number, of: number): number {
  return of === 0 ? 1 : count / of;
}
