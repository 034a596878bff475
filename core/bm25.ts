/** Okapi BM25's saturation of a repeated term, and how far a document's length counts. */
const K1 = 1.2;
const B = 0.75;

/** Documents by the terms in them: for each term the documents that hold it and how often, in flat arrays. */
export interface WordIndex {
  readonly size: number;
  /** How telling a term is (its inverse document frequency, above 0); one that no document holds is the most telling. */
  weight(term: string): number;
  /** Okapi BM25 of every document for the distinct terms; 0 where it holds none. Written over zeros where they are given. */
  score(terms: readonly string[], into?: Float64Array): Float64Array;
  /**
   * The share of the terms' weight that each document holds, in [0, 1]; all 0 without terms. Adds to `holding`, where it is given,
   * every document that holds a term, once.
   */
  coverage(terms: readonly string[], into?: Float64Array, holding?: number[]): Float64Array;
}

interface Postings {
  /** Each term's number; a map, since any word may be a term (`constructor`, `__proto__`). */
  readonly numbers: ReadonlyMap<string, number>;
  /** Where a term's postings begin, by its number; one entry more than there are terms. */
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
}

/**
 * The index of documents given as their terms, by place. Cost: the number of terms; of a question: its terms' postings. With
 * `only`, made quicker for questions of these terms alone.
 */
export function wordIndex(documents: readonly (readonly string[])[], only?: ReadonlySet<string>): WordIndex {
  const { numbers, starts, documents: holders, counts } = postingsOf(documents, only);
  const size = documents.length;
  const norms = lengthNorms(documents);
  const weight = (term: string): number => {
    const number = numbers.get(term);
    const holding = number === undefined ? 0 : at(starts, number + 1) - at(starts, number);
    return Math.log(1 + (size - holding + 0.5) / (holding + 0.5));
  };
  /** Adds, for each distinct term, what it is worth to every document that holds it. */
  const sum = (
    terms: ReadonlySet<string>,
    sums: Float64Array,
    worth: (weight: number, count: number, document: number) => number,
  ): Float64Array => {
    for (const term of terms) {
      const number = numbers.get(term);
      if (number === undefined) continue;
      const value = weight(term);
      for (let i = at(starts, number); i < at(starts, number + 1); i++) {
        const document = at(holders, i);
        sums[document] = (sums[document] ?? 0) + worth(value, at(counts, i), document);
      }
    }
    return sums;
  };
  return {
    size,
    weight,
    score: (terms, into = new Float64Array(size)) =>
      sum(new Set(terms), into, (value, count, document) => (value * count * (K1 + 1)) / (count + K1 * (norms[document] ?? 1))),
    coverage: (terms, into = new Float64Array(size), holding = []) => {
      const distinct = new Set(terms);
      const total = [...distinct].reduce((all, term) => all + weight(term), 0);
      return sum(distinct, into, (value, _, document) => {
        if (into[document] === 0) holding.push(document);
        return value / total;
      });
    },
  };
}

function postingsOf(documents: readonly (readonly string[])[], only: ReadonlySet<string> | undefined): Postings {
  const numbers = new Map<string, number>();
  const lists: { documents: number[]; counts: number[] }[] = [];
  documents.forEach((terms, document) => {
    for (const term of terms) {
      if (only !== undefined && !only.has(term)) continue;
      const number = numbers.get(term) ?? numbers.size;
      if (number === numbers.size) numbers.set(term, number);
      const list = (lists[number] ??= { documents: [], counts: [] });
      const last = list.documents.length - 1;
      if (list.documents[last] === document) list.counts[last] = (list.counts[last] ?? 0) + 1;
      else {
        list.documents.push(document);
        list.counts.push(1);
      }
    }
  });
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach(({ documents }, number) => (starts[number + 1] = at(starts, number) + documents.length));
  const flat = { documents: new Uint32Array(at(starts, lists.length)), counts: new Uint32Array(at(starts, lists.length)) };
  lists.forEach((list, number) => {
    flat.documents.set(list.documents, at(starts, number));
    flat.counts.set(list.counts, at(starts, number));
  });
  return { numbers, starts, ...flat };
}

/** By how much each document's length dampens its counts: 1 at the average length. */
function lengthNorms(documents: readonly (readonly string[])[]): Float64Array {
  const average = documents.reduce((total, { length }) => total + length, 0) / documents.length || 1;
  return Float64Array.from(documents, ({ length }) => 1 - B + (B * length) / average);
}

function at(numbers: Uint32Array, index: number): number {
  return numbers[index] ?? 0;
}
