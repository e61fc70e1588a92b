/** Which of many things of one height are in sight, with some above and below. Pure. */
export function windowOf(
  scrollTop: number,
  height: number,
  step: number,
  overscan: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor(scrollTop / step) - overscan)
  return { from, to: Math.ceil((scrollTop + height) / step) + overscan }
}
