import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ReportDefinition } from '../../declare/wire.ts'
import { today } from '../list/today.ts'
import { readState, writeState, type ReportState } from './report-state.ts'

/** The state of a report as its page's own address says; a hidden page keeps its address. */
export function useReportState(definition: ReportDefinition): { readonly state: ReportState; setState(next: ReportState): void } {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readState(definition, search, today()), [definition, search])
  // replaced, not pushed: going back leaves the report instead of stepping through its filters
  const setState = useCallback(
    (next: ReportState) => setSearch(before => writeState(definition, next, before, today()), { replace: true }),
    [definition, setSearch],
  )
  return { state, setState }
}
