/** The unsaved-changes guard of a page: `useUnsaved(isDirty)` in whatever is filled in, `hasUnsaved(pageKey)` before it is closed. */
import { useContext, useEffect, useState } from 'react'
import { PageContext } from '../page/page-context.ts'
import { addUnsaved, removeUnsaved, type UnsavedEntry } from '../api/unsaved-store.ts'

export { hasUnsaved } from '../api/unsaved-store.ts'

const wholeDocument = (): HTMLElement => document.body

/** React hides a kept-alive page by its style and stops its effects as if it were gone. */
function isHidden(place: HTMLElement): boolean {
  for (let at: HTMLElement | null = place; at !== null; at = at.parentElement) if (at.style.display === 'none') return true
  return false
}

/** While `isDirty`, the page counts as unsaved: also when its tab is hidden, no longer when this component is gone. */
export function useUnsaved(isDirty: boolean): void {
  const page = useContext(PageContext)
  // one entry however often the tab is hidden and shown again
  const [entry] = useState<UnsavedEntry>(() => ({ pageKey: page?.tabKey ?? null, place: page?.container ?? wholeDocument }))
  useEffect(() => {
    if (!isDirty) return
    addUnsaved(entry)
    return () => {
      if (!isHidden(entry.place())) removeUnsaved(entry)
    }
  }, [isDirty, entry])
}
