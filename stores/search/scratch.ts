/**
 * Arrays that one ranking after another is worked out in: new ones for each question would be megabytes for the garbage collector.
 * Whoever begins owns them until somebody else does.
 */
export interface Scratch {
  /** Hands all arrays to a new owner. */
  begin(owner: object): void;
  isOwner(owner: object): boolean;
  /** An array of so many zeros, the owner's alone. */
  take(length: number): Float64Array;
  /** The same with whatever was in it, for what is written before it is read. */
  takeUsed(length: number): Float64Array;
}

export function createScratch(): Scratch {
  const byLength = new Map<number, { readonly arrays: Float64Array[]; used: number }>();
  let current: object | null = null;
  const takeUsed = (length: number): Float64Array => {
    const own = byLength.get(length) ?? { arrays: [], used: 0 };
    byLength.set(length, own);
    return (own.arrays[own.used++] ??= new Float64Array(length));
  };
  return {
    begin(owner) {
      current = owner;
      for (const own of byLength.values()) own.used = 0;
    },
    isOwner: (owner) => owner === current,
    take: (length) => takeUsed(length).fill(0),
    takeUsed,
  };
}
