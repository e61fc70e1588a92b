/** The columns of a list as the person has set them, kept on the server: the same on every machine. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ColumnSetting, FieldDefinition, ListDefinition, ListLayout } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { defaultWidth, changed, settingsOf, shownColumns } from './layout-rules.ts'
import { useDebounced } from './use-debounced.ts'
import { isViewing } from '../api/viewing.ts'

/** a column being drawn wider is saved once, when the hand rests */
const saveDelayMs = 500

export interface ColumnLayout {
  /** shown, in order; frozen ones first */
  readonly columns: readonly FieldDefinition[]
  /** every field, shown or not, in order */
  readonly settings: readonly ColumnSetting[]
  widthOf(field: string): number
  /** the width is the person's own */
  isSet(field: string): boolean
  readonly frozen: ReadonlySet<string>
  readonly density: ListLayout['density']
  setWidth(field: string, width: number): void
  setFrozen(field: string, frozen: boolean): void
  setColumns(columns: readonly ColumnSetting[]): void
  setDensity(density: ListLayout['density']): void
  reset(): void
}

const factory: ListLayout = { columns: [], density: 'compact' }

export function useColumnLayout(definition: ListDefinition): ColumnLayout {
  const client = useQueryClient()
  const layout = definition.layout ?? factory
  const settings = useMemo(() => settingsOf(definition, layout), [definition, layout])
  const columns = useMemo(() => shownColumns(definition, settings), [definition, settings])
  const save = useDebounced((next: ListLayout) => {
    // drawn for the moment: the columns of whom one looks as are his
    if (!isViewing()) void api.write('/listField/saveLayout', { type: definition.type, ...next })
  }, saveDelayMs)
  const set = useCallback(
    (next: ListLayout, resting = true) => {
      // the definition every part of the page reads from: shown at once, kept when the hand rests
      client.setQueryData<ListDefinition>(['listDefinition', definition.type], before =>
        before === undefined ? before : { ...before, layout: next },
      )
      if (resting) save.now(next)
      else save.later(next)
    },
    [client, definition.type, save],
  )
  const widths = useMemo(() => new Map(settings.map(one => [one.field, one.width])), [settings])
  const setColumns = (next: readonly ColumnSetting[]): void => set({ ...layout, columns: next })
  return {
    columns,
    settings,
    widthOf: name => {
      const own = widths.get(name)
      const field = definition.result.find(one => one.field === name)
      return own ?? (field === undefined ? 0 : defaultWidth(field))
    },
    isSet: name => typeof widths.get(name) === 'number',
    frozen: useMemo(() => new Set(settings.filter(one => one.frozen).map(one => one.field)), [settings]),
    density: layout.density,
    setWidth: (field, width) => set({ ...layout, columns: changed(settings, field, { width: Math.round(width) }) }, false),
    setFrozen: (field, frozen) => setColumns(changed(settings, field, { frozen })),
    setColumns,
    setDensity: density => set({ ...layout, density }),
    reset: () => set(factory),
  }
}
