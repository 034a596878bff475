import { call, inMemory } from "../../api/client.js";
import type { Row, RowPage } from "../../api/shapes.js";

const PAGE = 1000;
/** As many as a browser sorts and filters without a wait. CSV has them all. */
const MOST = 20_000;

/** All rows of a table, or the first of very many. */
export async function allRows(memory: string, table: string, signal: AbortSignal): Promise<{ rows: readonly Row[]; total: number }> {
  const rows: Row[] = [];
  for (;;) {
    const page = await call<RowPage>(`${inMemory(memory, "tables", table, "rows")}?offset=${rows.length}&limit=${PAGE}`, { signal });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= Math.min(page.total, MOST)) return { rows, total: page.total };
  }
}
