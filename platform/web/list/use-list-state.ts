import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readState, writeState, type ListState } from './list-state.ts'

export interface ListStateHook {
  readonly state: ListState
  setState(next: ListState): void
}

/** The state of a list as its page's own address says; a hidden page keeps its address. */
export function useListState(): ListStateHook {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readState(search), [search])
  // replaced, not pushed: going back leaves the list instead of stepping through its filters
  const setState = useCallback((next: ListState) => setSearch(before => writeState(next, before), { replace: true }), [setSearch])
  return { state, setState }
}
