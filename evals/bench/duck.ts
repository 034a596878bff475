import { CATEGORIES, type Payments } from "./payments.js";
import { rival } from "./rivals.js";

/** What is used of @duckdb/node-api. */
interface Duck {
  readonly DuckDBInstance: {
    create(path: string, options: Record<string, string>): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}

interface Appender {
  appendInteger(value: number): void;
  appendDouble(value: number): void;
  appendVarchar(value: string): void;
  appendBoolean(value: boolean): void;
  appendNull(): void;
  endRow(): void;
  closeSync(): void;
}

/** The payments in a DuckDB of its own, in memory, on two threads. */
export async function openDuck(all: Payments): Promise<{ ask(sql: string): Promise<unknown[][]>; close(): void }> {
  const instance = await rival<Duck>("@duckdb/node-api").DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await instance.connect();
  await connection.run(
    "CREATE TABLE given (id INTEGER, amount DOUBLE, weight DOUBLE, category VARCHAR, city VARCHAR, day VARCHAR, paid BOOLEAN)",
  );
  const appender = await connection.createAppender("given");
  for (let row = 0; row < all.rows; row++) append(appender, all, row);
  appender.closeSync();
  await connection.run("CREATE TABLE payments AS SELECT * REPLACE (day::DATE AS day) FROM given");
  await connection.run("DROP TABLE given");
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function append(appender: Appender, all: Payments, row: number): void {
  const [weight, city] = [all.weight[row] ?? Number.NaN, all.city[row] ?? ""];
  appender.appendInteger(row + 1);
  appender.appendDouble(all.amount[row] ?? 0);
  if (Number.isNaN(weight)) appender.appendNull();
  else appender.appendDouble(weight);
  appender.appendVarchar(CATEGORIES[all.category[row] ?? 0] ?? "");
  if (city === "") appender.appendNull();
  else appender.appendVarchar(city);
  appender.appendVarchar(all.day[row] ?? "");
  appender.appendBoolean(all.paid[row] === 1);
  appender.endRow();
}
