/** The active cell and the drawn range, moved by keys. Pure. */

export interface Place {
  /** -1: the head */
  readonly row: number
  readonly column: number
}

export interface GridRange {
  /** where the keys go on from */
  readonly active: Place
  /** the corner that stays while the range grows */
  readonly anchor: Place
}

export interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Bounds {
  readonly rows: number
  readonly columns: number
  /** rows of one screen, for PageUp and PageDown */
  readonly page: number
}

export const headRow = -1
export const single = (place: Place): GridRange => ({ active: place, anchor: place })

export const boxOf = ({ active, anchor }: GridRange): Box => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.column, anchor.column),
  right: Math.max(active.column, anchor.column),
})

const between = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))

/** The place within what there is; the head where there are no rows. */
function within(place: Place, { rows, columns }: Bounds): Place {
  return { row: between(place.row, headRow, rows - 1), column: between(place.column, 0, Math.max(0, columns - 1)) }
}

/** The range after rows or columns have gone; null stays null. */
export const clamped = (range: GridRange | null, bounds: Bounds): GridRange | null =>
  range === null ? null : { active: within(range.active, bounds), anchor: within(range.anchor, bounds) }

/** The cell that Tab leads to, row by row; null: there is none before or behind. */
export function nextCell(
  { row, column }: Place,
  { rows, columns }: Bounds,
  back: boolean,
  isPassed: (column: number) => boolean,
): Place | null {
  const step = back ? -1 : 1
  for (let at = row * columns + column + step; at >= 0 && at < rows * columns; at += step)
    if (!isPassed(at % columns)) return { row: Math.floor(at / columns), column: at % columns }
  return null
}

export interface GridKey {
  readonly key: string
  readonly shift: boolean
  /** Ctrl, or Cmd on a Mac */
  readonly control: boolean
}

type Step = (place: Place, bounds: Bounds) => Place
const steps: Readonly<Record<string, Step>> = {
  ArrowUp: place => ({ ...place, row: place.row - 1 }),
  ArrowDown: place => ({ ...place, row: place.row + 1 }),
  ArrowLeft: place => ({ ...place, column: place.column - 1 }),
  ArrowRight: place => ({ ...place, column: place.column + 1 }),
  Home: place => ({ ...place, column: 0 }),
  End: (place, { columns }) => ({ ...place, column: columns - 1 }),
  PageUp: (place, { page }) => ({ ...place, row: Math.max(0, place.row - page) }),
  PageDown: (place, { page }) => ({ ...place, row: place.row + page }),
}
/** With Ctrl: to the edge. */
const leaps: Readonly<Record<string, Step>> = {
  ArrowUp: place => ({ ...place, row: 0 }),
  ArrowDown: (place, { rows }) => ({ ...place, row: rows - 1 }),
  ArrowLeft: place => ({ ...place, column: 0 }),
  ArrowRight: (place, { columns }) => ({ ...place, column: columns - 1 }),
  Home: () => ({ row: 0, column: 0 }),
  End: (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
}

/** Where a key leads; null: the key is none of the grid's. */
export function moved(range: GridRange, { key, shift, control }: GridKey, bounds: Bounds): GridRange | null {
  if (control && key.toLowerCase() === 'a') {
    if (bounds.rows === 0) return range
    return { active: { row: bounds.rows - 1, column: bounds.columns - 1 }, anchor: { row: 0, column: 0 } }
  }
  const step = (control ? leaps : steps)[key]
  if (step === undefined) return null
  const next = within(step(range.active, bounds), bounds)
  // the head is no part of a range
  if (!shift) return single(next)
  return next.row === headRow || range.anchor.row === headRow ? range : { active: next, anchor: range.anchor }
}
