import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ReportDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { today } from '../page/today.ts'
import { goneColumns, readState, writeState, type ReportState } from './report-state.ts'

/** The state of a report as its page's own address says; a hidden page keeps its address. What it has no more is left out, and said. */
export function useReportState(definition: ReportDefinition): { readonly state: ReportState; setState(next: ReportState): void } {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readState(definition, search, today()), [definition, search])
  const gone = goneColumns(definition, search).join(t('、'))
  useEffect(() => {
    if (gone !== '') feedback.warning(t('报表里已没有：{names}，其余照常显示', { names: gone }))
  }, [gone])
  // replaced, not pushed: going back leaves the report instead of stepping through its filters
  const setState = useCallback(
    (next: ReportState) => setSearch(before => writeState(definition, next, before, today()), { replace: true }),
    [definition, setSearch],
  )
  return { state, setState }
}
