/**
 * A part of company culture: news, points, books … Each stands in a folder of its own and says in one value what it adds to the area;
 * `parts.ts` names them. Pure types.
 */
import type { Page } from '#platform/declare/page.ts'
import type { Area } from '#platform/server/area.ts'

/** Groups of the menu that the parts share, in their order (menu.ts). */
export type CultureGroup = 'company' | 'together' | 'shelf' | 'cultureSetting'

export interface CulturePart extends Partial<
  Omit<Area, 'name' | 'title' | 'modules' | 'carrier' | 'flows' | 'begin' | 'books' | 'families'>
> {
  /** its entries of the menu, by group */
  readonly pages?: Partial<Readonly<Record<CultureGroup, readonly Page[]>>>
}
