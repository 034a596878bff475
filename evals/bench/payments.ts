import { seeded } from "../../core/seeded.js";
import type { Observation, Value } from "../../core/observation.js";
import type { MemoryStore, Row, StoredRound, Table } from "../../stores/contract.js";

/** A table of payments as plain columns; NaN, and an empty city, where nothing is recorded. */
export interface Payments {
  readonly rows: number;
  readonly amount: Float64Array;
  readonly weight: Float64Array;
  /** Index into `CATEGORIES`. */
  readonly category: Uint8Array;
  readonly city: readonly string[];
  /** `2024-03-05`. */
  readonly day: readonly string[];
  readonly paid: Uint8Array;
}

export const CATEGORIES = ["food", "rent", "travel", "books", "tools", "music", "garden", "health", "sport", "pets", "gifts", "other"];
const CITIES = Array.from({ length: 200 }, (_, city) => `${["Berg", "Tal", "Au", "Burg", "Furt"][city % 5]} ${city}`);
const DAYS = Array.from({ length: 1_460 }, (_, day) => new Date(Date.UTC(2021, 0, 1 + day)).toISOString().slice(0, 10));

/** Seeded: amounts in cents, a tenth of the weights and a fiftieth of the cities missing, days rising over four years. */
export function payments(rows: number): Payments {
  const random = seeded(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const all = {
    rows,
    amount: new Float64Array(rows),
    weight: new Float64Array(rows),
    category: new Uint8Array(rows),
    city: [] as string[],
    day: [] as string[],
    paid: new Uint8Array(rows),
  };
  for (let row = 0; row < rows; row++) {
    all.amount[row] = below(1_000_000) / 100;
    all.weight[row] = random() < 0.1 ? Number.NaN : below(2_000) / 10;
    all.category[row] = below(CATEGORIES.length);
    all.city.push(random() < 0.02 ? "" : (CITIES[below(CITIES.length)] ?? ""));
    all.day.push(DAYS[Math.floor((row * DAYS.length) / rows)] ?? "");
    all.paid[row] = below(2);
  }
  return all;
}

export const PAYMENTS_TABLE: Table = {
  id: "t0",
  name: "payments",
  aliases: [],
  description: "",
  discoveredAt: "",
  columns: [
    { name: "amount", type: "number", unit: "EUR", meaning: "" },
    { name: "weight", type: "number", unit: "kg", meaning: "" },
    { name: "category", type: "text", unit: null, meaning: "" },
    { name: "city", type: "text", unit: null, meaning: "" },
    { name: "day", type: "date", unit: null, meaning: "" },
    { name: "paid", type: "boolean", unit: null, meaning: "" },
  ],
};

/** The same table as a store gives it, each row from a round of its own. */
export function paymentsStore(all: Payments): Pick<MemoryStore, "info" | "tables" | "log"> {
  const seqs = Array.from({ length: all.rows }, (_, row) => row + 1);
  return {
    info: async () => ({ memoryId: "bench", createdAt: "", textModel: null, textDimension: null, visualModel: null, version: 1 }),
    tables: { tables: async () => [PAYMENTS_TABLE], rows: async () => seqs.map((seq) => rowOf(all, seq)) } as never,
    log: {
      rounds: async (wanted: readonly number[]) => wanted.map((seq) => roundOf(all, seq)),
      ambiguousIds: async () => new Set(),
    } as never,
  };
}

const SOURCE: Observation["source"] = { kind: "user", turn: 0, picture: null, start: 0, end: 0 };

function rowOf({ amount, weight, category, city, day, paid }: Payments, seq: number): Row {
  const row = seq - 1;
  const cells = new Map<string, Observation>();
  const put = (attribute: string, value: string, typed: Value) =>
    cells.set(attribute, { attribute, value, typed, source: SOURCE, note: null });
  const [spent, heavy, where, when] = [amount[row] ?? 0, weight[row] ?? Number.NaN, city[row] ?? "", day[row] ?? ""];
  put("amount", `${spent} EUR`, { kind: "number", number: spent, unit: "EUR" });
  if (!Number.isNaN(heavy)) put("weight", `${heavy} kg`, { kind: "number", number: heavy, unit: "kg" });
  const kind = CATEGORIES[category[row] ?? 0] ?? "";
  put("category", kind, { kind: "text", text: kind });
  if (where !== "") put("city", where, { kind: "text", text: where });
  put("day", when, { kind: "date", date: when, precision: "day" });
  put("paid", paid[row] === 1 ? "yes" : "no", { kind: "boolean", boolean: paid[row] === 1 });
  return { seq, cells };
}

const TURNS: StoredRound["turns"] = [{ id: "said", role: "user", speaker: null, text: "Paid today.", pictures: [] }];

export function roundOf({ day }: Payments, seq: number): StoredRound {
  return {
    ids: [`D${seq}`],
    history: "h",
    session: "s",
    position: seq,
    time: { iso: day[seq - 1] ?? "", precision: "day", zone: null },
    turns: TURNS,
    seq,
    key: `k${seq}`,
    digest: "",
    orderKey: String(seq).padStart(8, "0"),
    recordedAt: "",
    parked: null,
  };
}
