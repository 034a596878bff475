import type { Cell } from "../../api/shapes.js";

/** What a cell counts as when cells are compared; null for text that is neither number nor date. */
export function placeInOrder(cell: Cell | undefined): number | string | null {
  if (cell === undefined) return null;
  const typed = cell.typed as { kind: string; number?: number; low?: number; high?: number; date?: string; boolean?: boolean };
  switch (typed.kind) {
    case "number":
      return typed.number ?? null;
    case "range":
      return ((typed.low ?? 0) + (typed.high ?? 0)) / 2;
    case "boolean":
      return typed.boolean === true ? 1 : 0;
    case "date":
      return typed.date ?? null;
    default:
      return cell.value.toLowerCase();
  }
}

/** Numbers before text, and empty cells last in both directions. */
export function compareCells(a: Cell | undefined, b: Cell | undefined, descending: boolean): number {
  const [x, y] = [placeInOrder(a), placeInOrder(b)];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  const order = typeof x === typeof y ? Number(x > y) - Number(x < y) : typeof x === "number" ? -1 : 1;
  return descending ? -order : order;
}

/**
 * Whether a cell meets what was typed above its column: `> 7`, `<= 7`, `= 7`, `5..7`, else a part of its text.
 * What is not such a condition (yet) is taken as text.
 */
export function meets(cell: Cell | undefined, condition: string): boolean {
  const wanted = condition.trim();
  if (wanted === "") return true;
  const [, operator, operand] = /^(<=|>=|<|>|=)\s*(.+)$/.exec(wanted) ?? [];
  const [, low, high] = /^(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)$/.exec(wanted) ?? [];
  const place = placeInOrder(cell);
  if (low !== undefined && high !== undefined) return typeof place === "number" && place >= Number(low) && place <= Number(high);
  if (operator !== undefined && operand !== undefined) return compares(place, operator, operand);
  return (cell?.value ?? "").toLowerCase().includes(wanted.toLowerCase());
}

function compares(place: number | string | null, operator: string, operand: string): boolean {
  if (place === null) return false;
  const other = typeof place === "number" ? Number.parseFloat(operand) : operand.trim().toLowerCase();
  if (typeof other === "number" && Number.isNaN(other)) return false;
  switch (operator) {
    case "<":
      return place < other;
    case "<=":
      return place <= other;
    case ">":
      return place > other;
    case ">=":
      return place >= other;
    default:
      return place === other;
  }
}
