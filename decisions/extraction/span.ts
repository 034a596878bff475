/** A stretch of a source text: what a value's provenance points to. */
export interface Span {
  readonly text: string;
  /** Offset of `text` in the source (UTF-16 units). */
  readonly start: number;
}

/** An attribute with its value where it stands. */
export interface Pair {
  readonly attribute: string;
  readonly value: Span;
}

/** Part of a span, without white space at its ends. */
export function within(span: Span, from: number, to: number = span.text.length): Span {
  const part = span.text.slice(from, to);
  const lead = part.length - part.trimStart().length;
  return { text: part.trim(), start: span.start + from + lead };
}

/** The parts of a span between the matches of `separator` (global). */
export function split(span: Span, separator: RegExp): Span[] {
  const parts: Span[] = [];
  let from = 0;
  for (const mark of span.text.matchAll(separator)) {
    parts.push(within(span, from, mark.index));
    from = mark.index + mark[0].length;
  }
  parts.push(within(span, from));
  return parts;
}

/** From the beginning of one part to the end of another of the same source, with everything between. */
export function join(source: Span, first: Span, last: Span): Span {
  return within(source, first.start - source.start, last.start - source.start + last.text.length);
}
