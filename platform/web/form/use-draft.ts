/** The draft of an open form: offered when the form opens, kept while it is filled in, dropped when it is saved or thrown away. */
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '../../declare/wire.ts'
import { session } from '../api/session.ts'
import { ShellContext } from '../page/shell-context.ts'
import { dropDraft, keepDraft, readDraft, type Draft } from './draft-store.ts'
import type { FormValues } from './form-values.ts'

/** typing is kept when it pauses this long; the rest when the page is left */
const keepAfterMs = 300

export interface FormDraft {
  /** what was typed before and not saved; null: nothing, or already decided */
  readonly offered: Draft | null
  /** nothing is kept while an older draft is still offered: it would be overwritten unseen */
  keep(values: FormValues, row: Row | null): void
  /** the offer was taken; answers the draft */
  take(): Draft | null
  /** throws away what is kept and offered */
  drop(): void
}

/** Person and organisation before the form's own name. null: this form keeps no drafts. */
function useDraftKey(form: string | null): string | null {
  const shell = useContext(ShellContext)
  if (form === null) return null
  const person = shell === null ? '' : (shell.profile.employeeId ?? shell.profile.username ?? '')
  return `${session.organisationId() ?? ''}.${person}.${form}`
}

/** Keeps what is typed a moment after the last key, or at once when the page goes. */
function useKeeping(key: string | null) {
  const waiting = useRef<{ draft: Draft; timer: ReturnType<typeof setTimeout> } | null>(null)

  const flush = useCallback(() => {
    const now = waiting.current
    if (now === null || key === null) return
    clearTimeout(now.timer)
    waiting.current = null
    void keepDraft(key, now.draft)
  }, [key])

  const later = useCallback(
    (draft: Draft) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer)
      waiting.current = { draft, timer: setTimeout(flush, keepAfterMs) }
    },
    [flush],
  )

  const forget = useCallback(() => {
    if (waiting.current !== null) clearTimeout(waiting.current.timer)
    waiting.current = null
  }, [])
  return { later, flush, forget }
}

export function useDraft(form: string | null): FormDraft {
  const key = useDraftKey(form)
  const [offered, setOffered] = useState<Draft | null>(null)
  /** the store was asked, and nothing of it is offered any more */
  const decided = useRef(false)
  /** typed before the store had answered: kept as soon as it is known that nothing older lies there */
  const early = useRef<Draft | null>(null)

  const { later, flush, forget } = useKeeping(key)

  useEffect(() => {
    if (key === null) return
    let gone = false
    // shown again after its tab was hidden: the question was already asked
    if (!decided.current)
      void readDraft(key).then(draft => {
        if (decided.current) return
        const typed = draft === null ? early.current : null
        early.current = null
        // hidden meanwhile: asked again when it is shown, and until then a draft is offered by nobody
        decided.current = draft === null && (!gone || typed !== null)
        if (typed !== null) later(typed)
        if (gone) flush()
        else setOffered(draft)
      })
    window.addEventListener('pagehide', flush)
    return () => {
      gone = true
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [key, flush, later])

  return useMemo(
    () => ({
      offered,
      keep(values, row) {
        if (key === null) return
        const draft: Draft = { values, row, savedAtMs: Date.now() }
        if (decided.current) later(draft)
        else early.current = draft
      },
      take() {
        decided.current = true
        setOffered(null)
        return offered
      },
      drop() {
        decided.current = true
        setOffered(null)
        forget()
        if (key !== null) void dropDraft(key)
      },
    }),
    [key, offered, later, forget],
  )
}
