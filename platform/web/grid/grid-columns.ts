/** Columns of a grid and where they stand: those kept at the left, those that scroll, those kept at the right. Pure. */
import type { CSSProperties, ReactNode } from 'react'

/** A cell as it goes into a copy: exact, not as it is shown. */
export interface Copied {
  readonly text: string
  /** a spreadsheet must not take it for a number, a date or a formula */
  readonly isText: boolean
}

/** A cell of text alone: drawn without an element or a component of its own, which is what most cells are. */
export interface PlainCell {
  readonly text: string
  /** classes of the cell */
  readonly look: string
  /** shown on hover; null: nothing beyond the text */
  readonly title: string | null
}

/** What can be done with a row. */
export interface RowEntry {
  readonly key: string
  readonly title: string
  readonly danger: boolean
  run(): void
}

/** Where a column stands on a card. */
export type CardPlace = 'title' | 'subtitle' | 'state' | 'amount' | 'detail'

export interface GridColumn<R> {
  readonly key: string
  /** on a phone, where rows are cards; absent: not there */
  readonly card?: CardPlace
  /** shows products by picture and name: has a line of its own on a card */
  readonly isItem?: true
  /** the head in words */
  readonly name: string
  /** stands above the name in the head: what columns side by side belong to */
  readonly over?: string
  /** what the head shows beyond its name: the currency */
  readonly note?: ReactNode
  readonly width: number
  /** px that the person chose: such a column takes no share of room that is left over */
  readonly isSet?: boolean
  readonly align?: 'left' | 'right'
  readonly pin?: 'left' | 'right'
  /** stands among the pinned ones and scrolls away all the same (the check boxes on a phone) */
  readonly isLoose?: boolean
  readonly isSortable?: boolean
  /** the way of the first click; absent: ascending */
  readonly firstWay?: 'ASC' | 'DESC'
  /** stands in the head beside what orders the rows */
  readonly extra?: ReactNode
  /** false: its width can't be changed */
  readonly isFixed?: boolean
  /** its head can be drawn elsewhere, and has a menu where the table has one */
  readonly isMovable?: boolean
  /** classes of all its cells */
  readonly look?: string
  readonly render: (row: R) => ReactNode
  /** takes the place of `render` where a cell is nothing but text; null: this one is more */
  readonly plain?: (row: R) => PlainCell | null
  /** absent: the column is left out of copies */
  readonly copy?: (row: R) => Copied
  /** the text a cell shows, for the width that fits; absent: only its head counts */
  readonly shown?: (row: R) => string
  /** of the actions: the first of them, where a finger draws a card to the left */
  readonly beside?: (row: R) => ReactNode
  /** what the menu of a row offers; one column at most has it */
  readonly menu?: (row: R) => readonly RowEntry[]
  /** 总计 of the column, for each of the rows at the foot */
  readonly totals?: readonly ReactNode[]
}

export interface PlacedColumn<R> extends GridColumn<R> {
  /** place among all columns */
  readonly at: number
  readonly width: number
  /** px of all columns before it */
  readonly start: number
  /** px from the edge at which it is kept; null: it scrolls */
  readonly kept: number | null
  /** of its cells: made once for all rows */
  readonly className: string
  readonly style: CSSProperties
}

export interface Placement<R> {
  readonly columns: readonly PlacedColumn<R>[]
  /** columns before this one stand at the left */
  readonly middleFrom: number
  /** columns from this one on stand at the right */
  readonly middleTo: number
  /** px of all columns */
  readonly total: number
  /** px covered by columns that are kept */
  readonly keptLeft: number
  readonly keptRight: number
}

export const widthMin = 40
export const widthMax = 800
export const clampWidth = (width: number): number => Math.min(widthMax, Math.max(widthMin, Math.round(width)))

/** Widths as drawn: room that is left over goes, in proportion, to the columns nobody has set. */
export function fittedWidths(columns: readonly Pick<GridColumn<never>, 'width' | 'isSet' | 'isFixed'>[], room: number): number[] {
  const widths = columns.map(one => one.width)
  const spare = room - sum(widths)
  const isElastic = columns.map(one => one.isSet !== true && one.isFixed !== true)
  const elastic = sum(widths.filter((_, at) => isElastic[at]))
  if (spare <= 0 || elastic === 0) return widths
  const grown = widths.map((width, at) => (isElastic[at] === true ? width + Math.floor((spare * width) / elastic) : width))
  const last = isElastic.lastIndexOf(true)
  return grown.map((width, at) => (at === last ? width + room - sum(grown) : width))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Puts the columns in their places. `held`: widths as drawn when one of them was taken hold of. */
export function placed<R>(columns: readonly GridColumn<R>[], room: number, held: ReadonlyMap<string, number>): Placement<R> {
  const left = columns.filter(one => one.pin === 'left')
  const middle = columns.filter(one => one.pin === undefined)
  const right = columns.filter(one => one.pin === 'right')
  const ordered = [...left, ...middle, ...right].map(one => {
    const width = held.get(one.key)
    return width === undefined ? one : { ...one, width, isSet: true }
  })
  const widths = fittedWidths(ordered, room)
  const [middleFrom, middleTo] = [left.length, left.length + middle.length]
  const isKept = (at: number): boolean => (at < middleFrom || at >= middleTo) && ordered[at]?.isLoose !== true
  const keptBetween = (from: number, to: number): number => sum(widths.slice(from, to).filter((_, at) => isKept(from + at)))
  let start = 0
  const places = ordered.map((one, at) => {
    const width = widths[at] ?? one.width
    const kept = !isKept(at) ? null : at < middleFrom ? keptBetween(0, at) : keptBetween(at + 1, ordered.length)
    // where the columns that scroll go under those that are kept
    const isEdge = kept !== null && (at < middleFrom ? !isKept(at + 1) || at + 1 >= middleTo : !isKept(at - 1) || at - 1 < middleFrom)
    const column = { ...one, at, width, start, kept, className: classOf(one, kept !== null, isEdge), style: styleOf(one, width, kept) }
    start += width
    return column
  })
  return {
    columns: places,
    middleFrom,
    middleTo,
    total: sum(widths),
    keptLeft: keptBetween(0, middleFrom),
    keptRight: keptBetween(middleTo, ordered.length),
  }
}

function classOf({ align, pin, look }: GridColumn<never>, isKept: boolean, isEdge: boolean): string {
  const place = isKept ? ` zg-grid-kept-${pin}${isEdge ? ' zg-grid-kept-edge' : ''}` : ''
  return `zg-grid-cell${align === 'right' ? ' zg-grid-right' : ''}${place}${look === undefined ? '' : ` ${look}`}`
}

function styleOf({ pin }: GridColumn<never>, width: number, kept: number | null): CSSProperties {
  if (kept === null) return { width }
  return pin === 'left' ? { width, left: kept } : { width, right: kept }
}
