/** The columns of a list as the person has set them, kept on the server: the same on every machine. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ColumnSetting, FieldDefinition, ListDefinition, ListLayout, Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { draftOf } from './scheme-rules.ts'
import { defaultWidth, changed, movedBefore, settingsOf, shownColumns } from './layout-rules.ts'
import { useDebounced } from '../values/use-debounced.ts'
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
  hide(field: string): void
  /** draws a column before another; null: behind the last */
  move(field: string, before: string | null): void
  /** the place beside a column, as what to stand before; undefined: there is none */
  beside(field: string, by: -1 | 1): string | null | undefined
  setColumns(columns: readonly ColumnSetting[]): void
  setDensity(density: ListLayout['density']): void
  reset(): void
}

const factory: ListLayout = { columns: [], density: 'compact' }

/** One's own columns, else those of the applied scheme, else the definition's. */
function layoutUnder(definition: ListDefinition, scheme: Scheme | null): ListLayout {
  const own = definition.layout ?? factory
  if (own.columns.length > 0 || scheme === null || scheme.columnList.length === 0) return own
  return { ...own, columns: draftOf(definition, scheme, null).columns }
}

export function useColumnLayout(definition: ListDefinition, scheme: Scheme | null = null): ColumnLayout {
  const client = useQueryClient()
  const layout = useMemo(() => layoutUnder(definition, scheme), [definition, scheme])
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
  return useMemo((): ColumnLayout => {
    const setColumns = (next: readonly ColumnSetting[]): void => set({ ...layout, columns: next })
    const frozen = new Set(settings.filter(one => one.frozen).map(one => one.field))
    const beside = (field: string, by: -1 | 1): string | null | undefined => {
      const among = columns.filter(one => frozen.has(one.field) === frozen.has(field))
      const at = among.findIndex(one => one.field === field)
      if (at < 0 || at + by < 0 || at + by >= among.length) return undefined
      return among[by < 0 ? at - 1 : at + 2]?.field ?? null
    }
    return {
      columns,
      settings,
      widthOf: name => {
        const own = widths.get(name)
        const field = definition.result.find(one => one.field === name)
        return own ?? (field === undefined ? 0 : defaultWidth(field))
      },
      isSet: name => typeof widths.get(name) === 'number',
      frozen,
      density: layout.density,
      setWidth: (field, width) => set({ ...layout, columns: changed(settings, field, { width: Math.round(width) }) }, false),
      setFrozen: (field, isFrozen) => setColumns(changed(settings, field, { frozen: isFrozen })),
      hide: field => setColumns(changed(settings, field, { isShow: false })),
      move: (field, before) => setColumns(movedBefore(settings, field, before)),
      beside,
      setColumns,
      setDensity: density => set({ ...layout, density }),
      reset: () => set(factory),
    }
  }, [columns, definition, layout, set, settings, widths])
}
