/** The scroll position at which a span is visible. Pure; px along one axis. */

export interface Span {
  readonly from: number
  readonly to: number
}

/** `before` and `after` are covered at the edges by what is kept there. */
export function scrollIntoView(scroll: number, size: number, span: Span, before: number, after: number): number {
  if (span.from < scroll + before) return Math.max(0, span.from - before)
  if (span.to > scroll + size - after) return Math.max(0, Math.min(span.to - size + after, span.from - before))
  return scroll
}
