/** The line between filters and table: saved filters (on a phone they stand in the row of tools), what narrows the list, the scheme. */
import type { ListAnswer, ListDefinition, Scheme } from '../../declare/wire.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { SchemeState } from '../schemes/scheme-state.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterTabs } from './filter-tabs.tsx'
import type { ListState } from '../values/list-state.ts'
import type { ColumnLayout } from '../table/use-column-layout.ts'

interface ListLineProps {
  readonly definition: ListDefinition
  readonly scheme: Scheme | null
  readonly state: ListState
  readonly layout: ColumnLayout
  readonly answer: ListAnswer | undefined
  readonly onState: (state: ListState) => void
}

export function ListLine({ definition, scheme, state, layout, answer, onState }: ListLineProps) {
  const isMobile = useIsMobile()
  return (
    <div className="zg-list-line">
      {!isMobile && <FilterTabs definition={definition} state={state} onState={onState} />}
      {scheme !== null && scheme.kind === 1 && <SchemeState {...{ definition, scheme, state, layout, onState }} />}
      <FilterChips {...{ definition, state, answer, onState }} />
    </div>
  )
}
