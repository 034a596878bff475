/** A list of 32-bit integers that grows: a third of the memory of a plain array, and faster to run through. */
export interface Ints {
  readonly length: number;
  /** Longer than the list: only the first `length` count. Replaced when the list outgrows it. */
  readonly data: Int32Array;
  /** Appends a number and gives its place. */
  push(value: number): number;
  /** Sets the number at a place, which may be just or far beyond the end; what lies between is 0. */
  set(place: number, value: number): void;
}

export function createInts(): Ints {
  let data = new Int32Array(4);
  let length = 0;
  const ints = {
    get length() {
      return length;
    },
    get data() {
      return data;
    },
    push(value: number) {
      ints.set(length, value);
      return length - 1;
    },
    set(place: number, value: number) {
      if (place >= data.length) {
        const larger = new Int32Array(Math.max(data.length * 2, place + 1));
        larger.set(data);
        data = larger;
      }
      data[place] = value;
      if (place >= length) length = place + 1;
    },
  };
  return ints;
}

/** In a list that rises: how many of its numbers are less than `value`. */
export function countBelow({ data, length }: Ints, value: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((data[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
