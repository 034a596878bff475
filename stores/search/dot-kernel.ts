/**
 * Inner products of rows of bytes with one query, sixteen values at a time: a WebAssembly function of some hundred bytes, written
 * out here since no tool is needed to make them. `dots(rows, end, query, width, out)` takes addresses in its memory: rows of
 * `width` signed bytes (a multiple of 16) up to `end`, the query as 16-bit numbers, and where the 32-bit results go. Whole numbers
 * alone: the same on every machine.
 */
export type Dots = (rows: number, end: number, query: number, width: number, out: number) => void;

const [ROWS, END, QUERY, WIDTH, OUT, ROW_END, AT, SUM, BYTES] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [I32, V128, NO_RESULT] = [0x7f, 0x7b, 0x40];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (small: number) => [0x41, small];
const ADD = [0x6a];
const simd = (code: number) => (code < 0x80 ? [0xfd, code] : [0xfd, (code & 0x7f) | 0x80, code >> 7]);
const load = (offset: number) => [...simd(0x00), 0, offset];
const LOWER_HALF = simd(0x87);
const UPPER_HALF = simd(0x88);
/** Products of 16-bit numbers, added two by two. */
const PAIRED_PRODUCTS = simd(0xba);
const ADD_FOUR = simd(0xae);
const lane = (index: number) => [...simd(0x1b), index];
const advance = (local: number, by: number) => [get(local), constant(by), ADD, set(local)].flat();
const END_BLOCK = [0x0b];

const product = (half: readonly number[], offset: number) => [get(BYTES), half, get(AT), load(offset), PAIRED_PRODUCTS, ADD_FOUR].flat();

const BODY = [
  [2, 2, I32, 2, V128],
  [0x02, NO_RESULT],
  [0x03, NO_RESULT],
  // Leaves when all rows are done.
  get(ROWS),
  get(END),
  [0x4f, 0x0d, 1],
  get(ROWS),
  get(WIDTH),
  ADD,
  set(ROW_END),
  get(QUERY),
  set(AT),
  simd(0x0c),
  Array.from({ length: 16 }, () => 0),
  set(SUM),
  [0x03, NO_RESULT],
  get(ROWS),
  load(0),
  set(BYTES),
  get(SUM),
  product(LOWER_HALF, 0),
  product(UPPER_HALF, 16),
  set(SUM),
  advance(AT, 32),
  advance(ROWS, 16),
  get(ROWS),
  get(ROW_END),
  [0x49, 0x0d, 0],
  END_BLOCK,
  get(OUT),
  get(SUM),
  lane(0),
  get(SUM),
  lane(1),
  ADD,
  get(SUM),
  lane(2),
  ADD,
  get(SUM),
  lane(3),
  ADD,
  [0x36, 2, 0],
  advance(OUT, 4),
  [0x0c, 0],
  END_BLOCK,
  END_BLOCK,
  END_BLOCK,
].flat();

const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];

function unsigned(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...unsigned(number >> 7)];
}

const MODULE = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // One type: five addresses and numbers, no result. The memory is imported as m.m, the function exported as f.
    section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
    section(3, [1, 0]),
    section(7, [1, 1, 0x66, 0, 0]),
    section(10, [1, ...unsigned(BODY.length), ...BODY]),
  ].flat(),
);

/** What is used of WebAssembly, of which Node's types say nothing. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
}

const PAGE = 65_536;

let compiled: object | null = null;

/** The function, and a memory of at least so many bytes for it. */
export function dotKernel(bytes: number): { readonly buffer: ArrayBuffer; readonly dots: Dots } {
  const { Memory, Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
  const memory = new Memory({ initial: Math.ceil(bytes / PAGE) + 1 });
  compiled ??= new Module(MODULE);
  return { buffer: memory.buffer, dots: new Instance(compiled, { m: { m: memory } }).exports["f"] as Dots };
}
