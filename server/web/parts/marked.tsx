import { Fragment, type ReactNode } from "react";

/** A stretch of a text, by UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What is said when one points at it. */
  readonly says?: string;
}

/** A text with stretches marked. Of two that overlap, the earlier. */
export function Marked({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end, says } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end <= start || end > text.length) continue;
    pieces.push(<Fragment key={`t${at}`}>{text.slice(at, start)}</Fragment>);
    pieces.push(
      <mark key={start} title={says}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
