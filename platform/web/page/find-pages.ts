/** Finding a page by Chinese, pinyin or initials. Pure: the matcher comes in. */
import { isSubject, leavesOf, pathOf } from './routes.ts'
import type { MenuNode, Module } from './menu-node.ts'

export interface FoundPage {
  /** of a record or an action: what tells it apart */
  readonly menuId: string
  readonly url: string
  readonly title: string
  readonly module: string
  /** what it was called, and that this is what was looked for */
  readonly formerly?: string
  readonly isFormer?: true
  /** words in the names of departments whose page it is */
  readonly departments?: readonly string[]
  /** an entry of the side menu: no page, so no favourite */
  readonly isSubject?: true
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

const ranks = ['tab', 'beside', 'gear', 'child', 'again'] as const
const signs: Readonly<Record<string, string>> = { gear: '⚙ ', child: '⊂ ' }

/**
 * Every page that can be gone to without an id, in the order of the menus: subjects that are called otherwise than the page they lead to,
 * then tabs, what stands behind the gear, what belongs to records.
 */
export function pagesOf(modules: readonly Module[]): FoundPage[] {
  const subjects = modules.flatMap(({ title: module, menus }) =>
    leavesOf(menus)
      .filter(isSubject)
      .map((menu): FoundPage => ({ menuId: menu.menuId ?? menu.path, url: pathOf(menu), title: menu.meta.title, module, isSubject: true })),
  )
  const pages = modules.flatMap(({ title: module, menus }) =>
    pagesWithSubject(menus).flatMap(({ menu, subject }) => {
      const { menuId, path: url } = menu
      if (menuId === null || url.includes('/:')) return []
      const { title, at = 'tab', formerly, departments } = menu.meta
      const place = subject === null ? module : `${signs[at] ?? ''}${subject} (${module})`
      return [
        {
          at,
          page: {
            menuId,
            url,
            title,
            module: place,
            ...(formerly === undefined ? {} : { formerly }),
            ...(departments === undefined ? {} : { departments }),
          },
        },
      ]
    }),
  )
  const titles = new Set(pages.map(({ page }) => `${page.url} ${page.title}`))
  return [
    ...subjects.filter(one => !titles.has(`${one.url} ${one.title}`)),
    ...ranks.flatMap(rank => pages.filter(({ at }) => at === rank).map(({ page }) => page)),
  ]
}

function pagesWithSubject(menus: readonly MenuNode[], subject: string | null = null): { menu: MenuNode; subject: string | null }[] {
  return menus.flatMap(menu => {
    if (menu.component) return menu.hidden ? [] : [{ menu, subject }]
    return pagesWithSubject(menu.children ?? [], isSubject(menu) ? menu.meta.title : null)
  })
}

/** Whether this is the name of a department whose page it is. */
export const isOfDepartment = ({ departments = [] }: Pick<FoundPage, 'departments'>, name: string): boolean =>
  departments.some(word => name.includes(word))

/** The pages whose title fits, those that begin with the query first; then those whose module fits. */
export function findPages(pages: readonly FoundPage[], query: string, match: Matcher): FoundPage[] {
  const wanted = query.trim()
  if (wanted === '') return []
  const ranked = pages.flatMap((page): { page: FoundPage; rank: number }[] => {
    const inTitle = match(page.title, wanted)
    const inFormer = inTitle === false && page.formerly !== undefined ? match(page.formerly, wanted) : false
    if (inFormer !== false) return [{ page: { ...page, isFormer: true }, rank: inFormer[0] }]
    // an entry of the menu goes before its pages
    if (inTitle !== false && page.isSubject === true) return [{ page, rank: -0.5 }]
    // the title itself, also by its pinyin or initials, goes before what merely begins with it
    if (inTitle !== false) return [{ page, rank: inTitle[1] - inTitle[0] === page.title.length - 1 ? -1 : inTitle[0] }]
    if (isOfDepartment(page, wanted)) return [{ page, rank: 1 }]
    return match(page.module, wanted) === false ? [] : [{ page, rank: Number.MAX_SAFE_INTEGER }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, shownMax)
    .map(({ page }) => page)
}
