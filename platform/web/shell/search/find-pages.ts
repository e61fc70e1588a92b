/** Finding a page by Chinese, pinyin or initials. Pure: the matcher comes in. */
import { leavesOf } from '../menu/routes.ts'
import type { Module } from '../profile.ts'

export interface FoundPage {
  /** of a record or an action: what tells it apart */
  readonly menuId: string
  readonly url: string
  readonly title: string
  readonly module: string
  /** parts of the title that were looked for: from, and behind the last character */
  readonly hits?: readonly (readonly [from: number, to: number])[]
  /** what is noted as opened last; absent: pages are counted by their visits */
  readonly opened?: { readonly type: string; readonly recordId?: string; readonly name?: string }
  /** done in place instead of going to the address */
  readonly act?: () => void
}

/** Where the letters of the query stand in the text: first and last character, or false. */
export type Matcher = (text: string, query: string) => readonly [number, number] | false

const shownMax = 50

/** What was opened last goes before the rest, each in its order. */
export const recentFirst = (found: readonly FoundPage[], recent: readonly string[]): FoundPage[] => {
  const place = new Map(recent.map((id, i) => [id, i]))
  const of = ({ menuId }: FoundPage): number => place.get(menuId) ?? recent.length
  return found.toSorted((a, b) => of(a) - of(b))
}

/** Every page that can be gone to without an id, in the order of the menus. */
export function pagesOf(modules: readonly Module[]): FoundPage[] {
  return modules.flatMap(module =>
    leavesOf(module.menus).flatMap(menu =>
      menu.menuId === null || menu.path.includes('/:')
        ? []
        : [{ menuId: menu.menuId, url: menu.path, title: menu.meta.title, module: module.title }],
    ),
  )
}

/** The pages whose title fits, those that begin with the query first; then those whose module fits. */
export function findPages(pages: readonly FoundPage[], query: string, match: Matcher): FoundPage[] {
  const wanted = query.trim()
  if (wanted === '') return []
  const ranked = pages.flatMap(page => {
    const inTitle = match(page.title, wanted)
    // the title itself, also by its pinyin or initials, goes before what merely begins with it
    if (inTitle !== false) return [{ page, rank: inTitle[1] - inTitle[0] === page.title.length - 1 ? -1 : inTitle[0] }]
    return match(page.module, wanted) === false ? [] : [{ page, rank: Number.MAX_SAFE_INTEGER }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, shownMax)
    .map(({ page }) => page)
}
