/** The page size that fills the table, for whoever has asked for that. */
import type { FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import { heightOf, rowHeights } from '../grid/row-heights.ts'
import { currentSettings } from '../theme/current-settings.ts'
import { pageSizes, type ListState } from '../values/list-state.ts'

/** Specification, section 9: the table is as high as the viewport less this. */
const heightAround = 280
const heightMin = 280
/** px of the head and the two lines of the frame */
const headHeight = 42

/** px that rows have in the table of a list. */
const roomFor = (viewport: number): number => Math.max(heightMin, viewport - heightAround) - headHeight

/** The smallest of the sizes whose rows fill the table; the largest where none does. */
export function fittingSize(viewport: number, density: keyof typeof rowHeights): number {
  const rows = roomFor(viewport) / rowHeights[density]
  return pageSizes.find(size => size >= rows) ?? pageSizes[pageSizes.length - 1] ?? 50
}

/** px of 总计 at the foot of the table are a row's. The size that would fill the room below the first ten rows; null: there is none. */
export function offeredSize(viewport: number, density: keyof typeof rowHeights, hasTotals: boolean): number | null {
  const row = rowHeights[density]
  const room = roomFor(viewport) - (pageSizes[0] + (hasTotals ? 1 : 0)) * row
  return room < row ? null : fittingSize(viewport, density)
}

/** Whether one of the columns shows products. */
export const hasItem = (columns: readonly FieldDefinition[]): boolean => columns.some(one => one.item !== undefined)

/** Whether ten rows still fit when they stand with more room. */
export const fitsComfortably = (viewport: number): boolean => pageSizes[0] * rowHeights.comfortable <= roomFor(viewport)

/** The state with the size that fills the table, where the person has asked for that. */
export function sized(definition: ListDefinition, state: ListState): ListState {
  if (!currentSettings().autoRows) return state
  const { layout, result } = definition
  const set = new Map(layout?.columns.map(one => [one.field, one.isShow]))
  const shown = result.filter(one => set.get(one.field) ?? one.isShow)
  const pageSize = fittingSize(window.innerHeight, heightOf(layout?.density ?? 'compact', hasItem(shown)))
  return pageSize === state.pageSize ? state : { ...state, pageSize }
}
