/** The page of bank matching as it stands: what is asked, what is marked, and what both panes show. */
import type { InputRef, RefSelectProps } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import type { Pane } from './keys.tsx'
import { nextOf, type LinesAsk, type OpenLine } from './lines.tsx'
import { useBeside } from './use-beside.tsx'
import { useChoice } from './use-choice.tsx'
import { useOpenLines, useOverview } from './use-open-lines.tsx'
import { useWrites } from './use-writes.tsx'

/** Operation id of the suite. */
const editOperation = 3
export const allLines: LinesAsk = { accountId: null, month: null, keyword: '', order: 'day' }

const useBoxes = () => ({
  lines: useRef<HTMLDivElement>(null),
  candidates: useRef<HTMLDivElement>(null),
  lineSearch: useRef<InputRef>(null),
  paymentSearch: useRef<InputRef>(null),
  booking: useRef<RefSelectProps>(null),
})

export function useDesk() {
  const mayEdit = usePage().can(editOperation)
  const isMobile = useIsMobile()
  const boxes = useBoxes()
  const [ask, setAsk] = useState<LinesAsk>(allLines)
  const [markedId, setMarked] = useState<string | null>(null)
  const [pane, setPane] = useState<Pane>('lines')
  const [at, setAt] = useState<number | null>(null)
  const [isBooking, setBooking] = useState(false)
  const [isSheet, setSheet] = useState(false)
  const { query, lines: read } = useOpenLines(ask)
  const overview = useOverview(ask)
  const writes = useWrites()
  const { gone, taken } = writes
  const lines = useMemo(() => (read ?? []).filter(one => !gone.has(`line ${one.id}`)), [read, gone])
  const isPassed = (line: OpenLine): boolean => taken.has(line.id)
  const marked = lines.find(one => one.id === markedId) ?? nextOf(lines, null, isPassed) ?? lines[0] ?? null
  const beside = useBeside(marked?.id ?? null, writes)
  const choice = useChoice(marked)
  const mark = (line: OpenLine | null): void => {
    setMarked(line?.id ?? null)
    setAt(null)
    if (line === null) setSheet(false)
  }
  /** The mark goes on from lines that leave the list. */
  const leave = (ids: readonly string[]): void => {
    const next = nextOf(lines, marked?.id ?? null, one => ids.includes(one.id) || isPassed(one))
    if ((next === null || next.confidence === null) && query.hasNextPage) void query.fetchNextPage()
    mark(next)
    choice.clear()
    setBooking(false)
  }
  const chosen = { ask, setAsk, pane, setPane, at, setAt, isBooking, setBooking, isSheet, setSheet, marked, setMarked, mark, leave }
  return {
    ...chosen,
    mayEdit,
    isMobile,
    boxes,
    query,
    isRead: read !== null,
    overview,
    writes,
    lines,
    isPassed,
    beside,
    choice,
    refresh: writes.readAnew,
  }
}
export type Desk = ReturnType<typeof useDesk>
