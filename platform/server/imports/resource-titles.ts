/** How heads of a file name the columns of a list. Pure, and light: the reading thread loads it. */
import { templateTitle } from '../sheets/template-title.ts'

/** A head in one writing: without the mark of a required column, whatever its case. */
export const spelt = (head: string): string => templateTitle(head.replace(/^\uFEFF/, '')).toLowerCase()

/** How many cells of a row are titles of the list; the row with most of them is its head. */
export const titlesIn = (titles: ReadonlySet<string>, cells: readonly string[]): number =>
  cells.filter(cell => titles.has(spelt(cell))).length
