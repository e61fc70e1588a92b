/** The filters of a list on one line; those that don't fit stand in a drawer. */
import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import type { FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { TabDrawer } from '../shell/page/tab-modal.tsx'
import { SaveTab } from './filter-tabs.tsx'
import { FilterControl } from './filter-control.tsx'
import { boundOf, searchFields } from './list-query.ts'
import { isNarrowed, joinValues, withFilters, withoutFilters, type ListState } from './list-state.ts'
import { SearchBox } from './search-box.tsx'
import { today } from './today.ts'
import { useDebounced } from './use-debounced.ts'

/** Specification, section 9: filter search. */
const filterDelayMs = 800
/** Places on the line at 1280 px; a range takes one and a half, the search box two. */
const placesMax = 4.5
const searchPlaces = 2
const placesOf = (field: FieldDefinition): number => (field.filterAs === 'dateRange' || field.filterAs === 'numberRange' ? 1.5 : 1)

/** Filters of the line and of the drawer; the bound always stands first. */
function splitFilters(definition: ListDefinition, isMobile: boolean): { line: FieldDefinition[]; drawer: FieldDefinition[] } {
  const bound = definition.bound?.field
  const all = definition.filterList.filter(one => one.filterKind !== null || one.field === bound)
  const ordered = [
    ...all.filter(one => one.field === bound).map(one => ({ ...one, filterKind: 'range' as const, filterAs: 'dateRange' as const })),
    ...all.filter(one => one.field !== bound),
  ]
  if (isMobile) return { line: [], drawer: ordered }
  const line: FieldDefinition[] = []
  let places = searchFields(definition).length > 0 ? searchPlaces : 0
  for (const field of ordered) {
    places += placesOf(field)
    if (places > placesMax) break
    line.push(field)
  }
  return { line, drawer: ordered.slice(line.length) }
}

interface FilterBarProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** What is typed and not yet asked for. Dropped when the state changes from elsewhere (reset, going back). */
function useDraft(
  state: ListState,
  onState: (state: ListState) => void,
): { draft: Readonly<Record<string, string>>; set: (field: string, value: string, soon: boolean) => void; clear: () => void } {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({})
  const ask = useDebounced((values: Readonly<Record<string, string>>) => {
    setDraft({})
    onState(withFilters(state, values))
  }, filterDelayMs)
  return {
    draft,
    set(field, value, soon) {
      const next = { ...draft, [field]: value }
      setDraft(next)
      if (soon) ask.later(next)
      else ask.now(next)
    },
    clear() {
      ask.cancel()
      setDraft({})
    },
  }
}

export function FilterBar({ definition, state, onState }: FilterBarProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  // a new search box after each reset: nothing typed there may follow
  const [resets, setResets] = useState(0)
  const { draft, set, clear } = useDraft(state, onState)
  const { line, drawer } = splitFilters(definition, isMobile)
  const bound = boundOf(definition, state, today())
  const valueOf = (field: FieldDefinition): string => {
    const isBound = field.field === definition.bound?.field
    return draft[field.field] ?? (isBound && bound !== null ? joinValues(bound) : (state.filters[field.field] ?? ''))
  }
  const control = (field: FieldDefinition, open: boolean) => (
    <FilterControl
      key={field.field}
      field={field}
      value={valueOf(field)}
      open={open}
      required={field.field === definition.bound?.field}
      onChange={(value, soon) => set(field.field, value, soon)}
    />
  )
  const reset = (): void => {
    clear()
    setResets(resets + 1)
    onState(withoutFilters(state))
  }
  const hiddenSet = drawer.filter(one => valueOf(one) !== '').length
  const isFiltered = isNarrowed(state) || Object.keys(draft).length > 0
  if (line.length + drawer.length === 0) return null
  return (
    <div className="zg-filter-bar" role="search">
      <SearchBox key={resets} definition={definition} state={state} onState={onState} />
      {line.map(field => control(field, false))}
      {drawer.length > 0 && (
        <Badge count={hiddenSet} size="small">
          <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
            {t('更多筛选')}
          </Button>
        </Badge>
      )}
      <Popconfirm title={t('确定要重置全部筛选条件吗？')} okText={t('重置')} disabled={!isFiltered} onConfirm={reset}>
        <Button type="text" disabled={!isFiltered}>
          {t('重置')}
        </Button>
      </Popconfirm>
      <SaveTab definition={definition} state={state} disabled={!isNarrowed(state)} />
      <TabDrawer title={t('更多筛选')} open={isOpen} onClose={() => setOpen(false)} size={360}>
        <div className="zg-filter-drawer">{drawer.map(field => control(field, true))}</div>
      </TabDrawer>
    </div>
  )
}
