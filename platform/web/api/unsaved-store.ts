/** Which open pages hold values that nobody has saved: asked before a tab is closed, and by the browser before it leaves. */

export interface UnsavedEntry {
  /** key of the page's tab; null: outside the tabs */
  readonly pageKey: string | null
  /** stays in the document as long as the page is open, hidden or not */
  readonly place: () => HTMLElement
}

const entries = new Set<UnsavedEntry>()
let leaving = false

/** A page that was hidden and then closed has no effect left to sign its entry off: its place is gone from the document. */
const isOpen = (entry: UnsavedEntry): boolean => entry.place().isConnected

/** Whether the page, or any page, holds values nobody has saved. */
export function hasUnsaved(pageKey?: string): boolean {
  for (const entry of entries) {
    if (!isOpen(entry)) entries.delete(entry)
    else if (pageKey === undefined || entry.pageKey === pageKey) return true
  }
  return false
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (!leaving && hasUnsaved()) event.preventDefault()
}

export function addUnsaved(entry: UnsavedEntry): void {
  entries.add(entry)
  // a page with this listener is kept out of the browser's back cache: only while something is unsaved
  if (entries.size === 1) window.addEventListener('beforeunload', askBeforeLeaving)
}

export function removeUnsaved(entry: UnsavedEntry): void {
  entries.delete(entry)
  if (entries.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving)
}

/**
 * The page leaves by our own decision (the session is over, a new version is there): drafts keep what was typed, the browser needn't ask.
 */
export function leaveWithoutPrompt(): void {
  leaving = true
}
