/** The filters of a list on one line; those that don't fit stand in a drawer. */
import { Button } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import type { FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { Asked } from '../widgets/confirm.tsx'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { SaveTab } from './filter-tabs.tsx'
import { FilterControl } from '../filters/filter-control.tsx'
import { boundOf, isSearched, searchFields, withoutLifted } from '../values/list-query.ts'
import { MoreButton, MoreFilters } from './more-filters.tsx'
import { isNarrowed, joinValues, withFilters, withoutFilters, type ListState } from '../values/list-state.ts'
import { PhoneTabs, hasTabs } from './phone-tabs.tsx'
import { SearchBox } from './search-box.tsx'
import { today } from '../page/today.ts'
import { useDebounced } from '../values/use-debounced.ts'
import { useBarPlaces } from './use-bar-places.ts'

/** Specification, section 9: filter search. */
const filterDelayMs = 800
/** A range takes one place and a half, the search box two. */
const searchPlaces = 2
const placesOf = (field: FieldDefinition): number => (field.filterAs === 'dateRange' || field.filterAs === 'numberRange' ? 1.5 : 1)

/**
 * Filters of the line and of the drawer; the bound always stands first. What the search box looks for has no second field on the line.
 */
function splitFilters(
  definition: ListDefinition,
  isMobile: boolean,
  placesMax: number,
): { line: FieldDefinition[]; drawer: FieldDefinition[] } {
  const bound = definition.bound?.field
  const all = definition.filterList.filter(one => one.filterKind !== null || one.field === bound)
  const ordered = [
    ...all.filter(one => one.field === bound).map(one => ({ ...one, filterKind: 'range' as const, filterAs: 'dateRange' as const })),
    ...all.filter(one => one.field !== bound),
  ]
  if (isMobile) return { line: [], drawer: ordered }
  const line: FieldDefinition[] = []
  const typed = searchFields(definition)
  let places = isSearched(definition) ? searchPlaces : 0
  for (const field of ordered) {
    if (field.filterAs === 'text' && typed.some(one => one.field === field.field)) continue
    places += placesOf(field)
    if (places > placesMax) break
    line.push(field)
  }
  return { line, drawer: ordered.filter(one => !line.includes(one)) }
}

interface FilterBarProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
  /** on a phone: the other tools of the list stand in the same row */
  readonly tools?: ReactNode
}

type Values = Readonly<Record<string, string>>
interface Work {
  /** shown in place of what the state says */
  readonly draft: Values
  /** what of it has been asked for: it stands until the state says it, or a click in between would be made over the old choice */
  readonly sent: Values
  readonly over: ListState
}

/** What is typed and not yet in the state. What was asked for goes when the state has changed, by it or from elsewhere (going back). */
function useDraft(
  state: ListState,
  onState: (state: ListState) => void,
): { draft: Values; set: (field: string, value: string, soon: boolean) => void; clear: () => void } {
  const [work, setWork] = useState<Work>({ draft: {}, sent: {}, over: state })
  const ask = useDebounced((values: Values) => {
    setWork(before => ({ ...before, sent: values }))
    onState(withFilters(state, values))
  }, filterDelayMs)
  if (work.over !== state) {
    const newer = Object.entries(work.draft).filter(([field, value]) => work.sent[field] !== value)
    setWork({ draft: Object.fromEntries(newer), sent: {}, over: state })
  }
  return {
    draft: work.draft,
    set(field, value, soon) {
      const draft = { ...work.draft, [field]: value }
      setWork(before => ({ ...before, draft }))
      if (soon) ask.later(draft)
      else ask.now(draft)
    },
    clear() {
      ask.cancel()
      setWork({ draft: {}, sent: {}, over: state })
    },
  }
}

export function FilterBar({ definition, state, onState, tools = null }: FilterBarProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  // a new search box after each reset: nothing typed there may follow
  const [resets, setResets] = useState(0)
  const { draft, set, clear } = useDraft(state, onState)
  const bar = useRef<HTMLDivElement>(null)
  const places = useBarPlaces(bar)
  const { line, drawer } = splitFilters(definition, isMobile, places)
  const shown = withoutLifted(definition, state)
  const bound = boundOf(definition, state, today())
  const valueOf = (field: FieldDefinition): string => {
    const isBound = field.field === definition.bound?.field
    return draft[field.field] ?? (isBound && bound !== null ? joinValues(bound) : (shown.filters[field.field] ?? ''))
  }
  const control = (field: FieldDefinition) => (
    <FilterControl
      key={field.field}
      field={field}
      value={valueOf(field)}
      required={field.field === definition.bound?.field}
      onChange={(value, soon) => set(field.field, value, soon)}
    />
  )
  const reset = (): void => {
    clear()
    setResets(resets + 1)
    onState(withoutFilters(state))
  }
  const isBound = (field: FieldDefinition): boolean => field.field === definition.bound?.field
  const hiddenSet = drawer.filter(one => !isBound(one) && valueOf(one) !== '').length
  const isFiltered = isNarrowed(state) || Object.keys(draft).length > 0
  if (line.length + drawer.length === 0 && tools === null) return null
  const beside = (
    <>
      <Asked loses title={t('确定要重置全部筛选条件吗？')} okText={t('重置')} disabled={!isFiltered} onConfirm={reset}>
        <Button type="text" disabled={!isFiltered}>
          {t('重置')}
        </Button>
      </Asked>
      <SaveTab definition={definition} state={state} disabled={!isNarrowed(state)} />
    </>
  )
  return (
    <div className="zg-filter-bar" role="search" ref={bar}>
      {isMobile && hasTabs(definition) ? (
        <PhoneTabs {...{ definition, state, onState, resets }} />
      ) : (
        <SearchBox key={resets} definition={definition} state={state} onState={onState} />
      )}
      {line.map(control)}
      {drawer.length > 0 && <MoreButton count={hiddenSet} onOpen={() => setOpen(true)} />}
      {!isMobile && beside}
      {tools}
      <MoreFilters
        isOpen={isOpen}
        fields={drawer}
        valueOf={valueOf}
        isBound={isBound}
        end={isMobile ? beside : null}
        onClose={() => setOpen(false)}
        onApply={values => {
          clear()
          onState(withFilters(state, { ...draft, ...values }))
        }}
      />
    </div>
  )
}
