/** What nobody waits for, when the page has been drawn and its own questions are on their way. */
/** at the latest, however busy the page is */
const idleMsMax = 2_000

/** Answers how to leave it. */
export function whenIdle(work: () => void): () => void {
  // Safari has none
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: idleMsMax })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work)
  return () => clearTimeout(timer)
}
