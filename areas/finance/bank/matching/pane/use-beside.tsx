/** What stands beside the marked line: its suggestions, without what has just been used, and what a search finds. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import type { Candidate, PaymentAnswer } from '../answers.ts'
import { useCandidates, usePayments } from './use-open-lines.tsx'
import type { Writes } from './use-writes.tsx'

const searchDelayMs = 300

export interface Beside {
  readonly candidates: ReturnType<typeof useCandidates>
  readonly suggestions: readonly Candidate[]
  readonly payments: readonly PaymentAnswer[]
  /** null: nothing was looked for */
  readonly total: number | null
  /** looks for all */
  open(): void
  search(keyword: string): void
}

export function useBeside(lineId: string | null, writes: Writes): Beside {
  const candidates = useCandidates(lineId)
  const [asked, setAsked] = useState<{ readonly of: string | null; readonly keyword: string } | null>(null)
  const typed = useDebounced((keyword: string) => setAsked({ of: lineId, keyword }), searchDelayMs)
  const isAsked = asked !== null && asked.of === lineId
  const payments = usePayments(lineId, isAsked ? asked.keyword : null)
  const noteTaken = useEffectEvent(() => {
    if (lineId !== null && candidates.data !== undefined && !candidates.isFetching) writes.noteTaken(lineId, candidates.data.taken)
  })
  useEffect(() => noteTaken(), [lineId, candidates.data, candidates.isFetching])
  const isFree = (kind: 'line' | 'payment', id: string): boolean => !writes.gone.has(`${kind} ${id}`)
  const found = isAsked ? payments.data?.payments : undefined
  return {
    candidates,
    suggestions: (candidates.data?.suggestions ?? []).filter(
      one => one.payments.every(({ id }) => isFree('payment', id)) && one.others.every(({ id }) => isFree('line', id)),
    ),
    payments: (found?.list ?? []).filter(({ id }) => isFree('payment', id)),
    total: found?.total ?? null,
    open: () => setAsked(was => (was !== null && was.of === lineId ? was : { of: lineId, keyword: '' })),
    search: keyword => typed.later(keyword),
  }
}
