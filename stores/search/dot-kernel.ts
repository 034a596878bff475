/**
 * Inner products of rows of small whole numbers with one query: a WebAssembly function of some hundred bytes, written out here
 * since no tool is needed to make them. Whole numbers alone: the same on every machine.
 *
 * `dots(rows, end, query, width, out)` takes addresses in its memory: rows of `width` bytes (a multiple of `STEP`) up to `end`, the
 * query, and where the 32-bit results go. It reads sixteen bits at once, which hold two numbers of eight bits or four of four,
 * the lowest first, all unsigned but the highest. For numbers a, b of eight bits v = a + 256·b, and a·p + b·q = v·p + b·(q − 256·p),
 * where b is v moved by eight bits; with four bits likewise. So for each sixteen bytes the query holds eight numbers p for the
 * lowest, then eight of each next one, less 2^bits times the one before. Sums beyond 32 bits come right again in the end.
 */
export type Dots = (rows: number, end: number, query: number, width: number, out: number) => void;

export type Bits = 4 | 8;

/** Bytes of a row that are read in one turn. */
export const STEP = 64;
/** So many numbers of a query lie together: one for each sixteen bits of sixteen bytes. */
export const LANES = 8;
/** Numbers that sixteen bits hold. */
export const inSixteen = (bits: Bits): number => 16 / bits;

const [ROWS, END, QUERY, WIDTH, OUT, ROW_END, AT, SUM, BYTES] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [I32, V128, NO_RESULT] = [0x7f, 0x7b, 0x40];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
/** Signed, seven bits a byte. */
const constant = (number: number) => [0x41, ...(number < 64 ? [number] : [(number & 0x7f) | 0x80, number >> 7])];
const ADD = [0x6a];
const simd = (code: number) => (code < 0x80 ? [0xfd, code] : [0xfd, (code & 0x7f) | 0x80, code >> 7]);
const load = (offset: number) => [...simd(0x00), 0, ...unsigned(offset)];
const SHIFTED_RIGHT = simd(0x8c);
/** Products of 16-bit numbers, added two by two. */
const PAIRED_PRODUCTS = simd(0xba);
const ADD_FOUR = simd(0xae);
const lane = (index: number) => [...simd(0x1b), index];
const advance = (local: number, by: number) => [get(local), constant(by), ADD, set(local)].flat();
const END_BLOCK = [0x0b];

/** Adds the products of the sixteen bytes there. */
const sixteen = (offset: number, bits: Bits) =>
  [
    get(ROWS),
    load(offset),
    set(BYTES),
    get(SUM),
    Array.from({ length: inSixteen(bits) }, (_, place) => [
      get(BYTES),
      place === 0 ? [] : [constant(place * bits), SHIFTED_RIGHT].flat(),
      get(AT),
      load(inSixteen(bits) * offset + 16 * place),
      PAIRED_PRODUCTS,
      ADD_FOUR,
    ]).flat(2),
    set(SUM),
  ].flat();

const body = (bits: Bits) =>
  [
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
    [0, 16, 32, 48].flatMap((offset) => sixteen(offset, bits)),
    advance(AT, inSixteen(bits) * STEP),
    advance(ROWS, STEP),
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

function moduleOf(code: readonly number[]): Uint8Array {
  return Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      // One type: five addresses and numbers, no result. The memory is imported as m.m, the function exported as f.
      section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
      section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
      section(3, [1, 0]),
      section(7, [1, 1, 0x66, 0, 0]),
      section(10, [1, ...unsigned(code.length), ...code]),
    ].flat(),
  );
}

/** What is used of WebAssembly, of which Node's types say nothing. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
}

const PAGE = 65_536;

const compiled = new Map<Bits, object>();

/** The function for numbers of so many bits, and a memory of at least so many bytes for it. */
export function dotKernel(bits: Bits, bytes: number): { readonly buffer: ArrayBuffer; readonly dots: Dots } {
  const { Memory, Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
  const memory = new Memory({ initial: Math.ceil(bytes / PAGE) + 1 });
  const made = compiled.get(bits) ?? new Module(moduleOf(body(bits)));
  compiled.set(bits, made);
  return { buffer: memory.buffer, dots: new Instance(made, { m: { m: memory } }).exports["f"] as Dots };
}
